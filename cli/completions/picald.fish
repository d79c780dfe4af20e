complete -c picald -l project -d 'Build the binaries that a project names: the file pica200.toml, which FILE or its folder names' -r -F
complete -c picald -l stdin-name -d 'The file that standard input stands for: its name in diagnostics, and the folder of its includes' -r -F
complete -c picald -s l -l library -d 'Link with an archive in one of the folders of -L' -r
complete -c picald -s L -l library-path -d 'A folder to search for the libraries of all -l' -r -F
complete -c picald -s o -l output -d 'The shader binary, or with -r the object, to write; `-` is standard output, and a folder means a binary for each source' -r -F
complete -c picald -l header -d 'Write a C header with the registers of the uniforms, as picasso does; `-` is standard output' -r -F
complete -c picald -l rust -d 'Write a Rust module with the binary and constants for its shaders; `-` is standard output' -r -F
complete -c picald -l cpp -d 'Write a C++17 header with the same contents; `-` is standard output' -r -F
complete -c picald -l c -d 'Write a C99 header with the same contents; `-` is standard output' -r -F
complete -c picald -s e -l entry -d 'Start the shader at this procedure, whatever its source says' -r
complete -c picald -l compat -d 'Reproduce the output of another tool for the same sources, byte for byte' -r -f -a "picasso\t'picasso 2.7.2: its order of registers and descriptors; no labels, file names and lines; no constants of libraries in shaders'"
complete -c picald -s a -l listing -d 'Write a listing: the sources beside their words, then the tables with descriptors and registers; `-` is standard output' -r -F
complete -c picald -s I -l include-path -d 'A folder to search for includes' -r -F
complete -c picald -l dialect -d 'The dialect of all sources; `auto` is that which each looks like' -r -f -a "nihstro\t''
aemstro\t''
auto\t''"
complete -c picald -l map-output -d 'Make a property of an output: `--map-output WORLDPOS=view`' -r
complete -c picald -l ignore-output -d 'Leave out an output, and what only it needs' -r
complete -c picald -l shader-entry -d 'The entry point to translate, where a source has several' -r
complete -c picald -l vertex-id -d 'Where the numbers of vertices and instances come from, which this machine does not count' -r -f -a "attribute\t'Attributes, which the application fills with numbers'"
complete -c picald -l matrix-columns -d 'The registers of a uniform matrix hold its columns, not its rows' -r
complete -c picald -l float-uniform -d 'Keep a uniform a number that would become a boolean uniform' -r
complete -c picald -l loop-uniform -d 'Count the rounds of loops with an integer uniform; such loops have at least one round' -r
complete -c picald -l lang -d 'The language of all sources and compiled shaders among the inputs' -r -f -a "assembly\t''
direct3d\t''
hlsl\t''
wgsl\t''
glsl\t''
spirv\t''"
complete -c picald -l hlsl-compiler -d 'The compiler for inputs in HLSL (.hlsl): the name or the path of vkd3d-compiler, fxc, dxc or glslangValidator' -r -F
complete -c picald -l hlsl-entry -d 'The function to compile of inputs in HLSL; `main` by default' -r
complete -c picald -l hlsl-profile -d 'The profile for inputs in HLSL; `vs_4_0` by default' -r
complete -c picald -l dependency-file -d 'The file for the dependencies (-MF FILE)' -r -F
complete -c picald -l dependency-target -d 'The target in the dependency file, in place of the output\'s name (-MT NAME, -MQ NAME)' -r
complete -c picald -l explain -d 'Explain a diagnostic, with examples and a remedy; without NAME, list all diagnostics' -r
complete -c picald -s A -l allow -d 'Allow the diagnostic of this name: do not report it' -r
complete -c picald -s W -l warn -d 'Make the diagnostic of this name a warning' -r
complete -c picald -s D -l deny -d 'Make the diagnostic of this name an error; for sources, NAME=NUMBER declares a number' -r
complete -c picald -s j -l jobs -d 'The most builds to run at a time; by default, as many as there are processors' -r
complete -c picald -l map -d 'Write a map as text: procedures, labels, uniforms, constants, and how much of each hardware limit is used' -r -F
complete -c picald -l map-json -d 'Write the map as JSON; JSON.md describes it' -r -F
complete -c picald -l remap-path-prefix -d 'In outputs, replace the path FROM at the beginning of file names by TO' -r
complete -c picald -l error-format -d 'The format of diagnostics on standard error' -r -f -a "human\t'Source lines, with marks under them'
short\t'FILE:LINE:COL: error: TEXT [NAME], one line per diagnostic, for editors; a line with note: shows where a macro uses a wrong argument'
json\t'One JSON object per line, for programs'"
complete -c picald -l color -d 'When diagnostics are coloured' -r -f -a "auto\t'On a terminal, unless the environment variable NO_COLOR is set'
always\t'Always'
never\t'Never'"
complete -c picald -l error-limit -d 'The most errors to report; 0 for all' -r
complete -c picald -s r -l relocatable -d 'Combine the inputs into one object, which can be linked with others'
complete -c picald -l split -d 'Divide the variations of a file among several binaries, as many as their limits need'
complete -c picald -s g -l debug -d 'Write the line table: the file and line of each instruction'
complete -c picald -s s -l strip -d 'Leave out labels, file names and lines'
complete -c picald -s n -l no-nop -d 'Insert no padding NOPs into sources; warn of each missing one'
complete -c picald -l no-pseudo -d 'Reject pseudo-instructions in sources'
complete -c picald -l geometry -d 'The shaders in dialects are geometry shaders'
complete -c picald -l fix-depth -d 'Move depths from 0 to w, as Direct3D clips them, to those from -w to 0, as this machine clips them'
complete -c picald -l fast-round -d 'Round halves up, not to even numbers, which takes fewer instructions'
complete -c picald -l strict-math -d 'Keep the order of sums and products'
complete -c picald -l dependencies -d 'Write the dependencies of the outputs, and nothing else (-M)'
complete -c picald -l write-dependencies -d 'Also write the dependencies of the outputs to a file beside them (-MD)'
complete -c picald -l phony-dependencies -d 'Add an empty rule for each input but the first, so that make accepts removed inputs (-MP)'
complete -c picald -l gc-sections -d 'Leave out code that no shader refers to, and constants that no code reads (the default)'
complete -c picald -l no-gc-sections -d 'Keep all code and all constants'
complete -c picald -l print-gc-sections -d 'Print on standard error what is left out, and why'
complete -c picald -l icf -d 'Place identical procedures only once (the default without -g)'
complete -c picald -l no-icf -d 'Place every procedure, even if it is identical to another one'
complete -c picald -l merge-constants -d 'Let constants with equal values share registers (the default)'
complete -c picald -l no-merge-constants -d 'Give each constant its own registers'
complete -c picald -l pad-constants -d 'Keep one constant if a shader would otherwise load none (the default)'
complete -c picald -l no-pad-constants -d 'Leave out all constants that no code reads, even the last one'
complete -c picald -s h -l help -d 'Print help (see more with \'--help\')'
complete -c picald -s V -l version -d 'Print version'
