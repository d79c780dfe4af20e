
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
            [CompletionResult]::new('--from', '--from', [CompletionResultType]::ParameterName, 'Print a source in an older dialect in the language of this toolchain')
            [CompletionResult]::new('--entry', '--entry', [CompletionResultType]::ParameterName, 'The label at which the shader starts')
            [CompletionResult]::new('-o', '-o', [CompletionResultType]::ParameterName, 'The file to write, or the folder for the files NAME.pica')
            [CompletionResult]::new('--output', '--output', [CompletionResultType]::ParameterName, 'The file to write, or the folder for the files NAME.pica')
            [CompletionResult]::new('--stdin-name', '--stdin-name', [CompletionResultType]::ParameterName, 'The file that standard input stands for: its name in diagnostics, and the folder of its includes')
            [CompletionResult]::new('--error-format', '--error-format', [CompletionResultType]::ParameterName, 'The format of diagnostics on standard error [default: human]')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When diagnostics are coloured')
            [CompletionResult]::new('--error-limit', '--error-limit', [CompletionResultType]::ParameterName, 'The most errors to report; 0 for all')
            [CompletionResult]::new('--check', '--check', [CompletionResultType]::ParameterName, 'Write nothing; report each source that would change as an error')
            [CompletionResult]::new('--geometry', '--geometry', [CompletionResultType]::ParameterName, 'The shader is a geometry shader; by default, the source says so')
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
