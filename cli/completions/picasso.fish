complete -c picasso -s o -l out -d 'Write the shader binary to OUT (`-`: standard output). If repeated, the last one wins' -r
complete -c picasso -s h -l header -d 'Write a C header with the registers of the uniforms. If repeated, the last one wins' -r
complete -c picasso -s n -l no-nop -d 'Do not insert padding NOPs; warn about each missing one'
complete -c picasso -s ? -l help -d 'Print help'
complete -c picasso -s v -l version -d 'Print version'
