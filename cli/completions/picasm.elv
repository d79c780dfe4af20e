
use builtin;
use str;

set edit:completion:arg-completer[picasm] = {|@words|
    fn spaces {|n|
        builtin:repeat $n ' ' | str:join ''
    }
    fn cand {|text desc|
        edit:complex-candidate $text &display=$text' '(spaces (- 14 (wcswidth $text)))$desc
    }
    var command = 'picasm'
    for word $words[1..-1] {
        if (str:has-prefix $word '-') {
            break
        }
        set command = $command';'$word
    }
    var completions = [
        &'picasm'= {
            cand -o 'The object to write, or the folder for the objects; `-` is standard output'
            cand --output 'The object to write, or the folder for the objects; `-` is standard output'
            cand -I 'A folder to look for includes in'
            cand --include-path 'A folder to look for includes in'
            cand -A 'Say nothing of what has this name'
            cand --allow 'Say nothing of what has this name'
            cand -W 'Warn of what has this name'
            cand --warn 'Warn of what has this name'
            cand -D 'Make an error of what has this name; or, with NAME=NUMBER, declare a number for all sources'
            cand --deny 'Make an error of what has this name; or, with NAME=NUMBER, declare a number for all sources'
            cand --remap-path-prefix 'In outputs, let names of files that begin with the path FROM begin with TO'
            cand --error-format 'How diagnostics are written on standard error'
            cand --color 'When diagnostics are coloured'
            cand -n 'Put no padding NOPs into sources; each missing one draws a warning'
            cand --no-nop 'Put no padding NOPs into sources; each missing one draws a warning'
            cand -h 'Print help (see more with ''--help'')'
            cand --help 'Print help (see more with ''--help'')'
            cand -V 'Print version'
            cand --version 'Print version'
        }
    ]
    $completions[$command]
}
