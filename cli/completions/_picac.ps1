
using namespace System.Management.Automation
using namespace System.Management.Automation.Language

Register-ArgumentCompleter -Native -CommandName 'picac' -ScriptBlock {
    param($wordToComplete, $commandAst, $cursorPosition)

    $commandElements = $commandAst.CommandElements
    $command = @(
        'picac'
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
        'picac' {
            [CompletionResult]::new('--stdin-name', '--stdin-name', [CompletionResultType]::ParameterName, 'The file that standard input stands for: its name in diagnostics, and the folder of its includes')
            [CompletionResult]::new('-o', '-o', [CompletionResultType]::ParameterName, 'The file to write, or the folder for shader binaries')
            [CompletionResult]::new('--output', '--output', [CompletionResultType]::ParameterName, 'The file to write, or the folder for shader binaries')
            [CompletionResult]::new('--emit', '--emit', [CompletionResultType]::ParameterName, 'Write the program after a stage of the compiler')
            [CompletionResult]::new('--header', '--header', [CompletionResultType]::ParameterName, 'Write a C header with the registers of the uniforms, as picasso does')
            [CompletionResult]::new('--rust', '--rust', [CompletionResultType]::ParameterName, 'Write a Rust module with the binary and constants for its shaders')
            [CompletionResult]::new('--cpp', '--cpp', [CompletionResultType]::ParameterName, 'Write a C++17 header with the same contents')
            [CompletionResult]::new('--c', '--c', [CompletionResultType]::ParameterName, 'Write a C99 header with the same contents')
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
            [CompletionResult]::new('-g', '-g', [CompletionResultType]::ParameterName, 'Write the line table: the line of the source for each instruction')
            [CompletionResult]::new('--debug', '--debug', [CompletionResultType]::ParameterName, 'Write the line table: the line of the source for each instruction')
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
