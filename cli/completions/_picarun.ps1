
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
            [CompletionResult]::new('--shader', '--shader', [CompletionResultType]::ParameterName, 'The shader to run, by its index in the file, counted from 0')
            [CompletionResult]::new('--shader-file', '--shader-file', [CompletionResultType]::ParameterName, 'The number of the shader binary to run, in a file with several')
            [CompletionResult]::new('--entry', '--entry', [CompletionResultType]::ParameterName, 'The shader to run, by the name of its entry procedure')
            [CompletionResult]::new('--target', '--target', [CompletionResultType]::ParameterName, 'The machine for the shader of a DXBC container')
            [CompletionResult]::new('--in', '--in', [CompletionResultType]::ParameterName, 'Set an input: `--in position=1,2,3`, `--in v0=1,2,3,1`')
            [CompletionResult]::new('--uniform', '--uniform', [CompletionResultType]::ParameterName, 'Set a float uniform: `--uniform c4=1`, `--uniform m=@m.toml`')
            [CompletionResult]::new('--int', '--int', [CompletionResultType]::ParameterName, 'Set an integer uniform: `--int count=3,0,1`')
            [CompletionResult]::new('--bool', '--bool', [CompletionResultType]::ParameterName, 'Set a boolean uniform: `--bool lit=true`')
            [CompletionResult]::new('--vertex', '--vertex', [CompletionResultType]::ParameterName, 'Feed a vertex: `--vertex 1,2,3/0.5,0.5`; repeat for each vertex')
            [CompletionResult]::new('--stride', '--stride', [CompletionResultType]::ParameterName, 'The number of registers of a primitive in point mode; by default, those of one vertex')
            [CompletionResult]::new('--primitive', '--primitive', [CompletionResultType]::ParameterName, 'The number of vertices of a primitive in variable mode; by default, all')
            [CompletionResult]::new('--texture', '--texture', [CompletionResultType]::ParameterName, 'Bind a picture to a texture: `--texture t0=wood.png`')
            [CompletionResult]::new('--sampler', '--sampler', [CompletionResultType]::ParameterName, 'Choose how a texture is sampled: `--sampler s0=linear,wrap`')
            [CompletionResult]::new('--budget', '--budget', [CompletionResultType]::ParameterName, 'The maximum number of instructions to execute, in all runs')
            [CompletionResult]::new('--trace', '--trace', [CompletionResultType]::ParameterName, 'Print each executed instruction, before the outputs')
            [CompletionResult]::new('--profile-html', '--profile-html', [CompletionResultType]::ParameterName, 'Write an HTML page of the sources with the cost of each line')
            [CompletionResult]::new('--test', '--test', [CompletionResultType]::ParameterName, 'Run the tests of shaders in TOML files')
            [CompletionResult]::new('--filter', '--filter', [CompletionResultType]::ParameterName, 'Run only the cases whose names contain this text')
            [CompletionResult]::new('--render', '--render', [CompletionResultType]::ParameterName, 'Draw the picture of a scene')
            [CompletionResult]::new('-o', '-o', [CompletionResultType]::ParameterName, 'Write the picture to this file, as PNG; `-` is standard output')
            [CompletionResult]::new('--output', '--output', [CompletionResultType]::ParameterName, 'Write the picture to this file, as PNG; `-` is standard output')
            [CompletionResult]::new('--expect', '--expect', [CompletionResultType]::ParameterName, 'Compare the picture with a PNG file; it is an error if they differ')
            [CompletionResult]::new('--tolerance', '--tolerance', [CompletionResultType]::ParameterName, 'The largest difference of a channel, from 0 to 255, that is none')
            [CompletionResult]::new('-l', '-l', [CompletionResultType]::ParameterName, 'Link with an archive in one of the folders of -L')
            [CompletionResult]::new('--library', '--library', [CompletionResultType]::ParameterName, 'Link with an archive in one of the folders of -L')
            [CompletionResult]::new('-L', '-L ', [CompletionResultType]::ParameterName, 'A folder to search for the libraries of all -l')
            [CompletionResult]::new('--library-path', '--library-path', [CompletionResultType]::ParameterName, 'A folder to search for the libraries of all -l')
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
            [CompletionResult]::new('--define', '--define', [CompletionResultType]::ParameterName, 'Declare a number for sources (-D NAME=NUMBER)')
            [CompletionResult]::new('-A', '-A ', [CompletionResultType]::ParameterName, 'Do not report the diagnostic NAME')
            [CompletionResult]::new('--allow', '--allow', [CompletionResultType]::ParameterName, 'Do not report the diagnostic NAME')
            [CompletionResult]::new('-W', '-W ', [CompletionResultType]::ParameterName, 'Report the diagnostic NAME as a warning')
            [CompletionResult]::new('--warn', '--warn', [CompletionResultType]::ParameterName, 'Report the diagnostic NAME as a warning')
            [CompletionResult]::new('-D', '-D ', [CompletionResultType]::ParameterName, 'Report the diagnostic NAME as an error')
            [CompletionResult]::new('--deny', '--deny', [CompletionResultType]::ParameterName, 'Report the diagnostic NAME as an error')
            [CompletionResult]::new('--error-format', '--error-format', [CompletionResultType]::ParameterName, 'The format of diagnostics on standard error [default: human]')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When diagnostics are coloured')
            [CompletionResult]::new('--error-limit', '--error-limit', [CompletionResultType]::ParameterName, 'The most errors to report; 0 for all')
            [CompletionResult]::new('--float24', '--float24', [CompletionResultType]::ParameterName, 'Truncate all numbers to 24 bits, as in the registers of the machine')
            [CompletionResult]::new('--profile', '--profile', [CompletionResultType]::ParameterName, 'Print the cost of each procedure and each source line')
            [CompletionResult]::new('-n', '-n', [CompletionResultType]::ParameterName, 'Insert no padding NOPs into sources; warn of each missing one')
            [CompletionResult]::new('--no-nop', '--no-nop', [CompletionResultType]::ParameterName, 'Insert no padding NOPs into sources; warn of each missing one')
            [CompletionResult]::new('--no-pseudo', '--no-pseudo', [CompletionResultType]::ParameterName, 'Reject pseudo-instructions in sources')
            [CompletionResult]::new('--geometry', '--geometry', [CompletionResultType]::ParameterName, 'The shaders in dialects are geometry shaders')
            [CompletionResult]::new('--fix-depth', '--fix-depth', [CompletionResultType]::ParameterName, 'Move depths from 0 to w, as Direct3D clips them, to those from -w to 0, as this machine clips them')
            [CompletionResult]::new('--fast-round', '--fast-round', [CompletionResultType]::ParameterName, 'Round halves up, not to even numbers, which takes fewer instructions')
            [CompletionResult]::new('--strict-math', '--strict-math', [CompletionResultType]::ParameterName, 'Keep the order of sums and products')
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
