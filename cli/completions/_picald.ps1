
using namespace System.Management.Automation
using namespace System.Management.Automation.Language

Register-ArgumentCompleter -Native -CommandName 'picald' -ScriptBlock {
    param($wordToComplete, $commandAst, $cursorPosition)

    $commandElements = $commandAst.CommandElements
    $command = @(
        'picald'
        for ($i = 1; $i -lt $commandElements.Count; $i++) {
            $element = $commandElements[$i]
            if ($element -isnot [StringConstantExpressionAst] -or
                $element.StringConstantType -ne [StringConstantType]::BareWord -or
                $element.Value.StartsWith('-') -or
                $element.Value -eq $wordToComplete) {
                break
        }
        $element.Value
    }) -join ';'

    $completions = @(switch ($command) {
        'picald' {
            [CompletionResult]::new('--project', '--project', [CompletionResultType]::ParameterName, 'Build the binaries that a project names, in the file pica200.toml')
            [CompletionResult]::new('--stdin-name', '--stdin-name', [CompletionResultType]::ParameterName, 'The file that standard input stands for: its name in diagnostics, and the folder of its includes')
            [CompletionResult]::new('-l', '-l', [CompletionResultType]::ParameterName, 'Link with an archive in one of the folders of -L')
            [CompletionResult]::new('--library', '--library', [CompletionResultType]::ParameterName, 'Link with an archive in one of the folders of -L')
            [CompletionResult]::new('-L', '-L ', [CompletionResultType]::ParameterName, 'A folder to search for the libraries of all -l')
            [CompletionResult]::new('--library-path', '--library-path', [CompletionResultType]::ParameterName, 'A folder to search for the libraries of all -l')
            [CompletionResult]::new('-o', '-o', [CompletionResultType]::ParameterName, 'The shader binary, or with -r the object, to write')
            [CompletionResult]::new('--output', '--output', [CompletionResultType]::ParameterName, 'The shader binary, or with -r the object, to write')
            [CompletionResult]::new('--header', '--header', [CompletionResultType]::ParameterName, 'Write a C header with the registers of the uniforms, as picasso does')
            [CompletionResult]::new('--rust', '--rust', [CompletionResultType]::ParameterName, 'Write a Rust module with the binary and constants for its shaders')
            [CompletionResult]::new('--cpp', '--cpp', [CompletionResultType]::ParameterName, 'Write a C++17 header with the same contents')
            [CompletionResult]::new('--c', '--c', [CompletionResultType]::ParameterName, 'Write a C99 header with the same contents')
            [CompletionResult]::new('-e', '-e', [CompletionResultType]::ParameterName, 'Start the shader at this procedure, whatever its source says')
            [CompletionResult]::new('--entry', '--entry', [CompletionResultType]::ParameterName, 'Start the shader at this procedure, whatever its source says')
            [CompletionResult]::new('--compat', '--compat', [CompletionResultType]::ParameterName, 'Reproduce the output of another tool, byte for byte')
            [CompletionResult]::new('-a', '-a', [CompletionResultType]::ParameterName, 'Write a listing: the sources beside their words, then the tables')
            [CompletionResult]::new('--listing', '--listing', [CompletionResultType]::ParameterName, 'Write a listing: the sources beside their words, then the tables')
            [CompletionResult]::new('--map', '--map', [CompletionResultType]::ParameterName, 'Write a map: procedures, uniforms, constants, and the use of each limit')
            [CompletionResult]::new('--map-json', '--map-json', [CompletionResultType]::ParameterName, 'Write the map as JSON')
            [CompletionResult]::new('-I', '-I ', [CompletionResultType]::ParameterName, 'A folder to search for includes')
            [CompletionResult]::new('--include-path', '--include-path', [CompletionResultType]::ParameterName, 'A folder to search for includes')
            [CompletionResult]::new('--dialect', '--dialect', [CompletionResultType]::ParameterName, 'The dialect of all sources')
            [CompletionResult]::new('--map-output', '--map-output', [CompletionResultType]::ParameterName, 'Make a property of an output: `--map-output WORLDPOS=view`')
            [CompletionResult]::new('--ignore-output', '--ignore-output', [CompletionResultType]::ParameterName, 'Leave out an output, and what only it needs')
            [CompletionResult]::new('--shader-entry', '--shader-entry', [CompletionResultType]::ParameterName, 'The entry point to translate, where a source has several')
            [CompletionResult]::new('--vertex-id', '--vertex-id', [CompletionResultType]::ParameterName, 'Where the numbers of vertices and instances come from, which this machine does not count')
            [CompletionResult]::new('--matrix-columns', '--matrix-columns', [CompletionResultType]::ParameterName, 'The registers of a uniform matrix hold its columns, not its rows')
            [CompletionResult]::new('--float-uniform', '--float-uniform', [CompletionResultType]::ParameterName, 'Keep a uniform a number that would become a boolean uniform')
            [CompletionResult]::new('--loop-uniform', '--loop-uniform', [CompletionResultType]::ParameterName, 'Count the rounds of loops with an integer uniform; such loops have at least one round')
            [CompletionResult]::new('--array-length', '--array-length', [CompletionResultType]::ParameterName, 'Give an array of uniforms fewer elements: `--array-length Bones=20`')
            [CompletionResult]::new('--lang', '--lang', [CompletionResultType]::ParameterName, 'The language of all sources and compiled shaders')
            [CompletionResult]::new('--hlsl-compiler', '--hlsl-compiler', [CompletionResultType]::ParameterName, 'The compiler for inputs in HLSL (.hlsl)')
            [CompletionResult]::new('--hlsl-entry', '--hlsl-entry', [CompletionResultType]::ParameterName, 'The function to compile of inputs in HLSL; `main` by default')
            [CompletionResult]::new('--hlsl-profile', '--hlsl-profile', [CompletionResultType]::ParameterName, 'The profile for inputs in HLSL; `vs_4_0` by default')
            [CompletionResult]::new('--dependency-file', '--dependency-file', [CompletionResultType]::ParameterName, 'The file for the dependencies (-MF FILE)')
            [CompletionResult]::new('--dependency-target', '--dependency-target', [CompletionResultType]::ParameterName, 'The target in the dependency file, in place of the output''s name (-MT NAME, -MQ NAME)')
            [CompletionResult]::new('--explain', '--explain', [CompletionResultType]::ParameterName, 'Explain a diagnostic; without NAME, list all')
            [CompletionResult]::new('--define', '--define', [CompletionResultType]::ParameterName, 'Declare a number for sources (-D NAME=NUMBER)')
            [CompletionResult]::new('-A', '-A ', [CompletionResultType]::ParameterName, 'Do not report the diagnostic NAME')
            [CompletionResult]::new('--allow', '--allow', [CompletionResultType]::ParameterName, 'Do not report the diagnostic NAME')
            [CompletionResult]::new('-W', '-W ', [CompletionResultType]::ParameterName, 'Report the diagnostic NAME as a warning')
            [CompletionResult]::new('--warn', '--warn', [CompletionResultType]::ParameterName, 'Report the diagnostic NAME as a warning')
            [CompletionResult]::new('-D', '-D ', [CompletionResultType]::ParameterName, 'Report the diagnostic NAME as an error')
            [CompletionResult]::new('--deny', '--deny', [CompletionResultType]::ParameterName, 'Report the diagnostic NAME as an error')
            [CompletionResult]::new('-j', '-j', [CompletionResultType]::ParameterName, 'The most builds to run at a time')
            [CompletionResult]::new('--jobs', '--jobs', [CompletionResultType]::ParameterName, 'The most builds to run at a time')
            [CompletionResult]::new('--remap-path-prefix', '--remap-path-prefix', [CompletionResultType]::ParameterName, 'In outputs, replace the path FROM at the beginning of file names by TO')
            [CompletionResult]::new('--error-format', '--error-format', [CompletionResultType]::ParameterName, 'The format of diagnostics on standard error [default: human]')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When diagnostics are coloured')
            [CompletionResult]::new('--error-limit', '--error-limit', [CompletionResultType]::ParameterName, 'The most errors to report; 0 for all')
            [CompletionResult]::new('-r', '-r', [CompletionResultType]::ParameterName, 'Combine the inputs into one object, which can be linked with others')
            [CompletionResult]::new('--relocatable', '--relocatable', [CompletionResultType]::ParameterName, 'Combine the inputs into one object, which can be linked with others')
            [CompletionResult]::new('--split', '--split', [CompletionResultType]::ParameterName, 'Divide the variations of a file among several binaries')
            [CompletionResult]::new('-g', '-g', [CompletionResultType]::ParameterName, 'Write the line table: the file and line of each instruction')
            [CompletionResult]::new('--debug', '--debug', [CompletionResultType]::ParameterName, 'Write the line table: the file and line of each instruction')
            [CompletionResult]::new('-s', '-s', [CompletionResultType]::ParameterName, 'Leave out labels, file names and lines')
            [CompletionResult]::new('--strip', '--strip', [CompletionResultType]::ParameterName, 'Leave out labels, file names and lines')
            [CompletionResult]::new('--gc-sections', '--gc-sections', [CompletionResultType]::ParameterName, 'Leave out code that no shader refers to, and constants that no code reads (the default)')
            [CompletionResult]::new('--no-gc-sections', '--no-gc-sections', [CompletionResultType]::ParameterName, 'Keep all code and all constants')
            [CompletionResult]::new('--icf', '--icf', [CompletionResultType]::ParameterName, 'Place identical procedures only once (the default without -g)')
            [CompletionResult]::new('--no-icf', '--no-icf', [CompletionResultType]::ParameterName, 'Place every procedure, even if it is identical to another one')
            [CompletionResult]::new('--merge-constants', '--merge-constants', [CompletionResultType]::ParameterName, 'Let constants with equal values share registers (the default)')
            [CompletionResult]::new('--no-merge-constants', '--no-merge-constants', [CompletionResultType]::ParameterName, 'Give each constant its own registers')
            [CompletionResult]::new('--pad-constants', '--pad-constants', [CompletionResultType]::ParameterName, 'Keep one constant if a shader would otherwise load none (the default)')
            [CompletionResult]::new('--no-pad-constants', '--no-pad-constants', [CompletionResultType]::ParameterName, 'Leave out all constants that no code reads, even the last one')
            [CompletionResult]::new('--print-gc-sections', '--print-gc-sections', [CompletionResultType]::ParameterName, 'Print on standard error what is left out, and why')
            [CompletionResult]::new('-n', '-n', [CompletionResultType]::ParameterName, 'Insert no padding NOPs into sources; warn of each missing one')
            [CompletionResult]::new('--no-nop', '--no-nop', [CompletionResultType]::ParameterName, 'Insert no padding NOPs into sources; warn of each missing one')
            [CompletionResult]::new('--no-pseudo', '--no-pseudo', [CompletionResultType]::ParameterName, 'Reject pseudo-instructions in sources')
            [CompletionResult]::new('--geometry', '--geometry', [CompletionResultType]::ParameterName, 'The shaders in dialects are geometry shaders')
            [CompletionResult]::new('--fix-depth', '--fix-depth', [CompletionResultType]::ParameterName, 'Move depths from 0 to w, as Direct3D clips them, to those from -w to 0, as this machine clips them')
            [CompletionResult]::new('--fast-round', '--fast-round', [CompletionResultType]::ParameterName, 'Round halves up, not to even numbers, which takes fewer instructions')
            [CompletionResult]::new('--strict-math', '--strict-math', [CompletionResultType]::ParameterName, 'Keep the order of sums and products')
            [CompletionResult]::new('--dependencies', '--dependencies', [CompletionResultType]::ParameterName, 'Write the dependencies of the outputs, and nothing else (-M)')
            [CompletionResult]::new('--write-dependencies', '--write-dependencies', [CompletionResultType]::ParameterName, 'Also write the dependencies of the outputs to a file beside them (-MD)')
            [CompletionResult]::new('--phony-dependencies', '--phony-dependencies', [CompletionResultType]::ParameterName, 'Add an empty rule for each input but the first, so that make accepts removed inputs (-MP)')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('-V', '-V ', [CompletionResultType]::ParameterName, 'Print version')
            [CompletionResult]::new('--version', '--version', [CompletionResultType]::ParameterName, 'Print version')
            break
        }
    })

    $completions.Where{ $_.CompletionText -like "$wordToComplete*" } |
        Sort-Object -Property ListItemText
}
