
use builtin;
use str;

set edit:completion:arg-completer[picaar] = {|@words|
    fn spaces {|n|
        builtin:repeat $n ' ' | str:join ''
    }
    fn cand {|text desc|
        edit:complex-candidate $text &display=$text' '(spaces (- 14 (wcswidth $text)))$desc
    }
    var command = 'picaar'
    for word $words[1..-1] {
        if (str:has-prefix $word '-') {
            break
        }
        set command = $command';'$word
    }
    var completions = [
        &'picaar'= {
            cand --error-format 'How diagnostics are written on standard error'
            cand --color 'When diagnostics are coloured'
            cand --any-file 'Put in files that are no objects, too, or objects of other versions'
            cand --symbols 'List the symbol index instead of the members: each procedure, and the member that it is in'
            cand -h 'Print help (see more with ''--help'')'
            cand --help 'Print help (see more with ''--help'')'
            cand -V 'Print version'
            cand --version 'Print version'
        }
    ]
    $completions[$command]
}
