
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
            [CompletionResult]::new('-I', '-I ', [CompletionResultType]::ParameterName, 'A folder to look for includes in')
            [CompletionResult]::new('--include-path', '--include-path', [CompletionResultType]::ParameterName, 'A folder to look for includes in')
            [CompletionResult]::new('-A', '-A ', [CompletionResultType]::ParameterName, 'Say nothing of what has this name')
            [CompletionResult]::new('--allow', '--allow', [CompletionResultType]::ParameterName, 'Say nothing of what has this name')
            [CompletionResult]::new('-W', '-W ', [CompletionResultType]::ParameterName, 'Warn of what has this name')
            [CompletionResult]::new('--warn', '--warn', [CompletionResultType]::ParameterName, 'Warn of what has this name')
            [CompletionResult]::new('-D', '-D ', [CompletionResultType]::ParameterName, 'Make an error of what has this name; or, with NAME=NUMBER, declare a number for all sources')
            [CompletionResult]::new('--deny', '--deny', [CompletionResultType]::ParameterName, 'Make an error of what has this name; or, with NAME=NUMBER, declare a number for all sources')
            [CompletionResult]::new('--remap-path-prefix', '--remap-path-prefix', [CompletionResultType]::ParameterName, 'In outputs, let names of files that begin with the path FROM begin with TO')
            [CompletionResult]::new('--error-format', '--error-format', [CompletionResultType]::ParameterName, 'How diagnostics are written on standard error')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When diagnostics are coloured')
            [CompletionResult]::new('-n', '-n', [CompletionResultType]::ParameterName, 'Put no padding NOPs into sources; each missing one draws a warning')
            [CompletionResult]::new('--no-nop', '--no-nop', [CompletionResultType]::ParameterName, 'Put no padding NOPs into sources; each missing one draws a warning')
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
