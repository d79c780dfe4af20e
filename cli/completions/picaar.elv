
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
            cand --byte-order 'Convert a SHARCFB archive to another byte order'
            cand -o 'Write the output of `--byte-order` to OUT (`-`: standard output)'
            cand --output 'Write the output of `--byte-order` to OUT (`-`: standard output)'
            cand --error-format 'Format of diagnostics on standard error [default: human]'
            cand --color 'When to colour diagnostics'
            cand --error-limit 'Stop reporting after N errors; 0 reports all'
            cand --any-file 'Also add files that are not objects, or objects of other versions'
            cand --symbols 'List the symbol index instead of the members: each procedure, uniform and constant with its member'
            cand -h 'Print help (see more with ''--help'')'
            cand --help 'Print help (see more with ''--help'')'
            cand -V 'Print version'
            cand --version 'Print version'
        }
    ]
    $completions[$command]
}
