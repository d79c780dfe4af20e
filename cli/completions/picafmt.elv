
use builtin;
use str;

set edit:completion:arg-completer[picafmt] = {|@words|
    fn spaces {|n|
        builtin:repeat $n ' ' | str:join ''
    }
    fn cand {|text desc|
        edit:complex-candidate $text &display=$text' '(spaces (- 14 (wcswidth $text)))$desc
    }
    var command = 'picafmt'
    for word $words[1..-1] {
        if (str:has-prefix $word '-') {
            break
        }
        set command = $command';'$word
    }
    var completions = [
        &'picafmt'= {
            cand --from 'Print a source in an older dialect in the language of this toolchain'
            cand --entry 'The label at which the shader starts'
            cand -o 'The file to write, or the folder for the files NAME.pica'
            cand --output 'The file to write, or the folder for the files NAME.pica'
            cand --stdin-name 'The file that standard input stands for: its name in diagnostics, and the folder of its includes'
            cand --error-format 'The format of diagnostics on standard error [default: human]'
            cand --color 'When diagnostics are coloured'
            cand --error-limit 'The most errors to report; 0 for all'
            cand --check 'Write nothing; report each source that would change as an error'
            cand --geometry 'The shader is a geometry shader; by default, the source says so'
            cand -h 'Print help (see more with ''--help'')'
            cand --help 'Print help (see more with ''--help'')'
            cand -V 'Print version'
            cand --version 'Print version'
        }
    ]
    $completions[$command]
}
