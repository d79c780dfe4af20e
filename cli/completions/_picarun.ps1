
using namespace System.Management.Automation
using namespace System.Management.Automation.Language

Register-ArgumentCompleter -Native -CommandName 'picarun' -ScriptBlock {
    param($wordToComplete, $commandAst, $cursorPosition)

    $commandElements = $commandAst.CommandElements
    $command = @(
        'picarun'
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
        'picarun' {
            [CompletionResult]::new('--shader', '--shader', [CompletionResultType]::ParameterName, 'Select the shader to run by its index in the file, from 0')
            [CompletionResult]::new('--shader-file', '--shader-file', [CompletionResultType]::ParameterName, 'Select the shader binary to run in a file with several')
            [CompletionResult]::new('--entry', '--entry', [CompletionResultType]::ParameterName, 'Select the shader to run by its entry procedure')
            [CompletionResult]::new('--target', '--target', [CompletionResultType]::ParameterName, 'Where to run the shader of a DXBC container')
            [CompletionResult]::new('--in', '--in', [CompletionResultType]::ParameterName, 'Set an input: `--in position=1,2,3`, `--in v0=1,2,3,1`')
            [CompletionResult]::new('--uniform', '--uniform', [CompletionResultType]::ParameterName, 'Set a float uniform: `--uniform c4=1`, `--uniform m=@m.toml`')
            [CompletionResult]::new('--int', '--int', [CompletionResultType]::ParameterName, 'Set an integer uniform: `--int count=3,0,1`')
            [CompletionResult]::new('--bool', '--bool', [CompletionResultType]::ParameterName, 'Set a boolean uniform: `--bool lit=true`')
            [CompletionResult]::new('--vertex', '--vertex', [CompletionResultType]::ParameterName, 'Feed a vertex: `--vertex 1,2,3/0.5,0.5`; repeat for each vertex')
            [CompletionResult]::new('--stride', '--stride', [CompletionResultType]::ParameterName, 'Registers per primitive in point mode [default: the registers of one vertex]')
            [CompletionResult]::new('--primitive', '--primitive', [CompletionResultType]::ParameterName, 'Vertices per primitive in variable mode [default: all]')
            [CompletionResult]::new('--texture', '--texture', [CompletionResultType]::ParameterName, 'Bind a picture to a texture: `--texture t0=wood.png`')
            [CompletionResult]::new('--sampler', '--sampler', [CompletionResultType]::ParameterName, 'Set how a texture is sampled: `--sampler s0=linear,wrap`')
            [CompletionResult]::new('--budget', '--budget', [CompletionResultType]::ParameterName, 'Maximum number of instructions to execute, over all runs')
            [CompletionResult]::new('--trace', '--trace', [CompletionResultType]::ParameterName, 'Print each executed instruction, before the outputs')
            [CompletionResult]::new('--profile-html', '--profile-html', [CompletionResultType]::ParameterName, 'Write an HTML page of the sources with the cost of each line')
            [CompletionResult]::new('--test', '--test', [CompletionResultType]::ParameterName, 'Run shader tests from TOML files')
            [CompletionResult]::new('--filter', '--filter', [CompletionResultType]::ParameterName, 'Run only the cases whose names contain TEXT')
            [CompletionResult]::new('--render', '--render', [CompletionResultType]::ParameterName, 'Render the picture of a scene')
            [CompletionResult]::new('-o', '-o', [CompletionResultType]::ParameterName, 'Write the picture as PNG to OUT (`-`: standard output)')
            [CompletionResult]::new('--output', '--output', [CompletionResultType]::ParameterName, 'Write the picture as PNG to OUT (`-`: standard output)')
            [CompletionResult]::new('--expect', '--expect', [CompletionResultType]::ParameterName, 'Compare the picture with a PNG file; it is an error if they differ')
            [CompletionResult]::new('--tolerance', '--tolerance', [CompletionResultType]::ParameterName, 'Maximum difference of a channel that is ignored, from 0 to 255')
            [CompletionResult]::new('-l', '-l', [CompletionResultType]::ParameterName, 'Link with libNAME.a, searched for in the -L directories')
            [CompletionResult]::new('--library', '--library', [CompletionResultType]::ParameterName, 'Link with libNAME.a, searched for in the -L directories')
            [CompletionResult]::new('-L', '-L ', [CompletionResultType]::ParameterName, 'Search DIR for the libraries of -l')
            [CompletionResult]::new('--library-path', '--library-path', [CompletionResultType]::ParameterName, 'Search DIR for the libraries of -l')
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
            [CompletionResult]::new('--define', '--define', [CompletionResultType]::ParameterName, 'Define NAME as NUMBER (-D NAME=NUMBER)')
            [CompletionResult]::new('-A', '-A ', [CompletionResultType]::ParameterName, 'Do not report the diagnostic NAME')
            [CompletionResult]::new('--allow', '--allow', [CompletionResultType]::ParameterName, 'Do not report the diagnostic NAME')
            [CompletionResult]::new('-W', '-W ', [CompletionResultType]::ParameterName, 'Report the diagnostic NAME as a warning')
            [CompletionResult]::new('--warn', '--warn', [CompletionResultType]::ParameterName, 'Report the diagnostic NAME as a warning')
            [CompletionResult]::new('-D', '-D ', [CompletionResultType]::ParameterName, 'Report the diagnostic NAME as an error')
            [CompletionResult]::new('--deny', '--deny', [CompletionResultType]::ParameterName, 'Report the diagnostic NAME as an error')
            [CompletionResult]::new('--error-format', '--error-format', [CompletionResultType]::ParameterName, 'Format of diagnostics on standard error [default: human]')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to colour diagnostics')
            [CompletionResult]::new('--error-limit', '--error-limit', [CompletionResultType]::ParameterName, 'Stop reporting after N errors; 0 reports all')
            [CompletionResult]::new('--float24', '--float24', [CompletionResultType]::ParameterName, 'Truncate all numbers to 24 bits, like the hardware registers')
            [CompletionResult]::new('--profile', '--profile', [CompletionResultType]::ParameterName, 'Print the cost of each procedure and each source line')
            [CompletionResult]::new('-n', '-n', [CompletionResultType]::ParameterName, 'Do not insert padding NOPs into sources; warn about each missing one')
            [CompletionResult]::new('--no-nop', '--no-nop', [CompletionResultType]::ParameterName, 'Do not insert padding NOPs into sources; warn about each missing one')
            [CompletionResult]::new('--no-pseudo', '--no-pseudo', [CompletionResultType]::ParameterName, 'Reject pseudo-instructions in sources')
            [CompletionResult]::new('--geometry', '--geometry', [CompletionResultType]::ParameterName, 'Treat shaders in older dialects as geometry shaders')
            [CompletionResult]::new('--fix-depth', '--fix-depth', [CompletionResultType]::ParameterName, 'Convert depths from Direct3D''s clip range, 0 to w, to the PICA200''s, -w to 0')
            [CompletionResult]::new('--fast-round', '--fast-round', [CompletionResultType]::ParameterName, 'Round halves up instead of to even, which takes fewer instructions')
            [CompletionResult]::new('--strict-math', '--strict-math', [CompletionResultType]::ParameterName, 'Preserve the order of floating-point operations')
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
