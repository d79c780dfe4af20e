complete -c picadump -l addr2line -d 'Say which source line each of some words comes from, as addr2line does' -r
complete -c picadump -s o -l output -d 'The file or folder that `--disassemble` writes to; `-` is standard output' -r -F
complete -c picadump -l extract -d 'Write what `--scan` finds into a folder, each find as a file' -r -F
complete -c picadump -s A -l allow -d 'Allow the diagnostic of this name: do not report it' -r
complete -c picadump -s W -l warn -d 'Make the diagnostic of this name a warning' -r
complete -c picadump -s D -l deny -d 'Make the diagnostic of this name an error; for sources, NAME=NUMBER declares a number' -r
complete -c picadump -l error-format -d 'How diagnostics are written on standard error' -r -f -a "human\t'The source lines, with marks under them'
short\t'FILE:LINE:COL: error: TEXT [NAME], a line each, for editors'
json\t'A JSON object each, on a line of its own, for programs'"
complete -c picadump -l color -d 'When text and diagnostics are coloured' -r -f -a "auto\t'On a terminal, unless the environment variable NO_COLOR is set'
always\t'Wherever they go'
never\t'Nowhere'"
complete -c picadump -l headers -d 'Show the headers'
complete -c picadump -l code -d 'Show the code, word by word'
complete -c picadump -l descriptors -d 'Show the operand descriptors: masks, selectors and signs'
complete -c picadump -l constants -d 'Show the constants: what registers are loaded with'
complete -c picadump -l labels -d 'Show procedures and labels, and what an object calls in others'
complete -c picadump -l outputs -d 'Show the outputs and what they are for'
complete -c picadump -l uniforms -d 'Show inputs and uniforms with their registers'
complete -c picadump -l lines -d 'Show the line table: the source line of each word'
complete -c picadump -l relocations -d 'Show what linking changes in the instructions of an object'
complete -c picadump -l files -d 'Show the names of source files'
complete -c picadump -l symbols -d 'List all names, one on a line, as nm does'
complete -c picadump -l size -d 'Show how much of the hardware\'s resources is used, and by what'
complete -c picadump -l raw -d 'Show every byte beside what it says'
complete -c picadump -s d -l disassemble -d 'Write source text that makes the same file'
complete -c picadump -l json -d 'Show the file as JSON'
complete -c picadump -l dot -d 'Show the control flow of each shader as a graph for Graphviz'
complete -c picadump -l scan -d 'List the shader binaries and objects that any file has within it'
complete -c picadump -l diff -d 'Show in what two shader binaries differ: code by procedure, and tables'
complete -c picadump -l verify -d 'Check a shader binary: what hangs the console or its loader, and what is suspicious'
complete -c picadump -s h -l help -d 'Print help (see more with \'--help\')'
complete -c picadump -s V -l version -d 'Print version'
