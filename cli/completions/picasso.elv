
use builtin;
use str;

set edit:completion:arg-completer[picasso] = {|@words|
    fn spaces {|n|
        builtin:repeat $n ' ' | str:join ''
    }
    fn cand {|text desc|
        edit:complex-candidate $text &display=$text' '(spaces (- 14 (wcswidth $text)))$desc
    }
    var command = 'picasso'
    for word $words[1..-1] {
        if (str:has-prefix $word '-') {
            break
        }
        set command = $command';'$word
    }
    var completions = [
        &'picasso'= {
            cand -o 'The shader binary to write; `-` is standard output. The last one counts'
            cand --out 'The shader binary to write; `-` is standard output. The last one counts'
            cand -h 'A C header to write, with the registers of the uniforms. The last one counts'
            cand --header 'A C header to write, with the registers of the uniforms. The last one counts'
            cand -n 'Insert no padding NOPs; warn of each missing one'
            cand --no-nop 'Insert no padding NOPs; warn of each missing one'
            cand -? 'Print help'
            cand --help 'Print help'
            cand -v 'Print version'
            cand --version 'Print version'
        }
    ]
    $completions[$command]
}
