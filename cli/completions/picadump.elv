
use builtin;
use str;

set edit:completion:arg-completer[picadump] = {|@words|
    fn spaces {|n|
        builtin:repeat $n ' ' | str:join ''
    }
    fn cand {|text desc|
        edit:complex-candidate $text &display=$text' '(spaces (- 14 (wcswidth $text)))$desc
    }
    var command = 'picadump'
    for word $words[1..-1] {
        if (str:has-prefix $word '-') {
            break
        }
        set command = $command';'$word
    }
    var completions = [
        &'picadump'= {
            cand --addr2line 'Show the source line of each word offset, like addr2line'
            cand --profile 'Colour the page of `--html` by the number of executions of each word'
            cand -I 'Search DIR for includes'
            cand --include-path 'Search DIR for includes'
            cand -o 'Write the output of `--disassemble` and `--html` to OUT'
            cand --output 'Write the output of `--disassemble` and `--html` to OUT'
            cand --compiler 'Use the syntax of this version of Direct3D''s compiler'
            cand --variation 'Show the shaders of a variation of a program in a SHARCFB archive'
            cand --set 'Set macros for `--variation`'
            cand --extract 'Extract each file found by `--scan` to DIR'
            cand --shader-file 'Select the shader binary in a file with several'
            cand --define 'Define NAME as NUMBER (-D NAME=NUMBER)'
            cand -A 'Do not report the diagnostic NAME'
            cand --allow 'Do not report the diagnostic NAME'
            cand -W 'Report the diagnostic NAME as a warning'
            cand --warn 'Report the diagnostic NAME as a warning'
            cand -D 'Report the diagnostic NAME as an error'
            cand --deny 'Report the diagnostic NAME as an error'
            cand --error-format 'Format of diagnostics on standard error [default: human]'
            cand --error-limit 'Stop reporting after N errors; 0 reports all'
            cand --color 'When to colour text and diagnostics'
            cand --headers 'Show the headers'
            cand --code 'Show the code, word by word'
            cand --descriptors 'Show the operand descriptors: masks, swizzles and signs'
            cand --constants 'Show the constants: the values that are loaded into registers'
            cand --labels 'Show procedures and labels, and the external names of an object'
            cand --outputs 'Show the outputs and their properties'
            cand --uniforms 'Show inputs and uniforms with their registers'
            cand --lines 'Show the line table: the source line of each word'
            cand --relocations 'Show the relocations: what linking changes in an object'
            cand --files 'Show the names of source files'
            cand --symbols 'List all names, one per line, like nm'
            cand --size 'Show how much of each hardware limit is used, and by what'
            cand --raw 'Show every byte with its meaning'
            cand -d 'Write source text that reproduces the file'
            cand --disassemble 'Write source text that reproduces the file'
            cand --json 'Show the file as JSON'
            cand --dot 'Show the control flow of each shader as a Graphviz graph'
            cand --scan 'List the files with shaders that are embedded in any file'
            cand --diff 'Show the differences between two files of the same kind: code, and tables'
            cand --verify 'Check a file for what hangs the console or its loader, and for suspicious code'
            cand --html 'Write an HTML page: code next to its source, control flow, registers'
            cand --listing 'Print all tables before the disassembly of a DXBC container'
            cand -h 'Print help (see more with ''--help'')'
            cand --help 'Print help (see more with ''--help'')'
            cand -V 'Print version'
            cand --version 'Print version'
        }
    ]
    $completions[$command]
}
