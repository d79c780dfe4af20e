complete -c picarun -s l -l library -d 'Link with an archive that is found in the folders of -L' -r
complete -c picarun -s L -l library-path -d 'A folder to look for the libraries of all -l in' -r -F
complete -c picarun -s I -l include-path -d 'A folder to look for includes in' -r -F
complete -c picarun -s A -l allow -d 'Allow the diagnostic of this name: do not report it' -r
complete -c picarun -s W -l warn -d 'Make the diagnostic of this name a warning' -r
complete -c picarun -s D -l deny -d 'Make the diagnostic of this name an error; for sources, NAME=NUMBER declares a number' -r
complete -c picarun -l shader -d 'The shader to run, by its place in the file, counted from 0' -r
complete -c picarun -l entry -d 'The shader to run, by the name of its entry procedure' -r
complete -c picarun -l in -d 'Set an input: `--in position=1,2,3`, `--in v0=1,2,3,1`' -r
complete -c picarun -l uniform -d 'Set a float uniform: `--uniform scale=2,2,2,1`, `--uniform c4=1`, `--uniform m=@m.toml`' -r
complete -c picarun -l int -d 'Set an integer uniform: `--int count=3,0,1`' -r
complete -c picarun -l bool -d 'Set a boolean uniform: `--bool lit=true`' -r
complete -c picarun -l vertex -d 'Feed a vertex to a geometry shader: `--vertex 1,2,3/0.5,0.5`; again for each vertex' -r
complete -c picarun -l stride -d 'How many registers make a primitive in point mode; those of one vertex if it is missing' -r
complete -c picarun -l primitive -d 'How many vertices make a primitive in variable mode; all if it is missing' -r
complete -c picarun -l budget -d 'The most instructions that are executed, in all runs' -r
complete -c picarun -l trace -d 'Print each instruction that is executed, before what comes out' -r -f -a "text\t'A line each: word, source line if it is known, instruction, operands after swizzle and sign, what was written'
json\t'A JSON object each, on a line of its own, for programs'"
complete -c picarun -l profile-html -d 'Write a page (HTML) of the sources with the cost of each line' -r -F
complete -c picarun -l test -d 'Run the tests of shaders in TOML files' -r -F
complete -c picarun -l filter -d 'Run the cases alone whose name has this text in it' -r
complete -c picarun -l error-format -d 'How diagnostics are written on standard error' -r -f -a "human\t'The source lines, with marks under them'
short\t'FILE:LINE:COL: error: TEXT [NAME], a line each, for editors'
json\t'A JSON object each, on a line of its own, for programs'"
complete -c picarun -l color -d 'When diagnostics are coloured' -r -f -a "auto\t'On a terminal, unless the environment variable NO_COLOR is set'
always\t'Wherever they go'
never\t'Nowhere'"
complete -c picarun -s n -l no-nop -d 'Put no padding NOPs into sources; each missing one draws a warning'
complete -c picarun -l no-pseudo -d 'Refuse pseudo-instructions in sources'
complete -c picarun -l float24 -d 'Cut all numbers to the 24 bits that the machine\'s registers have'
complete -c picarun -l profile -d 'Print what each procedure and each source line costs, behind what comes out'
complete -c picarun -s h -l help -d 'Print help (see more with \'--help\')'
complete -c picarun -s V -l version -d 'Print version'
