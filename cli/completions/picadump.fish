complete -c picadump -l addr2line -d 'Show the source line of each of the given words, as addr2line does' -r
complete -c picadump -l profile -d 'Colour the page of `--html` by the executions of each word, as `picarun --trace=json` wrote them' -r -F
complete -c picadump -s I -l include-path -d 'A folder to search for includes of the sources of `--html`' -r -F
complete -c picadump -s o -l output -d 'The file or folder to which `--disassemble` and `--html` write; `-` is standard output' -r -F
complete -c picadump -l variation -d 'Show the shaders of a variation of a program in a SHARCFB archive' -r
complete -c picadump -l set -d 'The values of macros for `--variation`' -r
complete -c picadump -l extract -d 'Write each file that `--scan` finds to a folder' -r -F
complete -c picadump -l shader-file -d 'The shader binary to show, by its number, of a file that wraps several' -r
complete -c picadump -s A -l allow -d 'Allow the diagnostic of this name: do not report it' -r
complete -c picadump -s W -l warn -d 'Make the diagnostic of this name a warning' -r
complete -c picadump -s D -l deny -d 'Make the diagnostic of this name an error; for sources, NAME=NUMBER declares a number' -r
complete -c picadump -l error-format -d 'The format of diagnostics on standard error' -r -f -a "human\t'Source lines, with marks under them'
short\t'FILE:LINE:COL: error: TEXT [NAME], one line per diagnostic, for editors; a line with note: shows where a macro uses a wrong argument'
json\t'One JSON object per line, for programs'"
complete -c picadump -l error-limit -d 'The most errors to report; 0 for all' -r
complete -c picadump -l color -d 'When text and diagnostics are coloured' -r -f -a "auto\t'On a terminal, unless the environment variable NO_COLOR is set'
always\t'Always'
never\t'Never'"
complete -c picadump -l headers -d 'Show the headers'
complete -c picadump -l code -d 'Show the code, word by word'
complete -c picadump -l descriptors -d 'Show the operand descriptors: masks, selectors and signs'
complete -c picadump -l constants -d 'Show the constants: the values that are loaded into registers'
complete -c picadump -l labels -d 'Show procedures and labels, and the external names of an object'
complete -c picadump -l outputs -d 'Show the outputs and their properties; of a DXBC container, also the patch constants'
complete -c picadump -l uniforms -d 'Show inputs and uniforms with their registers; of a DXBC container, buffers and bindings'
complete -c picadump -l lines -d 'Show the line table: the source line of each word'
complete -c picadump -l relocations -d 'Show the relocations: the parts of an object\'s instructions that linking changes'
complete -c picadump -l files -d 'Show the names of source files'
complete -c picadump -l symbols -d 'List all names, one per line, as nm does'
complete -c picadump -l size -d 'Show how much of each hardware limit is used, and by what'
complete -c picadump -l raw -d 'Show every byte beside its meaning'
complete -c picadump -s d -l disassemble -d 'Write source text that reproduces the file'
complete -c picadump -l json -d 'Show the file as JSON'
complete -c picadump -l dot -d 'Show the control flow of each shader as a graph for Graphviz'
complete -c picadump -l scan -d 'List the shader binaries, objects, DXBC containers, SHARCFB archives and BNSH files within any file, in base64 too'
complete -c picadump -l diff -d 'Show the differences between two files of a kind: code, and tables'
complete -c picadump -l verify -d 'Check a shader binary for faults that hang the console or its loader, and for suspicious code'
complete -c picadump -l html -d 'Write a page in HTML: code beside its source, control flow, lifetimes of registers, uniforms, warnings'
complete -c picadump -l listing -d 'Put a comment with all tables before the disassembly of a DXBC container'
complete -c picadump -s h -l help -d 'Print help (see more with \'--help\')'
complete -c picadump -s V -l version -d 'Print version'
