
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
            [CompletionResult]::new('-l', '-l', [CompletionResultType]::ParameterName, 'Link with an archive that is found in the folders of -L')
            [CompletionResult]::new('--library', '--library', [CompletionResultType]::ParameterName, 'Link with an archive that is found in the folders of -L')
            [CompletionResult]::new('-L', '-L ', [CompletionResultType]::ParameterName, 'A folder to look for the libraries of all -l in')
            [CompletionResult]::new('--library-path', '--library-path', [CompletionResultType]::ParameterName, 'A folder to look for the libraries of all -l in')
            [CompletionResult]::new('-o', '-o', [CompletionResultType]::ParameterName, 'The shader binary, or with -r the object, to write; `-` is standard output')
            [CompletionResult]::new('--output', '--output', [CompletionResultType]::ParameterName, 'The shader binary, or with -r the object, to write; `-` is standard output')
            [CompletionResult]::new('--header', '--header', [CompletionResultType]::ParameterName, 'Write a C header with the registers of the uniforms; `-` is standard output')
            [CompletionResult]::new('--rust', '--rust', [CompletionResultType]::ParameterName, 'Write a Rust module that has the binary in it, and constants for its shaders; `-` is standard output')
            [CompletionResult]::new('--cpp', '--cpp', [CompletionResultType]::ParameterName, 'Write a C++17 header with the same; `-` is standard output')
            [CompletionResult]::new('-e', '-e', [CompletionResultType]::ParameterName, 'Start the shader at this procedure, whatever its source says')
            [CompletionResult]::new('--entry', '--entry', [CompletionResultType]::ParameterName, 'Start the shader at this procedure, whatever its source says')
            [CompletionResult]::new('--compat', '--compat', [CompletionResultType]::ParameterName, 'Give the bytes that another tool gives for the same sources')
            [CompletionResult]::new('-a', '-a', [CompletionResultType]::ParameterName, 'Write a listing: the sources beside their words, then the tables with descriptors and registers; `-` is standard output')
            [CompletionResult]::new('--listing', '--listing', [CompletionResultType]::ParameterName, 'Write a listing: the sources beside their words, then the tables with descriptors and registers; `-` is standard output')
            [CompletionResult]::new('-I', '-I ', [CompletionResultType]::ParameterName, 'A folder to look for includes in')
            [CompletionResult]::new('--include-path', '--include-path', [CompletionResultType]::ParameterName, 'A folder to look for includes in')
            [CompletionResult]::new('--dependency-file', '--dependency-file', [CompletionResultType]::ParameterName, 'The file for the dependencies (-MF FILE)')
            [CompletionResult]::new('--dependency-target', '--dependency-target', [CompletionResultType]::ParameterName, 'What depends on the inputs, in the place of the output''s name (-MT NAME, -MQ NAME)')
            [CompletionResult]::new('--explain', '--explain', [CompletionResultType]::ParameterName, 'Explain a diagnostic, with examples and a remedy; without NAME, list all diagnostics')
            [CompletionResult]::new('-A', '-A ', [CompletionResultType]::ParameterName, 'Allow the diagnostic of this name: do not report it')
            [CompletionResult]::new('--allow', '--allow', [CompletionResultType]::ParameterName, 'Allow the diagnostic of this name: do not report it')
            [CompletionResult]::new('-W', '-W ', [CompletionResultType]::ParameterName, 'Make the diagnostic of this name a warning')
            [CompletionResult]::new('--warn', '--warn', [CompletionResultType]::ParameterName, 'Make the diagnostic of this name a warning')
            [CompletionResult]::new('-D', '-D ', [CompletionResultType]::ParameterName, 'Make the diagnostic of this name an error; for sources, NAME=NUMBER declares a number')
            [CompletionResult]::new('--deny', '--deny', [CompletionResultType]::ParameterName, 'Make the diagnostic of this name an error; for sources, NAME=NUMBER declares a number')
            [CompletionResult]::new('--map', '--map', [CompletionResultType]::ParameterName, 'Write what went where as text: procedures, labels, uniforms, constants, and how much of the hardware is used')
            [CompletionResult]::new('--map-json', '--map-json', [CompletionResultType]::ParameterName, 'Write the same as JSON; JSON.md describes it')
            [CompletionResult]::new('--remap-path-prefix', '--remap-path-prefix', [CompletionResultType]::ParameterName, 'In outputs, let names of files that begin with the path FROM begin with TO')
            [CompletionResult]::new('--error-format', '--error-format', [CompletionResultType]::ParameterName, 'How diagnostics are written on standard error')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When diagnostics are coloured')
            [CompletionResult]::new('-r', '-r', [CompletionResultType]::ParameterName, 'Make one object of the inputs, which can be linked with others')
            [CompletionResult]::new('--relocatable', '--relocatable', [CompletionResultType]::ParameterName, 'Make one object of the inputs, which can be linked with others')
            [CompletionResult]::new('-g', '-g', [CompletionResultType]::ParameterName, 'Write the line table: file and line of each instruction')
            [CompletionResult]::new('--debug', '--debug', [CompletionResultType]::ParameterName, 'Write the line table: file and line of each instruction')
            [CompletionResult]::new('-s', '-s', [CompletionResultType]::ParameterName, 'Leave out labels, file names and lines')
            [CompletionResult]::new('--strip', '--strip', [CompletionResultType]::ParameterName, 'Leave out labels, file names and lines')
            [CompletionResult]::new('-n', '-n', [CompletionResultType]::ParameterName, 'Put no padding NOPs into sources; each missing one draws a warning')
            [CompletionResult]::new('--no-nop', '--no-nop', [CompletionResultType]::ParameterName, 'Put no padding NOPs into sources; each missing one draws a warning')
            [CompletionResult]::new('--no-pseudo', '--no-pseudo', [CompletionResultType]::ParameterName, 'Refuse pseudo-instructions in sources')
            [CompletionResult]::new('--dependencies', '--dependencies', [CompletionResultType]::ParameterName, 'Write what the outputs depend on, and nothing else (-M)')
            [CompletionResult]::new('--write-dependencies', '--write-dependencies', [CompletionResultType]::ParameterName, 'Write what the outputs depend on to a file beside them, too (-MD)')
            [CompletionResult]::new('--phony-dependencies', '--phony-dependencies', [CompletionResultType]::ParameterName, 'Let inputs that are gone be no errors of make: each but the first gets an empty rule (-MP)')
            [CompletionResult]::new('--gc-sections', '--gc-sections', [CompletionResultType]::ParameterName, 'Leave out code that no shader refers to, and constants that no code reads (the default)')
            [CompletionResult]::new('--no-gc-sections', '--no-gc-sections', [CompletionResultType]::ParameterName, 'Keep all code and all constants')
            [CompletionResult]::new('--print-gc-sections', '--print-gc-sections', [CompletionResultType]::ParameterName, 'Say on standard error what is left out, and why')
            [CompletionResult]::new('--icf', '--icf', [CompletionResultType]::ParameterName, 'Place procedures that are the same once (the default without -g)')
            [CompletionResult]::new('--no-icf', '--no-icf', [CompletionResultType]::ParameterName, 'Place each procedure')
            [CompletionResult]::new('--merge-constants', '--merge-constants', [CompletionResultType]::ParameterName, 'Let constants with the same values share registers (the default)')
            [CompletionResult]::new('--no-merge-constants', '--no-merge-constants', [CompletionResultType]::ParameterName, 'Give each constant registers of its own')
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
