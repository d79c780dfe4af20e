
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
            cand --project 'Build the binaries of a project file, pica200.toml'
            cand --stdin-name 'Treat standard input as FILE, for diagnostics and includes'
            cand -l 'Link with libNAME.a, searched for in the -L directories'
            cand --library 'Link with libNAME.a, searched for in the -L directories'
            cand -L 'Search DIR for the libraries of -l'
            cand --library-path 'Search DIR for the libraries of -l'
            cand -o 'Write the shader binary, or with -r the object, to OUT (`-`: standard output; a directory: one binary per source)'
            cand --output 'Write the shader binary, or with -r the object, to OUT (`-`: standard output; a directory: one binary per source)'
            cand --header 'Write a C header with the registers of the uniforms, as picasso does'
            cand --rust 'Write a Rust module with the binary and constants for its shaders'
            cand --cpp 'Write a C++17 header with the same contents'
            cand --c 'Write a C99 header with the same contents'
            cand -e 'Override the entry point'
            cand --entry 'Override the entry point'
            cand --compat 'Reproduce the output of another tool, byte for byte'
            cand -a 'Write a listing: the sources next to their code words, then the tables'
            cand --listing 'Write a listing: the sources next to their code words, then the tables'
            cand --map 'Write a map: procedures, uniforms, constants, and the usage of each limit'
            cand --map-json 'Write the map as JSON'
            cand -I 'Search DIR for includes'
            cand --include-path 'Search DIR for includes'
            cand --dialect 'Treat all sources as this dialect'
            cand --map-output 'Map an output to a property: `--map-output WORLDPOS=view`'
            cand --ignore-output 'Drop an output and the code that only computes it'
            cand --shader-entry 'Select the entry point to compile if a source has several'
            cand --vertex-id 'Source of the vertex and instance index (the hardware provides none)'
            cand --matrix-columns 'Store the columns of a uniform matrix in its registers instead of its rows'
            cand --float-uniform 'Keep a uniform numeric that would become a boolean uniform'
            cand --loop-uniform 'Use an integer uniform as loop count (the body runs at least once)'
            cand --array-length 'Override the length of a uniform array: `--array-length Bones=20`'
            cand --lang 'Treat all sources and compiled shaders as this language'
            cand --hlsl-compiler 'Compiler for HLSL inputs (.hlsl)'
            cand --hlsl-entry 'Entry function of HLSL inputs [default: main]'
            cand --hlsl-profile 'Profile of HLSL inputs [default: vs_4_0]'
            cand --dependency-file 'Write the dependencies to FILE (-MF FILE)'
            cand --dependency-target 'Target of the rule, instead of the output''s name (-MT NAME, -MQ NAME)'
            cand --explain 'Explain a diagnostic; without NAME, list all diagnostics'
            cand --define 'Define NAME as NUMBER (-D NAME=NUMBER)'
            cand -A 'Do not report the diagnostic NAME'
            cand --allow 'Do not report the diagnostic NAME'
            cand -W 'Report the diagnostic NAME as a warning'
            cand --warn 'Report the diagnostic NAME as a warning'
            cand -D 'Report the diagnostic NAME as an error'
            cand --deny 'Report the diagnostic NAME as an error'
            cand -j 'Number of parallel jobs [default: number of CPUs]'
            cand --jobs 'Number of parallel jobs [default: number of CPUs]'
            cand --remap-path-prefix 'Replace the prefix FROM of file names in outputs by TO'
            cand --error-format 'Format of diagnostics on standard error [default: human]'
            cand --color 'When to colour diagnostics'
            cand --error-limit 'Stop reporting after N errors; 0 reports all'
            cand -r 'Combine the inputs into one object, which can be linked again'
            cand --relocatable 'Combine the inputs into one object, which can be linked again'
            cand --split 'Divide the variations of a variant file among several binaries'
            cand -g 'Write the line table: the file and line of each instruction'
            cand --debug 'Write the line table: the file and line of each instruction'
            cand -s 'Strip labels, file names and lines'
            cand --strip 'Strip labels, file names and lines'
            cand --gc-sections 'Discard unreachable code and unused constants (the default)'
            cand --no-gc-sections 'Keep all code and all constants'
            cand --icf 'Merge identical procedures (the default without -g)'
            cand --no-icf 'Do not merge identical procedures'
            cand --merge-constants 'Allocate equal constants to the same registers (the default)'
            cand --no-merge-constants 'Allocate separate registers to each constant'
            cand --pad-constants 'Keep one constant in each shader that would otherwise have none (the default)'
            cand --no-pad-constants 'Discard all unused constants, even the last one'
            cand --print-gc-sections 'Print what is left out, and why, to standard error'
            cand -n 'Do not insert padding NOPs into sources; warn about each missing one'
            cand --no-nop 'Do not insert padding NOPs into sources; warn about each missing one'
            cand --no-pseudo 'Reject pseudo-instructions in sources'
            cand --geometry 'Treat shaders in older dialects as geometry shaders'
            cand --fix-depth 'Convert depths from Direct3D''s clip range, 0 to w, to the PICA200''s, -w to 0'
            cand --fast-round 'Round halves up instead of to even, which takes fewer instructions'
            cand --strict-math 'Preserve the order of floating-point operations'
            cand --dependencies 'Write the dependencies of the outputs instead of the outputs (-M)'
            cand --write-dependencies 'Also write the dependencies of the outputs to a file next to each (-MD)'
            cand --phony-dependencies 'Add a phony target for each input but the first, so that make does not fail when an input is deleted (-MP)'
            cand -h 'Print help (see more with ''--help'')'
            cand --help 'Print help (see more with ''--help'')'
            cand -V 'Print version'
            cand --version 'Print version'
        }
    ]
    $completions[$command]
}
