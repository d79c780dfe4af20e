complete -c picasm -s o -l output -d 'The object to write, or the folder for the objects; `-` is standard output' -r -F
complete -c picasm -l remap-path-prefix -d 'In outputs, let names of files that begin with the path FROM begin with TO' -r
complete -c picasm -l error-format -d 'How diagnostics are written on standard error' -r -f -a "human\t'The source lines, with marks under them'
short\t'FILE:LINE:COL: error: TEXT [NAME], a line each, for editors'
json\t'A JSON object each, on a line of its own, for programs'"
complete -c picasm -l color -d 'When diagnostics are coloured' -r -f -a "auto\t'On a terminal, unless the environment variable NO_COLOR is set'
always\t'Wherever they go'
never\t'Nowhere'"
complete -c picasm -s n -l no-nop -d 'Put in no padding NOPs; each missing one draws a warning'
complete -c picasm -s h -l help -d 'Print help (see more with \'--help\')'
complete -c picasm -s V -l version -d 'Print version'
