
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
            [CompletionResult]::new('-o', '-o', [CompletionResultType]::ParameterName, 'Write output to OUT (`-`: standard output; a directory: one object per source)')
            [CompletionResult]::new('--output', '--output', [CompletionResultType]::ParameterName, 'Write output to OUT (`-`: standard output; a directory: one object per source)')
            [CompletionResult]::new('-a', '-a', [CompletionResultType]::ParameterName, 'Write a listing: the sources next to their code words, then the tables')
            [CompletionResult]::new('--listing', '--listing', [CompletionResultType]::ParameterName, 'Write a listing: the sources next to their code words, then the tables')
            [CompletionResult]::new('--entry', '--entry', [CompletionResultType]::ParameterName, 'Override the entry point of shaders in another dialect')
            [CompletionResult]::new('--stdin-name', '--stdin-name', [CompletionResultType]::ParameterName, 'Treat standard input as FILE, for diagnostics and includes')
            [CompletionResult]::new('-I', '-I ', [CompletionResultType]::ParameterName, 'Search DIR for includes')
            [CompletionResult]::new('--include-path', '--include-path', [CompletionResultType]::ParameterName, 'Search DIR for includes')
            [CompletionResult]::new('--dialect', '--dialect', [CompletionResultType]::ParameterName, 'Treat all sources as this dialect')
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
            [CompletionResult]::new('--check', '--check', [CompletionResultType]::ParameterName, 'Report diagnostics, but write nothing')
            [CompletionResult]::new('-E', '-E ', [CompletionResultType]::ParameterName, 'Write the source after preprocessing')
            [CompletionResult]::new('--preprocess', '--preprocess', [CompletionResultType]::ParameterName, 'Write the source after preprocessing')
            [CompletionResult]::new('-n', '-n', [CompletionResultType]::ParameterName, 'Do not insert padding NOPs into sources; warn about each missing one')
            [CompletionResult]::new('--no-nop', '--no-nop', [CompletionResultType]::ParameterName, 'Do not insert padding NOPs into sources; warn about each missing one')
            [CompletionResult]::new('--no-pseudo', '--no-pseudo', [CompletionResultType]::ParameterName, 'Reject pseudo-instructions in sources')
            [CompletionResult]::new('--geometry', '--geometry', [CompletionResultType]::ParameterName, 'Treat shaders in older dialects as geometry shaders')
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
