complete -c picals -l stdio -d 'Speak on standard input and output, as without this option; some editors pass it'
complete -c picals -s h -l help -d 'Print help (see more with \'--help\')'
complete -c picals -s V -l version -d 'Print version'
