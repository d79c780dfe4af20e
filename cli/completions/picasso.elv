
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
            cand -o 'Write the shader binary to OUT (`-`: standard output). If repeated, the last one wins'
            cand --out 'Write the shader binary to OUT (`-`: standard output). If repeated, the last one wins'
            cand -h 'Write a C header with the registers of the uniforms. If repeated, the last one wins'
            cand --header 'Write a C header with the registers of the uniforms. If repeated, the last one wins'
            cand -n 'Do not insert padding NOPs; warn about each missing one'
            cand --no-nop 'Do not insert padding NOPs; warn about each missing one'
            cand -? 'Print help'
            cand --help 'Print help'
            cand -v 'Print version'
            cand --version 'Print version'
        }
    ]
    $completions[$command]
}
