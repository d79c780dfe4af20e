
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
            cand -a 'Write a listing: the sources beside their words, then the tables with descriptors and registers; `-` is standard output'
            cand --listing 'Write a listing: the sources beside their words, then the tables with descriptors and registers; `-` is standard output'
            cand -I 'A folder to look for includes in'
            cand --include-path 'A folder to look for includes in'
            cand --dependency-file 'The file for the dependencies (-MF FILE)'
            cand --dependency-target 'What depends on the inputs, in the place of the output''s name (-MT NAME, -MQ NAME)'
            cand --explain 'Explain a diagnostic, with examples and a remedy; without NAME, list all diagnostics'
            cand -A 'Allow the diagnostic of this name: do not report it'
            cand --allow 'Allow the diagnostic of this name: do not report it'
            cand -W 'Make the diagnostic of this name a warning'
            cand --warn 'Make the diagnostic of this name a warning'
            cand -D 'Make the diagnostic of this name an error; for sources, NAME=NUMBER declares a number'
            cand --deny 'Make the diagnostic of this name an error; for sources, NAME=NUMBER declares a number'
            cand --remap-path-prefix 'In outputs, let names of files that begin with the path FROM begin with TO'
            cand --error-format 'How diagnostics are written on standard error'
            cand --color 'When diagnostics are coloured'
            cand -E 'Write the source after includes, macros and conditionals, and assemble nothing'
            cand --preprocess 'Write the source after includes, macros and conditionals, and assemble nothing'
            cand -n 'Put no padding NOPs into sources; each missing one draws a warning'
            cand --no-nop 'Put no padding NOPs into sources; each missing one draws a warning'
            cand --no-pseudo 'Refuse pseudo-instructions in sources'
            cand --dependencies 'Write what the outputs depend on, and nothing else (-M)'
            cand --write-dependencies 'Write what the outputs depend on to a file beside them, too (-MD)'
            cand --phony-dependencies 'Let inputs that are gone be no errors of make: each but the first gets an empty rule (-MP)'
            cand -h 'Print help (see more with ''--help'')'
            cand --help 'Print help (see more with ''--help'')'
            cand -V 'Print version'
            cand --version 'Print version'
        }
    ]
    $completions[$command]
}
