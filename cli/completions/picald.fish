complete -c picald -s l -l library -d 'Link with an archive that is found in the folders of -L' -r
complete -c picald -s L -l library-path -d 'A folder to look for the libraries of all -l in' -r -F
complete -c picald -s o -l output -d 'The shader binary, or with -r the object, to write; `-` is standard output' -r -F
complete -c picald -l header -d 'Write a C header with the registers of the uniforms; `-` is standard output' -r -F
complete -c picald -l rust -d 'Write a Rust module that has the binary in it, and constants for its shaders; `-` is standard output' -r -F
complete -c picald -l cpp -d 'Write a C++17 header with the same; `-` is standard output' -r -F
complete -c picald -s e -l entry -d 'Start the shader at this procedure, whatever its source says' -r
complete -c picald -l compat -d 'Give the bytes that another tool gives for the same sources' -r -f -a "picasso\t'Those of picasso 2.7.2: its order of registers and descriptors, no labels, no file names and no lines; constants of a library reach no shader'"
complete -c picald -s a -l listing -d 'Write a listing: the sources beside their words, then the tables with descriptors and registers; `-` is standard output' -r -F
complete -c picald -s I -l include-path -d 'A folder to look for includes in' -r -F
complete -c picald -l dependency-file -d 'The file for the dependencies (-MF FILE)' -r -F
complete -c picald -l dependency-target -d 'What depends on the inputs, in the place of the output\'s name (-MT NAME, -MQ NAME)' -r
complete -c picald -l explain -d 'Explain a diagnostic, with examples and a remedy; without NAME, list all diagnostics' -r
complete -c picald -s A -l allow -d 'Allow the diagnostic of this name: do not report it' -r
complete -c picald -s W -l warn -d 'Make the diagnostic of this name a warning' -r
complete -c picald -s D -l deny -d 'Make the diagnostic of this name an error; for sources, NAME=NUMBER declares a number' -r
complete -c picald -l map -d 'Write what went where as text: procedures, labels, uniforms, constants, and how much of the hardware is used' -r -F
complete -c picald -l map-json -d 'Write the same as JSON; JSON.md describes it' -r -F
complete -c picald -l remap-path-prefix -d 'In outputs, let names of files that begin with the path FROM begin with TO' -r
complete -c picald -l error-format -d 'How diagnostics are written on standard error' -r -f -a "human\t'The source lines, with marks under them'
short\t'FILE:LINE:COL: error: TEXT [NAME], a line each, for editors'
json\t'A JSON object each, on a line of its own, for programs'"
complete -c picald -l color -d 'When diagnostics are coloured' -r -f -a "auto\t'On a terminal, unless the environment variable NO_COLOR is set'
always\t'Wherever they go'
never\t'Nowhere'"
complete -c picald -s r -l relocatable -d 'Make one object of the inputs, which can be linked with others'
complete -c picald -s g -l debug -d 'Write the line table: file and line of each instruction'
complete -c picald -s s -l strip -d 'Leave out labels, file names and lines'
complete -c picald -s n -l no-nop -d 'Put no padding NOPs into sources; each missing one draws a warning'
complete -c picald -l no-pseudo -d 'Refuse pseudo-instructions in sources'
complete -c picald -l dependencies -d 'Write what the outputs depend on, and nothing else (-M)'
complete -c picald -l write-dependencies -d 'Write what the outputs depend on to a file beside them, too (-MD)'
complete -c picald -l phony-dependencies -d 'Let inputs that are gone be no errors of make: each but the first gets an empty rule (-MP)'
complete -c picald -l gc-sections -d 'Leave out code that no shader refers to, and constants that no code reads (the default)'
complete -c picald -l no-gc-sections -d 'Keep all code and all constants'
complete -c picald -l print-gc-sections -d 'Say on standard error what is left out, and why'
complete -c picald -l icf -d 'Place procedures that are the same once (the default without -g)'
complete -c picald -l no-icf -d 'Place each procedure'
complete -c picald -l merge-constants -d 'Let constants with the same values share registers (the default)'
complete -c picald -l no-merge-constants -d 'Give each constant registers of its own'
complete -c picald -s h -l help -d 'Print help (see more with \'--help\')'
complete -c picald -s V -l version -d 'Print version'
