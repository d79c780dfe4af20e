complete -c picarun -s l -l library -d 'Link with an archive in one of the folders of -L' -r
complete -c picarun -s L -l library-path -d 'A folder to search for the libraries of all -l' -r -F
complete -c picarun -s I -l include-path -d 'A folder to search for includes' -r -F
complete -c picarun -l dialect -d 'The dialect of all sources; `auto` is that which each looks like' -r -f -a "nihstro\t''
aemstro\t''
auto\t''"
complete -c picarun -l map-output -d 'Make a property of an output: `--map-output WORLDPOS=view`' -r
complete -c picarun -l ignore-output -d 'Leave out an output, and what only it needs' -r
complete -c picarun -l shader-entry -d 'The entry point to translate, where a source has several' -r
complete -c picarun -l vertex-id -d 'Where the numbers of vertices and instances come from, which this machine does not count' -r -f -a "attribute\t'Attributes, which the application fills with numbers'"
complete -c picarun -l matrix-columns -d 'The registers of a uniform matrix hold its columns, not its rows' -r
complete -c picarun -l float-uniform -d 'Keep a uniform a number that would become a boolean uniform' -r
complete -c picarun -l loop-uniform -d 'Count the rounds of loops with an integer uniform; such loops have at least one round' -r
complete -c picarun -l lang -d 'The language of all sources and compiled shaders among the inputs' -r -f -a "assembly\t''
direct3d\t''
hlsl\t''
wgsl\t''
glsl\t''
spirv\t''"
complete -c picarun -l hlsl-compiler -d 'The compiler for inputs in HLSL (.hlsl): the name or the path of vkd3d-compiler, fxc, dxc or glslangValidator' -r -F
complete -c picarun -l hlsl-entry -d 'The function to compile of inputs in HLSL; `main` by default' -r
complete -c picarun -l hlsl-profile -d 'The profile for inputs in HLSL; `vs_4_0` by default' -r
complete -c picarun -s A -l allow -d 'Allow the diagnostic of this name: do not report it' -r
complete -c picarun -s W -l warn -d 'Make the diagnostic of this name a warning' -r
complete -c picarun -s D -l deny -d 'Make the diagnostic of this name an error; for sources, NAME=NUMBER declares a number' -r
complete -c picarun -l shader -d 'The shader to run, by its index in the file, counted from 0' -r
complete -c picarun -l shader-file -d 'The shader binary, by its number, in a file that wraps several: a CGFX container (`.bcsdr`) or a text with base64 (`.csdr`)' -r
complete -c picarun -l entry -d 'The shader to run, by the name of its entry procedure' -r
complete -c picarun -l target -d 'The machine for the shader of a DXBC container' -r -f -a "direct3d\t'That of Direct3D, which executes the instructions of the container (the default)'
pica200\t'The PICA200, which executes the translation to assembly'
both\t'Both, and it is an error if the outputs differ'"
complete -c picarun -l in -d 'Set an input: `--in position=1,2,3`, `--in v0=1,2,3,1`' -r
complete -c picarun -l uniform -d 'Set a float uniform: `--uniform scale=2,2,2,1`, `--uniform c4=1`, `--uniform m=@m.toml`' -r
complete -c picarun -l int -d 'Set an integer uniform: `--int count=3,0,1`' -r
complete -c picarun -l bool -d 'Set a boolean uniform: `--bool lit=true`' -r
complete -c picarun -l vertex -d 'Feed a vertex to a geometry shader, or to that of a container: `--vertex 1,2,3/0.5,0.5`; repeat for each vertex' -r
complete -c picarun -l stride -d 'The number of registers of a primitive in point mode; by default, those of one vertex' -r
complete -c picarun -l primitive -d 'The number of vertices of a primitive in variable mode; by default, all' -r
complete -c picarun -l budget -d 'The maximum number of instructions to execute, in all runs' -r
complete -c picarun -l trace -d 'Print each executed instruction, before the outputs' -r -f -a "text\t'One line per instruction: word, source line if known, instruction, operands after swizzle and sign, written values'
json\t'One JSON object per line, for programs'"
complete -c picarun -l profile-html -d 'Write an HTML page of the sources with the cost of each line' -r -F
complete -c picarun -l test -d 'Run the tests of shaders in TOML files' -r -F
complete -c picarun -l filter -d 'Run only the cases whose names contain this text' -r
complete -c picarun -l render -d 'Draw the picture of a scene' -r -F
complete -c picarun -s o -l output -d 'Write the picture to this file, as PNG; `-` is standard output' -r -F
complete -c picarun -l expect -d 'Compare the picture with that of a PNG file; it is an error if they differ' -r -F
complete -c picarun -l tolerance -d 'The largest difference of a channel, from 0 to 255, that is none' -r
complete -c picarun -l error-format -d 'The format of diagnostics on standard error' -r -f -a "human\t'Source lines, with marks under them'
short\t'FILE:LINE:COL: error: TEXT [NAME], one line per diagnostic, for editors; a line with note: shows where a macro uses a wrong argument'
json\t'One JSON object per line, for programs'"
complete -c picarun -l color -d 'When diagnostics are coloured' -r -f -a "auto\t'On a terminal, unless the environment variable NO_COLOR is set'
always\t'Always'
never\t'Never'"
complete -c picarun -l error-limit -d 'The most errors to report; 0 for all' -r
complete -c picarun -s n -l no-nop -d 'Insert no padding NOPs into sources; warn of each missing one'
complete -c picarun -l no-pseudo -d 'Reject pseudo-instructions in sources'
complete -c picarun -l geometry -d 'The shaders in dialects are geometry shaders'
complete -c picarun -l fix-depth -d 'Move depths from 0 to w, as Direct3D clips them, to those from -w to 0, as this machine clips them'
complete -c picarun -l fast-round -d 'Round halves up, not to even numbers, which takes fewer instructions'
complete -c picarun -l strict-math -d 'Keep the order of sums and products'
complete -c picarun -l float24 -d 'Truncate all numbers to 24 bits, as in the registers of the machine'
complete -c picarun -l profile -d 'Print the cost of each procedure and each source line, after the outputs'
complete -c picarun -s h -l help -d 'Print help (see more with \'--help\')'
complete -c picarun -s V -l version -d 'Print version'
