
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
            [CompletionResult]::new('--project', '--project', [CompletionResultType]::ParameterName, 'Build the binaries of a project file, pica200.toml')
            [CompletionResult]::new('--stdin-name', '--stdin-name', [CompletionResultType]::ParameterName, 'Treat standard input as FILE, for diagnostics and includes')
            [CompletionResult]::new('-l', '-l', [CompletionResultType]::ParameterName, 'Link with libNAME.a, searched for in the -L directories')
            [CompletionResult]::new('--library', '--library', [CompletionResultType]::ParameterName, 'Link with libNAME.a, searched for in the -L directories')
            [CompletionResult]::new('-L', '-L ', [CompletionResultType]::ParameterName, 'Search DIR for the libraries of -l')
            [CompletionResult]::new('--library-path', '--library-path', [CompletionResultType]::ParameterName, 'Search DIR for the libraries of -l')
            [CompletionResult]::new('-o', '-o', [CompletionResultType]::ParameterName, 'Write the shader binary, or with -r the object, to OUT (`-`: standard output; a directory: one binary per source)')
            [CompletionResult]::new('--output', '--output', [CompletionResultType]::ParameterName, 'Write the shader binary, or with -r the object, to OUT (`-`: standard output; a directory: one binary per source)')
            [CompletionResult]::new('--header', '--header', [CompletionResultType]::ParameterName, 'Write a C header with the registers of the uniforms, as picasso does')
            [CompletionResult]::new('--rust', '--rust', [CompletionResultType]::ParameterName, 'Write a Rust module with the binary and constants for its shaders')
            [CompletionResult]::new('--cpp', '--cpp', [CompletionResultType]::ParameterName, 'Write a C++17 header with the same contents')
            [CompletionResult]::new('--c', '--c', [CompletionResultType]::ParameterName, 'Write a C99 header with the same contents')
            [CompletionResult]::new('-e', '-e', [CompletionResultType]::ParameterName, 'Override the entry point')
            [CompletionResult]::new('--entry', '--entry', [CompletionResultType]::ParameterName, 'Override the entry point')
            [CompletionResult]::new('--compat', '--compat', [CompletionResultType]::ParameterName, 'Reproduce the output of another tool, byte for byte')
            [CompletionResult]::new('-a', '-a', [CompletionResultType]::ParameterName, 'Write a listing: the sources next to their code words, then the tables')
            [CompletionResult]::new('--listing', '--listing', [CompletionResultType]::ParameterName, 'Write a listing: the sources next to their code words, then the tables')
            [CompletionResult]::new('--map', '--map', [CompletionResultType]::ParameterName, 'Write a map: procedures, uniforms, constants, and the usage of each limit')
            [CompletionResult]::new('--map-json', '--map-json', [CompletionResultType]::ParameterName, 'Write the map as JSON')
            [CompletionResult]::new('-I', '-I ', [CompletionResultType]::ParameterName, 'Search DIR for includes')
            [CompletionResult]::new('--include-path', '--include-path', [CompletionResultType]::ParameterName, 'Search DIR for includes')
            [CompletionResult]::new('--dialect', '--dialect', [CompletionResultType]::ParameterName, 'Treat all sources as this dialect')
            [CompletionResult]::new('--map-output', '--map-output', [CompletionResultType]::ParameterName, 'Map an output to a property: `--map-output WORLDPOS=view`')
            [CompletionResult]::new('--ignore-output', '--ignore-output', [CompletionResultType]::ParameterName, 'Drop an output and the code that only computes it')
            [CompletionResult]::new('--shader-entry', '--shader-entry', [CompletionResultType]::ParameterName, 'Select the entry point to compile if a source has several')
            [CompletionResult]::new('--vertex-id', '--vertex-id', [CompletionResultType]::ParameterName, 'Source of the vertex and instance index (the hardware provides none)')
            [CompletionResult]::new('--matrix-columns', '--matrix-columns', [CompletionResultType]::ParameterName, 'Store the columns of a uniform matrix in its registers instead of its rows')
            [CompletionResult]::new('--float-uniform', '--float-uniform', [CompletionResultType]::ParameterName, 'Keep a uniform numeric that would become a boolean uniform')
            [CompletionResult]::new('--loop-uniform', '--loop-uniform', [CompletionResultType]::ParameterName, 'Use an integer uniform as loop count (the body runs at least once)')
            [CompletionResult]::new('--array-length', '--array-length', [CompletionResultType]::ParameterName, 'Override the length of a uniform array: `--array-length Bones=20`')
            [CompletionResult]::new('--lang', '--lang', [CompletionResultType]::ParameterName, 'Treat all sources and compiled shaders as this language')
            [CompletionResult]::new('--hlsl-compiler', '--hlsl-compiler', [CompletionResultType]::ParameterName, 'Compiler for HLSL inputs (.hlsl)')
            [CompletionResult]::new('--hlsl-entry', '--hlsl-entry', [CompletionResultType]::ParameterName, 'Entry function of HLSL inputs [default: main]')
            [CompletionResult]::new('--hlsl-profile', '--hlsl-profile', [CompletionResultType]::ParameterName, 'Profile of HLSL inputs [default: vs_4_0]')
            [CompletionResult]::new('--dependency-file', '--dependency-file', [CompletionResultType]::ParameterName, 'Write the dependencies to FILE (-MF FILE)')
            [CompletionResult]::new('--dependency-target', '--dependency-target', [CompletionResultType]::ParameterName, 'Target of the rule, instead of the output''s name (-MT NAME, -MQ NAME)')
            [CompletionResult]::new('--explain', '--explain', [CompletionResultType]::ParameterName, 'Explain a diagnostic; without NAME, list all diagnostics')
            [CompletionResult]::new('--define', '--define', [CompletionResultType]::ParameterName, 'Define NAME as NUMBER (-D NAME=NUMBER)')
            [CompletionResult]::new('-A', '-A ', [CompletionResultType]::ParameterName, 'Do not report the diagnostic NAME')
            [CompletionResult]::new('--allow', '--allow', [CompletionResultType]::ParameterName, 'Do not report the diagnostic NAME')
            [CompletionResult]::new('-W', '-W ', [CompletionResultType]::ParameterName, 'Report the diagnostic NAME as a warning')
            [CompletionResult]::new('--warn', '--warn', [CompletionResultType]::ParameterName, 'Report the diagnostic NAME as a warning')
            [CompletionResult]::new('-D', '-D ', [CompletionResultType]::ParameterName, 'Report the diagnostic NAME as an error')
            [CompletionResult]::new('--deny', '--deny', [CompletionResultType]::ParameterName, 'Report the diagnostic NAME as an error')
            [CompletionResult]::new('-j', '-j', [CompletionResultType]::ParameterName, 'Number of parallel jobs [default: number of CPUs]')
            [CompletionResult]::new('--jobs', '--jobs', [CompletionResultType]::ParameterName, 'Number of parallel jobs [default: number of CPUs]')
            [CompletionResult]::new('--remap-path-prefix', '--remap-path-prefix', [CompletionResultType]::ParameterName, 'Replace the prefix FROM of file names in outputs by TO')
            [CompletionResult]::new('--error-format', '--error-format', [CompletionResultType]::ParameterName, 'Format of diagnostics on standard error [default: human]')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to colour diagnostics')
            [CompletionResult]::new('--error-limit', '--error-limit', [CompletionResultType]::ParameterName, 'Stop reporting after N errors; 0 reports all')
            [CompletionResult]::new('-r', '-r', [CompletionResultType]::ParameterName, 'Combine the inputs into one object, which can be linked again')
            [CompletionResult]::new('--relocatable', '--relocatable', [CompletionResultType]::ParameterName, 'Combine the inputs into one object, which can be linked again')
            [CompletionResult]::new('--split', '--split', [CompletionResultType]::ParameterName, 'Divide the variations of a variant file among several binaries')
            [CompletionResult]::new('-g', '-g', [CompletionResultType]::ParameterName, 'Write the line table: the file and line of each instruction')
            [CompletionResult]::new('--debug', '--debug', [CompletionResultType]::ParameterName, 'Write the line table: the file and line of each instruction')
            [CompletionResult]::new('-s', '-s', [CompletionResultType]::ParameterName, 'Strip labels, file names and lines')
            [CompletionResult]::new('--strip', '--strip', [CompletionResultType]::ParameterName, 'Strip labels, file names and lines')
            [CompletionResult]::new('--gc-sections', '--gc-sections', [CompletionResultType]::ParameterName, 'Discard unreachable code and unused constants (the default)')
            [CompletionResult]::new('--no-gc-sections', '--no-gc-sections', [CompletionResultType]::ParameterName, 'Keep all code and all constants')
            [CompletionResult]::new('--icf', '--icf', [CompletionResultType]::ParameterName, 'Merge identical procedures (the default without -g)')
            [CompletionResult]::new('--no-icf', '--no-icf', [CompletionResultType]::ParameterName, 'Do not merge identical procedures')
            [CompletionResult]::new('--merge-constants', '--merge-constants', [CompletionResultType]::ParameterName, 'Allocate equal constants to the same registers (the default)')
            [CompletionResult]::new('--no-merge-constants', '--no-merge-constants', [CompletionResultType]::ParameterName, 'Allocate separate registers to each constant')
            [CompletionResult]::new('--pad-constants', '--pad-constants', [CompletionResultType]::ParameterName, 'Keep one constant in each shader that would otherwise have none (the default)')
            [CompletionResult]::new('--no-pad-constants', '--no-pad-constants', [CompletionResultType]::ParameterName, 'Discard all unused constants, even the last one')
            [CompletionResult]::new('--print-gc-sections', '--print-gc-sections', [CompletionResultType]::ParameterName, 'Print what is left out, and why, to standard error')
            [CompletionResult]::new('-n', '-n', [CompletionResultType]::ParameterName, 'Do not insert padding NOPs into sources; warn about each missing one')
            [CompletionResult]::new('--no-nop', '--no-nop', [CompletionResultType]::ParameterName, 'Do not insert padding NOPs into sources; warn about each missing one')
            [CompletionResult]::new('--no-pseudo', '--no-pseudo', [CompletionResultType]::ParameterName, 'Reject pseudo-instructions in sources')
            [CompletionResult]::new('--geometry', '--geometry', [CompletionResultType]::ParameterName, 'Treat shaders in older dialects as geometry shaders')
            [CompletionResult]::new('--fix-depth', '--fix-depth', [CompletionResultType]::ParameterName, 'Convert depths from Direct3D''s clip range, 0 to w, to the PICA200''s, -w to 0')
            [CompletionResult]::new('--fast-round', '--fast-round', [CompletionResultType]::ParameterName, 'Round halves up instead of to even, which takes fewer instructions')
            [CompletionResult]::new('--strict-math', '--strict-math', [CompletionResultType]::ParameterName, 'Preserve the order of floating-point operations')
            [CompletionResult]::new('--dependencies', '--dependencies', [CompletionResultType]::ParameterName, 'Write the dependencies of the outputs instead of the outputs (-M)')
            [CompletionResult]::new('--write-dependencies', '--write-dependencies', [CompletionResultType]::ParameterName, 'Also write the dependencies of the outputs to a file next to each (-MD)')
            [CompletionResult]::new('--phony-dependencies', '--phony-dependencies', [CompletionResultType]::ParameterName, 'Add a phony target for each input but the first, so that make does not fail when an input is deleted (-MP)')
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
