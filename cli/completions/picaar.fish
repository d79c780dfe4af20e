complete -c picaar -l error-format -d 'How diagnostics are written on standard error' -r -f -a "human\t'The source lines, with marks under them'
short\t'FILE:LINE:COL: error: TEXT [NAME], a line each, for editors'
json\t'A JSON object each, on a line of its own, for programs'"
complete -c picaar -l color -d 'When diagnostics are coloured' -r -f -a "auto\t'On a terminal, unless the environment variable NO_COLOR is set'
always\t'Wherever they go'
never\t'Nowhere'"
complete -c picaar -l any-file -d 'Put in files that are no objects, too, or objects of other versions'
complete -c picaar -l symbols -d 'List the symbol index instead of the members: each procedure, and the member that it is in'
complete -c picaar -s h -l help -d 'Print help (see more with \'--help\')'
complete -c picaar -s V -l version -d 'Print version'
