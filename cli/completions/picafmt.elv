
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
            cand --from 'Convert a source in an older dialect to the language of this toolchain'
            cand --entry 'Override the entry point'
            cand -o 'Write output to OUT (`-`: standard output, the default; a directory: files NAME.pica)'
            cand --output 'Write output to OUT (`-`: standard output, the default; a directory: files NAME.pica)'
            cand --stdin-name 'Treat standard input as FILE, for diagnostics and includes'
            cand --error-format 'Format of diagnostics on standard error [default: human]'
            cand --color 'When to colour diagnostics'
            cand --error-limit 'Stop reporting after N errors; 0 reports all'
            cand --check 'Write nothing; report each unformatted source as an error'
            cand --geometry 'Treat the shader as a geometry shader [default: as declared by the source]'
            cand -h 'Print help (see more with ''--help'')'
            cand --help 'Print help (see more with ''--help'')'
            cand -V 'Print version'
            cand --version 'Print version'
        }
    ]
    $completions[$command]
}
