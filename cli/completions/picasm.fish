complete -c picasm -s o -l output -d 'The object to write, or the folder for the objects; `-` is standard output' -r -F
complete -c picasm -s a -l listing -d 'Write a listing: the sources beside their words, then the tables with descriptors and registers; `-` is standard output' -r -F
complete -c picasm -s I -l include-path -d 'A folder to look for includes in' -r -F
complete -c picasm -l dependency-file -d 'The file for the dependencies (-MF FILE)' -r -F
complete -c picasm -l dependency-target -d 'What depends on the inputs, in the place of the output\'s name (-MT NAME, -MQ NAME)' -r
complete -c picasm -l explain -d 'Explain a diagnostic, with examples and a remedy; without NAME, list all diagnostics' -r
complete -c picasm -s A -l allow -d 'Allow the diagnostic of this name: do not report it' -r
complete -c picasm -s W -l warn -d 'Make the diagnostic of this name a warning' -r
complete -c picasm -s D -l deny -d 'Make the diagnostic of this name an error; for sources, NAME=NUMBER declares a number' -r
complete -c picasm -l remap-path-prefix -d 'In outputs, let names of files that begin with the path FROM begin with TO' -r
complete -c picasm -l error-format -d 'How diagnostics are written on standard error' -r -f -a "human\t'The source lines, with marks under them'
short\t'FILE:LINE:COL: error: TEXT [NAME], a line each, for editors'
json\t'A JSON object each, on a line of its own, for programs'"
complete -c picasm -l color -d 'When diagnostics are coloured' -r -f -a "auto\t'On a terminal, unless the environment variable NO_COLOR is set'
always\t'Wherever they go'
never\t'Nowhere'"
complete -c picasm -s E -l preprocess -d 'Write the source after includes, macros and conditionals, and assemble nothing'
complete -c picasm -s n -l no-nop -d 'Put no padding NOPs into sources; each missing one draws a warning'
complete -c picasm -l no-pseudo -d 'Refuse pseudo-instructions in sources'
complete -c picasm -l dependencies -d 'Write what the outputs depend on, and nothing else (-M)'
complete -c picasm -l write-dependencies -d 'Write what the outputs depend on to a file beside them, too (-MD)'
complete -c picasm -l phony-dependencies -d 'Let inputs that are gone be no errors of make: each but the first gets an empty rule (-MP)'
complete -c picasm -s h -l help -d 'Print help (see more with \'--help\')'
complete -c picasm -s V -l version -d 'Print version'
