
using namespace System.Management.Automation
using namespace System.Management.Automation.Language

Register-ArgumentCompleter -Native -CommandName 'picasm' -ScriptBlock {
    param($wordToComplete, $commandAst, $cursorPosition)

    $commandElements = $commandAst.CommandElements
    $command = @(
        'picasm'
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
        'picasm' {
            [CompletionResult]::new('-o', '-o', [CompletionResultType]::ParameterName, 'The object to write, or the folder for the objects; `-` is standard output')
            [CompletionResult]::new('--output', '--output', [CompletionResultType]::ParameterName, 'The object to write, or the folder for the objects; `-` is standard output')
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
            [CompletionResult]::new('--remap-path-prefix', '--remap-path-prefix', [CompletionResultType]::ParameterName, 'In outputs, let names of files that begin with the path FROM begin with TO')
            [CompletionResult]::new('--error-format', '--error-format', [CompletionResultType]::ParameterName, 'How diagnostics are written on standard error')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When diagnostics are coloured')
            [CompletionResult]::new('-E', '-E ', [CompletionResultType]::ParameterName, 'Write the source after includes, macros and conditionals, and assemble nothing')
            [CompletionResult]::new('--preprocess', '--preprocess', [CompletionResultType]::ParameterName, 'Write the source after includes, macros and conditionals, and assemble nothing')
            [CompletionResult]::new('-n', '-n', [CompletionResultType]::ParameterName, 'Put no padding NOPs into sources; each missing one draws a warning')
            [CompletionResult]::new('--no-nop', '--no-nop', [CompletionResultType]::ParameterName, 'Put no padding NOPs into sources; each missing one draws a warning')
            [CompletionResult]::new('--no-pseudo', '--no-pseudo', [CompletionResultType]::ParameterName, 'Refuse pseudo-instructions in sources')
            [CompletionResult]::new('--dependencies', '--dependencies', [CompletionResultType]::ParameterName, 'Write what the outputs depend on, and nothing else (-M)')
            [CompletionResult]::new('--write-dependencies', '--write-dependencies', [CompletionResultType]::ParameterName, 'Write what the outputs depend on to a file beside them, too (-MD)')
            [CompletionResult]::new('--phony-dependencies', '--phony-dependencies', [CompletionResultType]::ParameterName, 'Let inputs that are gone be no errors of make: each but the first gets an empty rule (-MP)')
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
