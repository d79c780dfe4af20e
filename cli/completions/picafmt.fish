complete -c picafmt -l from -d 'Convert a source in an older dialect to the language of this toolchain' -r -f -a "nihstro\t''
aemstro\t''
auto\t''"
complete -c picafmt -l entry -d 'Override the entry point' -r
complete -c picafmt -s o -l output -d 'Write output to OUT (`-`: standard output, the default; a directory: files NAME.pica)' -r -F
complete -c picafmt -l stdin-name -d 'Treat standard input as FILE, for diagnostics and includes' -r -F
complete -c picafmt -l error-format -d 'Format of diagnostics on standard error [default: human]' -r -f -a "human\t'Source lines with underlined locations'
short\t'FILE:LINE:COL: error: TEXT [NAME], one line per diagnostic, for editors; a line with note: shows where a macro uses a wrong argument'
json\t'One JSON object per line, for programs'
github\t'Annotations of GitHub Actions, one line per diagnostic'
sarif\t'A SARIF 2.1.0 log, for services that collect analysis results'"
complete -c picafmt -l color -d 'When to colour diagnostics' -r -f -a "auto\t'On a terminal, unless the environment variable NO_COLOR is set'
always\t'Always'
never\t'Never'"
complete -c picafmt -l error-limit -d 'Stop reporting after N errors; 0 reports all' -r
complete -c picafmt -l check -d 'Write nothing; report each unformatted source as an error'
complete -c picafmt -l geometry -d 'Treat the shader as a geometry shader [default: as declared by the source]'
complete -c picafmt -s h -l help -d 'Print help (see more with \'--help\')'
complete -c picafmt -s V -l version -d 'Print version'
