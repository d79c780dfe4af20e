
use builtin;
use str;

set edit:completion:arg-completer[picald] = {|@words|
    fn spaces {|n|
        builtin:repeat $n ' ' | str:join ''
    }
    fn cand {|text desc|
        edit:complex-candidate $text &display=$text' '(spaces (- 14 (wcswidth $text)))$desc
    }
    var command = 'picald'
    for word $words[1..-1] {
        if (str:has-prefix $word '-') {
            break
        }
        set command = $command';'$word
    }
    var completions = [
        &'picald'= {
            cand --project 'Build the binaries that a project names, in the file pica200.toml'
            cand --stdin-name 'The file that standard input stands for: its name in diagnostics, and the folder of its includes'
            cand -l 'Link with an archive in one of the folders of -L'
            cand --library 'Link with an archive in one of the folders of -L'
            cand -L 'A folder to search for the libraries of all -l'
            cand --library-path 'A folder to search for the libraries of all -l'
            cand -o 'The shader binary, or with -r the object, to write'
            cand --output 'The shader binary, or with -r the object, to write'
            cand --header 'Write a C header with the registers of the uniforms, as picasso does'
            cand --rust 'Write a Rust module with the binary and constants for its shaders'
            cand --cpp 'Write a C++17 header with the same contents'
            cand --c 'Write a C99 header with the same contents'
            cand -e 'Start the shader at this procedure, whatever its source says'
            cand --entry 'Start the shader at this procedure, whatever its source says'
            cand --compat 'Reproduce the output of another tool, byte for byte'
            cand -a 'Write a listing: the sources beside their words, then the tables'
            cand --listing 'Write a listing: the sources beside their words, then the tables'
            cand --map 'Write a map: procedures, uniforms, constants, and the use of each limit'
            cand --map-json 'Write the map as JSON'
            cand -I 'A folder to search for includes'
            cand --include-path 'A folder to search for includes'
            cand --dialect 'The dialect of all sources'
            cand --map-output 'Make a property of an output: `--map-output WORLDPOS=view`'
            cand --ignore-output 'Leave out an output, and what only it needs'
            cand --shader-entry 'The entry point to translate, where a source has several'
            cand --vertex-id 'Where the numbers of vertices and instances come from, which this machine does not count'
            cand --matrix-columns 'The registers of a uniform matrix hold its columns, not its rows'
            cand --float-uniform 'Keep a uniform a number that would become a boolean uniform'
            cand --loop-uniform 'Count the rounds of loops with an integer uniform; such loops have at least one round'
            cand --array-length 'Give an array of uniforms fewer elements: `--array-length Bones=20`'
            cand --lang 'The language of all sources and compiled shaders'
            cand --hlsl-compiler 'The compiler for inputs in HLSL (.hlsl)'
            cand --hlsl-entry 'The function to compile of inputs in HLSL; `main` by default'
            cand --hlsl-profile 'The profile for inputs in HLSL; `vs_4_0` by default'
            cand --dependency-file 'The file for the dependencies (-MF FILE)'
            cand --dependency-target 'The target in the dependency file, in place of the output''s name (-MT NAME, -MQ NAME)'
            cand --explain 'Explain a diagnostic; without NAME, list all'
            cand --define 'Declare a number for sources (-D NAME=NUMBER)'
            cand -A 'Do not report the diagnostic NAME'
            cand --allow 'Do not report the diagnostic NAME'
            cand -W 'Report the diagnostic NAME as a warning'
            cand --warn 'Report the diagnostic NAME as a warning'
            cand -D 'Report the diagnostic NAME as an error'
            cand --deny 'Report the diagnostic NAME as an error'
            cand -j 'The most builds to run at a time'
            cand --jobs 'The most builds to run at a time'
            cand --remap-path-prefix 'In outputs, replace the path FROM at the beginning of file names by TO'
            cand --error-format 'The format of diagnostics on standard error [default: human]'
            cand --color 'When diagnostics are coloured'
            cand --error-limit 'The most errors to report; 0 for all'
            cand -r 'Combine the inputs into one object, which can be linked with others'
            cand --relocatable 'Combine the inputs into one object, which can be linked with others'
            cand --split 'Divide the variations of a file among several binaries'
            cand -g 'Write the line table: the file and line of each instruction'
            cand --debug 'Write the line table: the file and line of each instruction'
            cand -s 'Leave out labels, file names and lines'
            cand --strip 'Leave out labels, file names and lines'
            cand --gc-sections 'Leave out code that no shader refers to, and constants that no code reads (the default)'
            cand --no-gc-sections 'Keep all code and all constants'
            cand --icf 'Place identical procedures only once (the default without -g)'
            cand --no-icf 'Place every procedure, even if it is identical to another one'
            cand --merge-constants 'Let constants with equal values share registers (the default)'
            cand --no-merge-constants 'Give each constant its own registers'
            cand --pad-constants 'Keep one constant if a shader would otherwise load none (the default)'
            cand --no-pad-constants 'Leave out all constants that no code reads, even the last one'
            cand --print-gc-sections 'Print on standard error what is left out, and why'
            cand -n 'Insert no padding NOPs into sources; warn of each missing one'
            cand --no-nop 'Insert no padding NOPs into sources; warn of each missing one'
            cand --no-pseudo 'Reject pseudo-instructions in sources'
            cand --geometry 'The shaders in dialects are geometry shaders'
            cand --fix-depth 'Move depths from 0 to w, as Direct3D clips them, to those from -w to 0, as this machine clips them'
            cand --fast-round 'Round halves up, not to even numbers, which takes fewer instructions'
            cand --strict-math 'Keep the order of sums and products'
            cand --dependencies 'Write the dependencies of the outputs, and nothing else (-M)'
            cand --write-dependencies 'Also write the dependencies of the outputs to a file beside them (-MD)'
            cand --phony-dependencies 'Add an empty rule for each input but the first, so that make accepts removed inputs (-MP)'
            cand -h 'Print help (see more with ''--help'')'
            cand --help 'Print help (see more with ''--help'')'
            cand -V 'Print version'
            cand --version 'Print version'
        }
    ]
    $completions[$command]
}
