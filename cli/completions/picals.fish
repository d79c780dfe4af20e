complete -c picals -l stdio -d 'Use standard input and output (the default); some editors pass this option'
complete -c picals -s h -l help -d 'Print help (see more with \'--help\')'
complete -c picals -s V -l version -d 'Print version'
