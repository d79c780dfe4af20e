complete -c picasso -s o -l out -d 'The shader binary to write; `-` is standard output. The last one counts' -r
complete -c picasso -s h -l header -d 'A C header to write, with the registers of the uniforms. The last one counts' -r
complete -c picasso -s n -l no-nop -d 'Insert no padding NOPs; warn of each missing one'
complete -c picasso -s ? -l help -d 'Print help'
complete -c picasso -s v -l version -d 'Print version'
