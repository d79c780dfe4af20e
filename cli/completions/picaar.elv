
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
            cand --byte-order 'Write a SHARCFB archive with another byte order'
            cand -o 'The file to which `--byte-order` writes; `-` is standard output'
            cand --output 'The file to which `--byte-order` writes; `-` is standard output'
            cand --error-format 'The format of diagnostics on standard error [default: human]'
            cand --color 'When diagnostics are coloured'
            cand --error-limit 'The most errors to report; 0 for all'
            cand --any-file 'Also add files that are not objects, or objects of other versions'
            cand --symbols 'List the symbol index instead of the members: each procedure, uniform and constant, with its member'
            cand -h 'Print help (see more with ''--help'')'
            cand --help 'Print help (see more with ''--help'')'
            cand -V 'Print version'
            cand --version 'Print version'
        }
    ]
    $completions[$command]
}
