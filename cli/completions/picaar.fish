complete -c picaar -l byte-order -d 'Convert a SHARCFB archive to another byte order' -r -f -a "big\t'Big endian'
little\t'Little endian'"
complete -c picaar -s o -l output -d 'Write the output of `--byte-order` to OUT (`-`: standard output)' -r -F
complete -c picaar -l error-format -d 'Format of diagnostics on standard error [default: human]' -r -f -a "human\t'Source lines with underlined locations'
short\t'FILE:LINE:COL: error: TEXT [NAME], one line per diagnostic, for editors; a line with note: shows where a macro uses a wrong argument'
json\t'One JSON object per line, for programs'
github\t'Annotations of GitHub Actions, one line per diagnostic'
sarif\t'A SARIF 2.1.0 log, for services that collect analysis results'"
complete -c picaar -l color -d 'When to colour diagnostics' -r -f -a "auto\t'On a terminal, unless the environment variable NO_COLOR is set'
always\t'Always'
never\t'Never'"
complete -c picaar -l error-limit -d 'Stop reporting after N errors; 0 reports all' -r
complete -c picaar -l any-file -d 'Also add files that are not objects, or objects of other versions'
complete -c picaar -l symbols -d 'List the symbol index instead of the members: each procedure, uniform and constant with its member'
complete -c picaar -s h -l help -d 'Print help (see more with \'--help\')'
complete -c picaar -s V -l version -d 'Print version'
