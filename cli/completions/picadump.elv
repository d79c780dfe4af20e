
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
            cand --addr2line 'Say which source line each of some words comes from, as addr2line does'
            cand -o 'The file or folder that `--disassemble` writes to; `-` is standard output'
            cand --output 'The file or folder that `--disassemble` writes to; `-` is standard output'
            cand --extract 'Write what `--scan` finds into a folder, each find as a file'
            cand -A 'Allow the diagnostic of this name: do not report it'
            cand --allow 'Allow the diagnostic of this name: do not report it'
            cand -W 'Make the diagnostic of this name a warning'
            cand --warn 'Make the diagnostic of this name a warning'
            cand -D 'Make the diagnostic of this name an error; for sources, NAME=NUMBER declares a number'
            cand --deny 'Make the diagnostic of this name an error; for sources, NAME=NUMBER declares a number'
            cand --error-format 'How diagnostics are written on standard error'
            cand --color 'When text and diagnostics are coloured'
            cand --headers 'Show the headers'
            cand --code 'Show the code, word by word'
            cand --descriptors 'Show the operand descriptors: masks, selectors and signs'
            cand --constants 'Show the constants: what registers are loaded with'
            cand --labels 'Show procedures and labels, and what an object calls in others'
            cand --outputs 'Show the outputs and what they are for'
            cand --uniforms 'Show inputs and uniforms with their registers'
            cand --lines 'Show the line table: the source line of each word'
            cand --relocations 'Show what linking changes in the instructions of an object'
            cand --files 'Show the names of source files'
            cand --symbols 'List all names, one on a line, as nm does'
            cand --size 'Show how much of the hardware''s resources is used, and by what'
            cand --raw 'Show every byte beside what it says'
            cand -d 'Write source text that makes the same file'
            cand --disassemble 'Write source text that makes the same file'
            cand --json 'Show the file as JSON'
            cand --dot 'Show the control flow of each shader as a graph for Graphviz'
            cand --scan 'List the shader binaries and objects that any file has within it'
            cand --diff 'Show in what two shader binaries differ: code by procedure, and tables'
            cand --verify 'Check a shader binary: what hangs the console or its loader, and what is suspicious'
            cand -h 'Print help (see more with ''--help'')'
            cand --help 'Print help (see more with ''--help'')'
            cand -V 'Print version'
            cand --version 'Print version'
        }
    ]
    $completions[$command]
}
