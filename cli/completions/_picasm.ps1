
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
            [CompletionResult]::new('-o', '-o', [CompletionResultType]::ParameterName, 'The object to write, or the folder for the objects')
            [CompletionResult]::new('--output', '--output', [CompletionResultType]::ParameterName, 'The object to write, or the folder for the objects')
            [CompletionResult]::new('-a', '-a', [CompletionResultType]::ParameterName, 'Write a listing: the sources beside their words, then the tables')
            [CompletionResult]::new('--listing', '--listing', [CompletionResultType]::ParameterName, 'Write a listing: the sources beside their words, then the tables')
            [CompletionResult]::new('--entry', '--entry', [CompletionResultType]::ParameterName, 'The label at which shaders in another dialect start')
            [CompletionResult]::new('--stdin-name', '--stdin-name', [CompletionResultType]::ParameterName, 'The file that standard input stands for: its name in diagnostics, and the folder of its includes')
            [CompletionResult]::new('-I', '-I ', [CompletionResultType]::ParameterName, 'A folder to search for includes')
            [CompletionResult]::new('--include-path', '--include-path', [CompletionResultType]::ParameterName, 'A folder to search for includes')
            [CompletionResult]::new('--dialect', '--dialect', [CompletionResultType]::ParameterName, 'The dialect of all sources')
            [CompletionResult]::new('--dependency-file', '--dependency-file', [CompletionResultType]::ParameterName, 'The file for the dependencies (-MF FILE)')
            [CompletionResult]::new('--dependency-target', '--dependency-target', [CompletionResultType]::ParameterName, 'The target in the dependency file, in place of the output''s name (-MT NAME, -MQ NAME)')
            [CompletionResult]::new('--explain', '--explain', [CompletionResultType]::ParameterName, 'Explain a diagnostic; without NAME, list all')
            [CompletionResult]::new('--define', '--define', [CompletionResultType]::ParameterName, 'Declare a number for sources (-D NAME=NUMBER)')
            [CompletionResult]::new('-A', '-A ', [CompletionResultType]::ParameterName, 'Do not report the diagnostic NAME')
            [CompletionResult]::new('--allow', '--allow', [CompletionResultType]::ParameterName, 'Do not report the diagnostic NAME')
            [CompletionResult]::new('-W', '-W ', [CompletionResultType]::ParameterName, 'Report the diagnostic NAME as a warning')
            [CompletionResult]::new('--warn', '--warn', [CompletionResultType]::ParameterName, 'Report the diagnostic NAME as a warning')
            [CompletionResult]::new('-D', '-D ', [CompletionResultType]::ParameterName, 'Report the diagnostic NAME as an error')
            [CompletionResult]::new('--deny', '--deny', [CompletionResultType]::ParameterName, 'Report the diagnostic NAME as an error')
            [CompletionResult]::new('-j', '-j', [CompletionResultType]::ParameterName, 'The most builds to run at a time')
            [CompletionResult]::new('--jobs', '--jobs', [CompletionResultType]::ParameterName, 'The most builds to run at a time')
            [CompletionResult]::new('--remap-path-prefix', '--remap-path-prefix', [CompletionResultType]::ParameterName, 'In outputs, replace the path FROM at the beginning of file names by TO')
            [CompletionResult]::new('--error-format', '--error-format', [CompletionResultType]::ParameterName, 'The format of diagnostics on standard error [default: human]')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When diagnostics are coloured')
            [CompletionResult]::new('--error-limit', '--error-limit', [CompletionResultType]::ParameterName, 'The most errors to report; 0 for all')
            [CompletionResult]::new('--check', '--check', [CompletionResultType]::ParameterName, 'Report what is wrong with the sources, but write nothing')
            [CompletionResult]::new('-E', '-E ', [CompletionResultType]::ParameterName, 'Write the source after includes, macros and conditionals')
            [CompletionResult]::new('--preprocess', '--preprocess', [CompletionResultType]::ParameterName, 'Write the source after includes, macros and conditionals')
            [CompletionResult]::new('-n', '-n', [CompletionResultType]::ParameterName, 'Insert no padding NOPs into sources; warn of each missing one')
            [CompletionResult]::new('--no-nop', '--no-nop', [CompletionResultType]::ParameterName, 'Insert no padding NOPs into sources; warn of each missing one')
            [CompletionResult]::new('--no-pseudo', '--no-pseudo', [CompletionResultType]::ParameterName, 'Reject pseudo-instructions in sources')
            [CompletionResult]::new('--geometry', '--geometry', [CompletionResultType]::ParameterName, 'The shaders in dialects are geometry shaders')
            [CompletionResult]::new('--dependencies', '--dependencies', [CompletionResultType]::ParameterName, 'Write the dependencies of the outputs, and nothing else (-M)')
            [CompletionResult]::new('--write-dependencies', '--write-dependencies', [CompletionResultType]::ParameterName, 'Also write the dependencies of the outputs to a file beside them (-MD)')
            [CompletionResult]::new('--phony-dependencies', '--phony-dependencies', [CompletionResultType]::ParameterName, 'Add an empty rule for each input but the first, so that make accepts removed inputs (-MP)')
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
