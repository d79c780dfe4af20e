
use builtin;
use str;

set edit:completion:arg-completer[picac] = {|@words|
    fn spaces {|n|
        builtin:repeat $n ' ' | str:join ''
    }
    fn cand {|text desc|
        edit:complex-candidate $text &display=$text' '(spaces (- 14 (wcswidth $text)))$desc
    }
    var command = 'picac'
    for word $words[1..-1] {
        if (str:has-prefix $word '-') {
            break
        }
        set command = $command';'$word
    }
    var completions = [
        &'picac'= {
            cand --stdin-name 'Treat standard input as FILE, for diagnostics and includes'
            cand -o 'Write output to OUT (`-`: standard output; a directory: one shader binary per source)'
            cand --output 'Write output to OUT (`-`: standard output; a directory: one shader binary per source)'
            cand --emit 'Print the program after a stage of the compiler'
            cand --header 'Write a C header with the registers of the uniforms, as picasso does'
            cand --rust 'Write a Rust module with the binary and constants for its shaders'
            cand --cpp 'Write a C++17 header with the same contents'
            cand --c 'Write a C99 header with the same contents'
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
            cand -g 'Write the line table: the source line of each instruction'
            cand --debug 'Write the line table: the source line of each instruction'
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
