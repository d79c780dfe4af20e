complete -c picasm -s o -l output -d 'The object to write, or the folder for the objects; `-` is standard output' -r -F
complete -c picasm -s a -l listing -d 'Write a listing: the sources beside their words, then the tables with descriptors and registers; `-` is standard output' -r -F
complete -c picasm -l entry -d 'The label at which shaders in another dialect start; by default, that which they name, or `main`' -r
complete -c picasm -l stdin-name -d 'The file that standard input stands for: its name in diagnostics, and the folder of its includes' -r -F
complete -c picasm -s I -l include-path -d 'A folder to search for includes' -r -F
complete -c picasm -l dialect -d 'The dialect of all sources; `auto` is that which each looks like' -r -f -a "nihstro\t''
aemstro\t''
auto\t''"
complete -c picasm -l dependency-file -d 'The file for the dependencies (-MF FILE)' -r -F
complete -c picasm -l dependency-target -d 'The target in the dependency file, in place of the output\'s name (-MT NAME, -MQ NAME)' -r
complete -c picasm -l explain -d 'Explain a diagnostic, with examples and a remedy; without NAME, list all diagnostics' -r
complete -c picasm -s A -l allow -d 'Allow the diagnostic of this name: do not report it' -r
complete -c picasm -s W -l warn -d 'Make the diagnostic of this name a warning' -r
complete -c picasm -s D -l deny -d 'Make the diagnostic of this name an error; for sources, NAME=NUMBER declares a number' -r
complete -c picasm -s j -l jobs -d 'The most builds to run at a time; by default, as many as there are processors' -r
complete -c picasm -l remap-path-prefix -d 'In outputs, replace the path FROM at the beginning of file names by TO' -r
complete -c picasm -l error-format -d 'The format of diagnostics on standard error' -r -f -a "human\t'Source lines, with marks under them'
short\t'FILE:LINE:COL: error: TEXT [NAME], one line per diagnostic, for editors; a line with note: shows where a macro uses a wrong argument'
json\t'One JSON object per line, for programs'"
complete -c picasm -l color -d 'When diagnostics are coloured' -r -f -a "auto\t'On a terminal, unless the environment variable NO_COLOR is set'
always\t'Always'
never\t'Never'"
complete -c picasm -l error-limit -d 'The most errors to report; 0 for all' -r
complete -c picasm -l check -d 'Assemble the sources and report what is wrong with them, but write nothing'
complete -c picasm -s E -l preprocess -d 'Write the source after includes, macros and conditionals, and assemble nothing'
complete -c picasm -s n -l no-nop -d 'Insert no padding NOPs into sources; warn of each missing one'
complete -c picasm -l no-pseudo -d 'Reject pseudo-instructions in sources'
complete -c picasm -l geometry -d 'The shaders in dialects are geometry shaders'
complete -c picasm -l dependencies -d 'Write the dependencies of the outputs, and nothing else (-M)'
complete -c picasm -l write-dependencies -d 'Also write the dependencies of the outputs to a file beside them (-MD)'
complete -c picasm -l phony-dependencies -d 'Add an empty rule for each input but the first, so that make accepts removed inputs (-MP)'
complete -c picasm -s h -l help -d 'Print help (see more with \'--help\')'
complete -c picasm -s V -l version -d 'Print version'
