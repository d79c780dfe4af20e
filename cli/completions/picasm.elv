
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
            cand -o 'Write output to OUT (`-`: standard output; a directory: one object per source)'
            cand --output 'Write output to OUT (`-`: standard output; a directory: one object per source)'
            cand -a 'Write a listing: the sources next to their code words, then the tables'
            cand --listing 'Write a listing: the sources next to their code words, then the tables'
            cand --entry 'Override the entry point of shaders in another dialect'
            cand --stdin-name 'Treat standard input as FILE, for diagnostics and includes'
            cand -I 'Search DIR for includes'
            cand --include-path 'Search DIR for includes'
            cand --dialect 'Treat all sources as this dialect'
            cand --dependency-file 'Write the dependencies to FILE (-MF FILE)'
            cand --dependency-target 'Target of the rule, instead of the output''s name (-MT NAME, -MQ NAME)'
            cand --explain 'Explain a diagnostic; without NAME, list all diagnostics'
            cand --define 'Define NAME as NUMBER (-D NAME=NUMBER)'
            cand -A 'Do not report the diagnostic NAME'
            cand --allow 'Do not report the diagnostic NAME'
            cand -W 'Report the diagnostic NAME as a warning'
            cand --warn 'Report the diagnostic NAME as a warning'
            cand -D 'Report the diagnostic NAME as an error'
            cand --deny 'Report the diagnostic NAME as an error'
            cand -j 'Number of parallel jobs [default: number of CPUs]'
            cand --jobs 'Number of parallel jobs [default: number of CPUs]'
            cand --remap-path-prefix 'Replace the prefix FROM of file names in outputs by TO'
            cand --error-format 'Format of diagnostics on standard error [default: human]'
            cand --color 'When to colour diagnostics'
            cand --error-limit 'Stop reporting after N errors; 0 reports all'
            cand --check 'Report diagnostics, but write nothing'
            cand -E 'Write the source after preprocessing'
            cand --preprocess 'Write the source after preprocessing'
            cand -n 'Do not insert padding NOPs into sources; warn about each missing one'
            cand --no-nop 'Do not insert padding NOPs into sources; warn about each missing one'
            cand --no-pseudo 'Reject pseudo-instructions in sources'
            cand --geometry 'Treat shaders in older dialects as geometry shaders'
            cand --dependencies 'Write the dependencies of the outputs instead of the outputs (-M)'
            cand --write-dependencies 'Also write the dependencies of the outputs to a file next to each (-MD)'
            cand --phony-dependencies 'Add a phony target for each input but the first, so that make does not fail when an input is deleted (-MP)'
            cand -h 'Print help (see more with ''--help'')'
            cand --help 'Print help (see more with ''--help'')'
            cand -V 'Print version'
            cand --version 'Print version'
        }
    ]
    $completions[$command]
}
