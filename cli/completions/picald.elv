
use builtin;
use str;

set edit:completion:arg-completer[picald] = {|@words|
    fn spaces {|n|
        builtin:repeat $n ' ' | str:join ''
    }
    fn cand {|text desc|
        edit:complex-candidate $text &display=$text' '(spaces (- 14 (wcswidth $text)))$desc
    }
    var command = 'picald'
    for word $words[1..-1] {
        if (str:has-prefix $word '-') {
            break
        }
        set command = $command';'$word
    }
    var completions = [
        &'picald'= {
            cand -l 'Link with an archive that is found in the folders of -L'
            cand --library 'Link with an archive that is found in the folders of -L'
            cand -L 'A folder to look for the libraries of all -l in'
            cand --library-path 'A folder to look for the libraries of all -l in'
            cand -o 'The shader binary, or with -r the object, to write; `-` is standard output'
            cand --output 'The shader binary, or with -r the object, to write; `-` is standard output'
            cand --header 'Write a C header with the registers of the uniforms; `-` is standard output'
            cand --rust 'Write a Rust module that has the binary in it, and constants for its shaders; `-` is standard output'
            cand --cpp 'Write a C++17 header with the same; `-` is standard output'
            cand -e 'Start the shader at this procedure, whatever its source says'
            cand --entry 'Start the shader at this procedure, whatever its source says'
            cand --compat 'Give the bytes that another tool gives for the same sources'
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
            cand --map 'Write what went where as text: procedures, labels, uniforms, constants, and how much of the hardware is used'
            cand --map-json 'Write the same as JSON; JSON.md describes it'
            cand --remap-path-prefix 'In outputs, let names of files that begin with the path FROM begin with TO'
            cand --error-format 'How diagnostics are written on standard error'
            cand --color 'When diagnostics are coloured'
            cand -r 'Make one object of the inputs, which can be linked with others'
            cand --relocatable 'Make one object of the inputs, which can be linked with others'
            cand -g 'Write the line table: file and line of each instruction'
            cand --debug 'Write the line table: file and line of each instruction'
            cand -s 'Leave out labels, file names and lines'
            cand --strip 'Leave out labels, file names and lines'
            cand -n 'Put no padding NOPs into sources; each missing one draws a warning'
            cand --no-nop 'Put no padding NOPs into sources; each missing one draws a warning'
            cand --no-pseudo 'Refuse pseudo-instructions in sources'
            cand --dependencies 'Write what the outputs depend on, and nothing else (-M)'
            cand --write-dependencies 'Write what the outputs depend on to a file beside them, too (-MD)'
            cand --phony-dependencies 'Let inputs that are gone be no errors of make: each but the first gets an empty rule (-MP)'
            cand --gc-sections 'Leave out code that no shader refers to, and constants that no code reads (the default)'
            cand --no-gc-sections 'Keep all code and all constants'
            cand --print-gc-sections 'Say on standard error what is left out, and why'
            cand --icf 'Place procedures that are the same once (the default without -g)'
            cand --no-icf 'Place each procedure'
            cand --merge-constants 'Let constants with the same values share registers (the default)'
            cand --no-merge-constants 'Give each constant registers of its own'
            cand -h 'Print help (see more with ''--help'')'
            cand --help 'Print help (see more with ''--help'')'
            cand -V 'Print version'
            cand --version 'Print version'
        }
    ]
    $completions[$command]
}
