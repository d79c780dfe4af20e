
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
            cand --remap-path-prefix 'In outputs, let names of files that begin with the path FROM begin with TO'
            cand --error-format 'How diagnostics are written on standard error'
            cand --color 'When diagnostics are coloured'
            cand -n 'Put in no padding NOPs; each missing one draws a warning'
            cand --no-nop 'Put in no padding NOPs; each missing one draws a warning'
            cand -h 'Print help (see more with ''--help'')'
            cand --help 'Print help (see more with ''--help'')'
            cand -V 'Print version'
            cand --version 'Print version'
        }
    ]
    $completions[$command]
}
