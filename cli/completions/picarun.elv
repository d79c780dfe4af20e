
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
            cand --shader 'The shader to run, by its index in the file, counted from 0'
            cand --shader-file 'The number of the shader binary to run, in a file with several'
            cand --entry 'The shader to run, by the name of its entry procedure'
            cand --target 'The machine for the shader of a DXBC container'
            cand --in 'Set an input: `--in position=1,2,3`, `--in v0=1,2,3,1`'
            cand --uniform 'Set a float uniform: `--uniform c4=1`, `--uniform m=@m.toml`'
            cand --int 'Set an integer uniform: `--int count=3,0,1`'
            cand --bool 'Set a boolean uniform: `--bool lit=true`'
            cand --vertex 'Feed a vertex: `--vertex 1,2,3/0.5,0.5`; repeat for each vertex'
            cand --stride 'The number of registers of a primitive in point mode; by default, those of one vertex'
            cand --primitive 'The number of vertices of a primitive in variable mode; by default, all'
            cand --texture 'Bind a picture to a texture: `--texture t0=wood.png`'
            cand --sampler 'Choose how a texture is sampled: `--sampler s0=linear,wrap`'
            cand --budget 'The maximum number of instructions to execute, in all runs'
            cand --trace 'Print each executed instruction, before the outputs'
            cand --profile-html 'Write an HTML page of the sources with the cost of each line'
            cand --test 'Run the tests of shaders in TOML files'
            cand --filter 'Run only the cases whose names contain this text'
            cand --render 'Draw the picture of a scene'
            cand -o 'Write the picture to this file, as PNG; `-` is standard output'
            cand --output 'Write the picture to this file, as PNG; `-` is standard output'
            cand --expect 'Compare the picture with a PNG file; it is an error if they differ'
            cand --tolerance 'The largest difference of a channel, from 0 to 255, that is none'
            cand -l 'Link with an archive in one of the folders of -L'
            cand --library 'Link with an archive in one of the folders of -L'
            cand -L 'A folder to search for the libraries of all -l'
            cand --library-path 'A folder to search for the libraries of all -l'
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
            cand --define 'Declare a number for sources (-D NAME=NUMBER)'
            cand -A 'Do not report the diagnostic NAME'
            cand --allow 'Do not report the diagnostic NAME'
            cand -W 'Report the diagnostic NAME as a warning'
            cand --warn 'Report the diagnostic NAME as a warning'
            cand -D 'Report the diagnostic NAME as an error'
            cand --deny 'Report the diagnostic NAME as an error'
            cand --error-format 'The format of diagnostics on standard error [default: human]'
            cand --color 'When diagnostics are coloured'
            cand --error-limit 'The most errors to report; 0 for all'
            cand --float24 'Truncate all numbers to 24 bits, as in the registers of the machine'
            cand --profile 'Print the cost of each procedure and each source line'
            cand -n 'Insert no padding NOPs into sources; warn of each missing one'
            cand --no-nop 'Insert no padding NOPs into sources; warn of each missing one'
            cand --no-pseudo 'Reject pseudo-instructions in sources'
            cand --geometry 'The shaders in dialects are geometry shaders'
            cand --fix-depth 'Move depths from 0 to w, as Direct3D clips them, to those from -w to 0, as this machine clips them'
            cand --fast-round 'Round halves up, not to even numbers, which takes fewer instructions'
            cand --strict-math 'Keep the order of sums and products'
            cand -h 'Print help (see more with ''--help'')'
            cand --help 'Print help (see more with ''--help'')'
            cand -V 'Print version'
            cand --version 'Print version'
        }
    ]
    $completions[$command]
}
