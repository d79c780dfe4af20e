
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
            cand -l 'Link with an archive that is found in the folders of -L'
            cand --library 'Link with an archive that is found in the folders of -L'
            cand -L 'A folder to look for the libraries of all -l in'
            cand --library-path 'A folder to look for the libraries of all -l in'
            cand -I 'A folder to look for includes in'
            cand --include-path 'A folder to look for includes in'
            cand -A 'Allow the diagnostic of this name: do not report it'
            cand --allow 'Allow the diagnostic of this name: do not report it'
            cand -W 'Make the diagnostic of this name a warning'
            cand --warn 'Make the diagnostic of this name a warning'
            cand -D 'Make the diagnostic of this name an error; for sources, NAME=NUMBER declares a number'
            cand --deny 'Make the diagnostic of this name an error; for sources, NAME=NUMBER declares a number'
            cand --shader 'The shader to run, by its place in the file, counted from 0'
            cand --entry 'The shader to run, by the name of its entry procedure'
            cand --in 'Set an input: `--in position=1,2,3`, `--in v0=1,2,3,1`'
            cand --uniform 'Set a float uniform: `--uniform scale=2,2,2,1`, `--uniform c4=1`, `--uniform m=@m.toml`'
            cand --int 'Set an integer uniform: `--int count=3,0,1`'
            cand --bool 'Set a boolean uniform: `--bool lit=true`'
            cand --vertex 'Feed a vertex to a geometry shader: `--vertex 1,2,3/0.5,0.5`; again for each vertex'
            cand --stride 'How many registers make a primitive in point mode; those of one vertex if it is missing'
            cand --primitive 'How many vertices make a primitive in variable mode; all if it is missing'
            cand --budget 'The most instructions that are executed, in all runs'
            cand --trace 'Print each instruction that is executed, before what comes out'
            cand --profile-html 'Write a page (HTML) of the sources with the cost of each line'
            cand --test 'Run the tests of shaders in TOML files'
            cand --filter 'Run the cases alone whose name has this text in it'
            cand --error-format 'How diagnostics are written on standard error'
            cand --color 'When diagnostics are coloured'
            cand -n 'Put no padding NOPs into sources; each missing one draws a warning'
            cand --no-nop 'Put no padding NOPs into sources; each missing one draws a warning'
            cand --no-pseudo 'Refuse pseudo-instructions in sources'
            cand --float24 'Cut all numbers to the 24 bits that the machine''s registers have'
            cand --profile 'Print what each procedure and each source line costs, behind what comes out'
            cand -h 'Print help (see more with ''--help'')'
            cand --help 'Print help (see more with ''--help'')'
            cand -V 'Print version'
            cand --version 'Print version'
        }
    ]
    $completions[$command]
}
