
using namespace System.Management.Automation
using namespace System.Management.Automation.Language

Register-ArgumentCompleter -Native -CommandName 'picasso' -ScriptBlock {
    param($wordToComplete, $commandAst, $cursorPosition)

    $commandElements = $commandAst.CommandElements
    $command = @(
        'picasso'
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
        'picasso' {
            [CompletionResult]::new('-o', '-o', [CompletionResultType]::ParameterName, 'Write the shader binary to OUT (`-`: standard output). If repeated, the last one wins')
            [CompletionResult]::new('--out', '--out', [CompletionResultType]::ParameterName, 'Write the shader binary to OUT (`-`: standard output). If repeated, the last one wins')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Write a C header with the registers of the uniforms. If repeated, the last one wins')
            [CompletionResult]::new('--header', '--header', [CompletionResultType]::ParameterName, 'Write a C header with the registers of the uniforms. If repeated, the last one wins')
            [CompletionResult]::new('-n', '-n', [CompletionResultType]::ParameterName, 'Do not insert padding NOPs; warn about each missing one')
            [CompletionResult]::new('--no-nop', '--no-nop', [CompletionResultType]::ParameterName, 'Do not insert padding NOPs; warn about each missing one')
            [CompletionResult]::new('-?', '-?', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('-v', '-v', [CompletionResultType]::ParameterName, 'Print version')
            [CompletionResult]::new('--version', '--version', [CompletionResultType]::ParameterName, 'Print version')
            break
        }
    })

    $completions.Where{ $_.CompletionText -like "$wordToComplete*" } |
        Sort-Object -Property ListItemText
}
