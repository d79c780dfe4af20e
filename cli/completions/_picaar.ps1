
using namespace System.Management.Automation
using namespace System.Management.Automation.Language

Register-ArgumentCompleter -Native -CommandName 'picaar' -ScriptBlock {
    param($wordToComplete, $commandAst, $cursorPosition)

    $commandElements = $commandAst.CommandElements
    $command = @(
        'picaar'
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
        'picaar' {
            [CompletionResult]::new('--byte-order', '--byte-order', [CompletionResultType]::ParameterName, 'Convert a SHARCFB archive to another byte order')
            [CompletionResult]::new('-o', '-o', [CompletionResultType]::ParameterName, 'Write the output of `--byte-order` to OUT (`-`: standard output)')
            [CompletionResult]::new('--output', '--output', [CompletionResultType]::ParameterName, 'Write the output of `--byte-order` to OUT (`-`: standard output)')
            [CompletionResult]::new('--error-format', '--error-format', [CompletionResultType]::ParameterName, 'Format of diagnostics on standard error [default: human]')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to colour diagnostics')
            [CompletionResult]::new('--error-limit', '--error-limit', [CompletionResultType]::ParameterName, 'Stop reporting after N errors; 0 reports all')
            [CompletionResult]::new('--any-file', '--any-file', [CompletionResultType]::ParameterName, 'Also add files that are not objects, or objects of other versions')
            [CompletionResult]::new('--symbols', '--symbols', [CompletionResultType]::ParameterName, 'List the symbol index instead of the members: each procedure, uniform and constant with its member')
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
