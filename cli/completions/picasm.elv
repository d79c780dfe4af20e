
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
            cand -o 'The object to write, or the folder for the objects'
            cand --output 'The object to write, or the folder for the objects'
            cand -a 'Write a listing: the sources beside their words, then the tables'
            cand --listing 'Write a listing: the sources beside their words, then the tables'
            cand --entry 'The label at which shaders in another dialect start'
            cand --stdin-name 'The file that standard input stands for: its name in diagnostics, and the folder of its includes'
            cand -I 'A folder to search for includes'
            cand --include-path 'A folder to search for includes'
            cand --dialect 'The dialect of all sources'
            cand --dependency-file 'The file for the dependencies (-MF FILE)'
            cand --dependency-target 'The target in the dependency file, in place of the output''s name (-MT NAME, -MQ NAME)'
            cand --explain 'Explain a diagnostic; without NAME, list all'
            cand --define 'Declare a number for sources (-D NAME=NUMBER)'
            cand -A 'Do not report the diagnostic NAME'
            cand --allow 'Do not report the diagnostic NAME'
            cand -W 'Report the diagnostic NAME as a warning'
            cand --warn 'Report the diagnostic NAME as a warning'
            cand -D 'Report the diagnostic NAME as an error'
            cand --deny 'Report the diagnostic NAME as an error'
            cand -j 'The most builds to run at a time'
            cand --jobs 'The most builds to run at a time'
            cand --remap-path-prefix 'In outputs, replace the path FROM at the beginning of file names by TO'
            cand --error-format 'The format of diagnostics on standard error [default: human]'
            cand --color 'When diagnostics are coloured'
            cand --error-limit 'The most errors to report; 0 for all'
            cand --check 'Report what is wrong with the sources, but write nothing'
            cand -E 'Write the source after includes, macros and conditionals'
            cand --preprocess 'Write the source after includes, macros and conditionals'
            cand -n 'Insert no padding NOPs into sources; warn of each missing one'
            cand --no-nop 'Insert no padding NOPs into sources; warn of each missing one'
            cand --no-pseudo 'Reject pseudo-instructions in sources'
            cand --geometry 'The shaders in dialects are geometry shaders'
            cand --dependencies 'Write the dependencies of the outputs, and nothing else (-M)'
            cand --write-dependencies 'Also write the dependencies of the outputs to a file beside them (-MD)'
            cand --phony-dependencies 'Add an empty rule for each input but the first, so that make accepts removed inputs (-MP)'
            cand -h 'Print help (see more with ''--help'')'
            cand --help 'Print help (see more with ''--help'')'
            cand -V 'Print version'
            cand --version 'Print version'
        }
    ]
    $completions[$command]
}
