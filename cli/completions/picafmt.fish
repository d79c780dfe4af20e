complete -c picafmt -l from -d 'Print a source in an older dialect in the language of this toolchain' -r -f -a "nihstro\t''
aemstro\t''
auto\t''"
complete -c picafmt -l entry -d 'The label at which the shader starts' -r
complete -c picafmt -s o -l output -d 'The file to write, or the folder for the files NAME.pica' -r -F
complete -c picafmt -l stdin-name -d 'The file that standard input stands for: its name in diagnostics, and the folder of its includes' -r -F
complete -c picafmt -l error-format -d 'The format of diagnostics on standard error [default: human]' -r -f -a "human\t'Source lines, with marks under them'
short\t'FILE:LINE:COL: error: TEXT [NAME], one line per diagnostic, for editors; a line with note: shows where a macro uses a wrong argument'
json\t'One JSON object per line, for programs'
github\t'Annotations of GitHub\'s workflows, one line per diagnostic'
sarif\t'One log in SARIF 2.1.0, for services that collect results of analyses'"
complete -c picafmt -l color -d 'When diagnostics are coloured' -r -f -a "auto\t'On a terminal, unless the environment variable NO_COLOR is set'
always\t'Always'
never\t'Never'"
complete -c picafmt -l error-limit -d 'The most errors to report; 0 for all' -r
complete -c picafmt -l check -d 'Write nothing; report each source that would change as an error'
complete -c picafmt -l geometry -d 'The shader is a geometry shader; by default, the source says so'
complete -c picafmt -s h -l help -d 'Print help (see more with \'--help\')'
complete -c picafmt -s V -l version -d 'Print version'
