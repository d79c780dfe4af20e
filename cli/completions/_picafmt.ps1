
using namespace System.Management.Automation
using namespace System.Management.Automation.Language

Register-ArgumentCompleter -Native -CommandName 'picafmt' -ScriptBlock {
    param($wordToComplete, $commandAst, $cursorPosition)

    $commandElements = $commandAst.CommandElements
    $command = @(
        'picafmt'
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
        'picafmt' {
            [CompletionResult]::new('--from', '--from', [CompletionResultType]::ParameterName, 'Convert a source in an older dialect to the language of this toolchain')
            [CompletionResult]::new('--entry', '--entry', [CompletionResultType]::ParameterName, 'Override the entry point')
            [CompletionResult]::new('-o', '-o', [CompletionResultType]::ParameterName, 'Write output to OUT (`-`: standard output, the default; a directory: files NAME.pica)')
            [CompletionResult]::new('--output', '--output', [CompletionResultType]::ParameterName, 'Write output to OUT (`-`: standard output, the default; a directory: files NAME.pica)')
            [CompletionResult]::new('--stdin-name', '--stdin-name', [CompletionResultType]::ParameterName, 'Treat standard input as FILE, for diagnostics and includes')
            [CompletionResult]::new('--error-format', '--error-format', [CompletionResultType]::ParameterName, 'Format of diagnostics on standard error [default: human]')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to colour diagnostics')
            [CompletionResult]::new('--error-limit', '--error-limit', [CompletionResultType]::ParameterName, 'Stop reporting after N errors; 0 reports all')
            [CompletionResult]::new('--check', '--check', [CompletionResultType]::ParameterName, 'Write nothing; report each unformatted source as an error')
            [CompletionResult]::new('--geometry', '--geometry', [CompletionResultType]::ParameterName, 'Treat the shader as a geometry shader [default: as declared by the source]')
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
