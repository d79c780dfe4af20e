
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
            cand --addr2line 'Show the source line of each of the given words, as addr2line does'
            cand --profile 'Colour the page of `--html` by the executions of each word'
            cand -I 'A folder to search for includes'
            cand --include-path 'A folder to search for includes'
            cand -o 'The file or folder to which `--disassemble` and `--html` write'
            cand --output 'The file or folder to which `--disassemble` and `--html` write'
            cand --compiler 'Print the text of this version of Direct3D''s compiler'
            cand --variation 'Show the shaders of a variation of a program in a SHARCFB archive'
            cand --set 'The values of macros for `--variation`'
            cand --extract 'Write each file that `--scan` finds to a folder'
            cand --shader-file 'The number of the shader binary to show, in a file with several'
            cand --define 'Declare a number for sources (-D NAME=NUMBER)'
            cand -A 'Do not report the diagnostic NAME'
            cand --allow 'Do not report the diagnostic NAME'
            cand -W 'Report the diagnostic NAME as a warning'
            cand --warn 'Report the diagnostic NAME as a warning'
            cand -D 'Report the diagnostic NAME as an error'
            cand --deny 'Report the diagnostic NAME as an error'
            cand --error-format 'The format of diagnostics on standard error [default: human]'
            cand --error-limit 'The most errors to report; 0 for all'
            cand --color 'When text and diagnostics are coloured'
            cand --headers 'Show the headers'
            cand --code 'Show the code, word by word'
            cand --descriptors 'Show the operand descriptors: masks, selectors and signs'
            cand --constants 'Show the constants: the values that are loaded into registers'
            cand --labels 'Show procedures and labels, and the external names of an object'
            cand --outputs 'Show the outputs and their properties'
            cand --uniforms 'Show inputs and uniforms with their registers'
            cand --lines 'Show the line table: the source line of each word'
            cand --relocations 'Show the relocations: what linking changes in an object'
            cand --files 'Show the names of source files'
            cand --symbols 'List all names, one per line, as nm does'
            cand --size 'Show how much of each hardware limit is used, and by what'
            cand --raw 'Show every byte beside its meaning'
            cand -d 'Write source text that reproduces the file'
            cand --disassemble 'Write source text that reproduces the file'
            cand --json 'Show the file as JSON'
            cand --dot 'Show the control flow of each shader as a graph for Graphviz'
            cand --scan 'List the files with shaders within any file'
            cand --diff 'Show the differences between two files of a kind: code, and tables'
            cand --verify 'Check a file for what hangs the console or its loader, and for suspicious code'
            cand --html 'Write a page in HTML: code beside its source, control flow, registers'
            cand --listing 'Put all tables before the disassembly of a DXBC container'
            cand -h 'Print help (see more with ''--help'')'
            cand --help 'Print help (see more with ''--help'')'
            cand -V 'Print version'
            cand --version 'Print version'
        }
    ]
    $completions[$command]
}
