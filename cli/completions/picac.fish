complete -c picac -l stdin-name -d 'The file that standard input stands for: its name in diagnostics, and the folder of its includes' -r -F
complete -c picac -s o -l output -d 'The file to write, or the folder for shader binaries; `-` is standard output, for assembly' -r -F
complete -c picac -l emit -d 'Write the program after a stage of the compiler, in place of an output by its suffix' -r
complete -c picac -l header -d 'Write a C header with the registers of the uniforms, as picasso does; `-` is standard output' -r -F
complete -c picac -l rust -d 'Write a Rust module with the binary and constants for its shaders; `-` is standard output' -r -F
complete -c picac -l cpp -d 'Write a C++17 header with the same contents; `-` is standard output' -r -F
complete -c picac -l c -d 'Write a C99 header with the same contents; `-` is standard output' -r -F
complete -c picac -l map-output -d 'Make a property of an output: `--map-output WORLDPOS=view`' -r
complete -c picac -l ignore-output -d 'Leave out an output, and what only it needs' -r
complete -c picac -l shader-entry -d 'The entry point to translate, where a source has several' -r
complete -c picac -l vertex-id -d 'Where the numbers of vertices and instances come from, which this machine does not count' -r -f -a "attribute\t'Attributes, which the application fills with numbers'"
complete -c picac -l matrix-columns -d 'The registers of a uniform matrix hold its columns, not its rows' -r
complete -c picac -l float-uniform -d 'Keep a uniform a number that would become a boolean uniform' -r
complete -c picac -l loop-uniform -d 'Count the rounds of loops with an integer uniform; such loops have at least one round' -r
complete -c picac -l lang -d 'The language of all sources and compiled shaders among the inputs' -r -f -a "assembly\t''
direct3d\t''
hlsl\t''
wgsl\t''
glsl\t''
spirv\t''"
complete -c picac -l hlsl-compiler -d 'The compiler for inputs in HLSL (.hlsl): the name or the path of vkd3d-compiler, fxc, dxc or glslangValidator' -r -F
complete -c picac -l hlsl-entry -d 'The function to compile of inputs in HLSL; `main` by default' -r
complete -c picac -l hlsl-profile -d 'The profile for inputs in HLSL; `vs_4_0` by default' -r
complete -c picac -l dependency-file -d 'The file for the dependencies (-MF FILE)' -r -F
complete -c picac -l dependency-target -d 'The target in the dependency file, in place of the output\'s name (-MT NAME, -MQ NAME)' -r
complete -c picac -l explain -d 'Explain a diagnostic, with examples and a remedy; without NAME, list all diagnostics' -r
complete -c picac -s A -l allow -d 'Allow the diagnostic of this name: do not report it' -r
complete -c picac -s W -l warn -d 'Make the diagnostic of this name a warning' -r
complete -c picac -s D -l deny -d 'Make the diagnostic of this name an error; for sources, NAME=NUMBER declares a number' -r
complete -c picac -s j -l jobs -d 'The most builds to run at a time; by default, as many as there are processors' -r
complete -c picac -l remap-path-prefix -d 'In outputs, replace the path FROM at the beginning of file names by TO' -r
complete -c picac -l error-format -d 'The format of diagnostics on standard error' -r -f -a "human\t'Source lines, with marks under them'
short\t'FILE:LINE:COL: error: TEXT [NAME], one line per diagnostic, for editors; a line with note: shows where a macro uses a wrong argument'
json\t'One JSON object per line, for programs'"
complete -c picac -l color -d 'When diagnostics are coloured' -r -f -a "auto\t'On a terminal, unless the environment variable NO_COLOR is set'
always\t'Always'
never\t'Never'"
complete -c picac -l error-limit -d 'The most errors to report; 0 for all' -r
complete -c picac -s g -l debug -d 'Write the line table into a shader binary: the line of the source for each instruction'
complete -c picac -l fix-depth -d 'Move depths from 0 to w, as Direct3D clips them, to those from -w to 0, as this machine clips them'
complete -c picac -l fast-round -d 'Round halves up, not to even numbers, which takes fewer instructions'
complete -c picac -l strict-math -d 'Keep the order of sums and products'
complete -c picac -l dependencies -d 'Write the dependencies of the outputs, and nothing else (-M)'
complete -c picac -l write-dependencies -d 'Also write the dependencies of the outputs to a file beside them (-MD)'
complete -c picac -l phony-dependencies -d 'Add an empty rule for each input but the first, so that make accepts removed inputs (-MP)'
complete -c picac -s h -l help -d 'Print help (see more with \'--help\')'
complete -c picac -s V -l version -d 'Print version'
