complete -c picafmt -l error-format -d 'How diagnostics are written on standard error' -r -f -a "human\t'The source lines, with marks under them'
short\t'FILE:LINE:COL: error: TEXT [NAME], a line each, for editors'
json\t'A JSON object each, on a line of its own, for programs'"
complete -c picafmt -l color -d 'When diagnostics are coloured' -r -f -a "auto\t'On a terminal, unless the environment variable NO_COLOR is set'
always\t'Wherever they go'
never\t'Nowhere'"
complete -c picafmt -l check -d 'Write nothing; each source that would change is an error, with the first line that would'
complete -c picafmt -s h -l help -d 'Print help (see more with \'--help\')'
complete -c picafmt -s V -l version -d 'Print version'
