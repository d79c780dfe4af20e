
use builtin;
use str;

set edit:completion:arg-completer[picarun] = {|@words|
    fn spaces {|n|
        builtin:repeat $n ' ' | str:join ''
    }
    fn cand {|text desc|
        edit:complex-candidate $text &display=$text' '(spaces (- 14 (wcswidth $text)))$desc
    }
    var command = 'picarun'
    for word $words[1..-1] {
        if (str:has-prefix $word '-') {
            break
        }
        set command = $command';'$word
    }
    var completions = [
        &'picarun'= {
            cand --shader 'Select the shader to run by its index in the file, from 0'
            cand --shader-file 'Select the shader binary to run in a file with several'
            cand --entry 'Select the shader to run by its entry procedure'
            cand --target 'Where to run the shader of a DXBC container'
            cand --in 'Set an input: `--in position=1,2,3`, `--in v0=1,2,3,1`'
            cand --uniform 'Set a float uniform: `--uniform c4=1`, `--uniform m=@m.toml`'
            cand --int 'Set an integer uniform: `--int count=3,0,1`'
            cand --bool 'Set a boolean uniform: `--bool lit=true`'
            cand --vertex 'Feed a vertex: `--vertex 1,2,3/0.5,0.5`; repeat for each vertex'
            cand --stride 'Registers per primitive in point mode [default: the registers of one vertex]'
            cand --primitive 'Vertices per primitive in variable mode [default: all]'
            cand --texture 'Bind a picture to a texture: `--texture t0=wood.png`'
            cand --sampler 'Set how a texture is sampled: `--sampler s0=linear,wrap`'
            cand --budget 'Maximum number of instructions to execute, over all runs'
            cand --trace 'Print each executed instruction, before the outputs'
            cand --profile-html 'Write an HTML page of the sources with the cost of each line'
            cand --test 'Run shader tests from TOML files'
            cand --filter 'Run only the cases whose names contain TEXT'
            cand --render 'Render the picture of a scene'
            cand -o 'Write the picture as PNG to OUT (`-`: standard output)'
            cand --output 'Write the picture as PNG to OUT (`-`: standard output)'
            cand --expect 'Compare the picture with a PNG file; it is an error if they differ'
            cand --tolerance 'Maximum difference of a channel that is ignored, from 0 to 255'
            cand -l 'Link with libNAME.a, searched for in the -L directories'
            cand --library 'Link with libNAME.a, searched for in the -L directories'
            cand -L 'Search DIR for the libraries of -l'
            cand --library-path 'Search DIR for the libraries of -l'
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
            cand --define 'Define NAME as NUMBER (-D NAME=NUMBER)'
            cand -A 'Do not report the diagnostic NAME'
            cand --allow 'Do not report the diagnostic NAME'
            cand -W 'Report the diagnostic NAME as a warning'
            cand --warn 'Report the diagnostic NAME as a warning'
            cand -D 'Report the diagnostic NAME as an error'
            cand --deny 'Report the diagnostic NAME as an error'
            cand --error-format 'Format of diagnostics on standard error [default: human]'
            cand --color 'When to colour diagnostics'
            cand --error-limit 'Stop reporting after N errors; 0 reports all'
            cand --float24 'Truncate all numbers to 24 bits, like the hardware registers'
            cand --profile 'Print the cost of each procedure and each source line'
            cand -n 'Do not insert padding NOPs into sources; warn about each missing one'
            cand --no-nop 'Do not insert padding NOPs into sources; warn about each missing one'
            cand --no-pseudo 'Reject pseudo-instructions in sources'
            cand --geometry 'Treat shaders in older dialects as geometry shaders'
            cand --fix-depth 'Convert depths from Direct3D''s clip range, 0 to w, to the PICA200''s, -w to 0'
            cand --fast-round 'Round halves up instead of to even, which takes fewer instructions'
            cand --strict-math 'Preserve the order of floating-point operations'
            cand -h 'Print help (see more with ''--help'')'
            cand --help 'Print help (see more with ''--help'')'
            cand -V 'Print version'
            cand --version 'Print version'
        }
    ]
    $completions[$command]
}
