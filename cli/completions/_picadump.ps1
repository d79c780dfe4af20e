
using namespace System.Management.Automation
using namespace System.Management.Automation.Language

Register-ArgumentCompleter -Native -CommandName 'picadump' -ScriptBlock {
    param($wordToComplete, $commandAst, $cursorPosition)

    $commandElements = $commandAst.CommandElements
    $command = @(
        'picadump'
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
        'picadump' {
            [CompletionResult]::new('--addr2line', '--addr2line', [CompletionResultType]::ParameterName, 'Show the source line of each word offset, like addr2line')
            [CompletionResult]::new('--profile', '--profile', [CompletionResultType]::ParameterName, 'Colour the page of `--html` by the number of executions of each word')
            [CompletionResult]::new('-I', '-I ', [CompletionResultType]::ParameterName, 'Search DIR for includes')
            [CompletionResult]::new('--include-path', '--include-path', [CompletionResultType]::ParameterName, 'Search DIR for includes')
            [CompletionResult]::new('-o', '-o', [CompletionResultType]::ParameterName, 'Write the output of `--disassemble` and `--html` to OUT')
            [CompletionResult]::new('--output', '--output', [CompletionResultType]::ParameterName, 'Write the output of `--disassemble` and `--html` to OUT')
            [CompletionResult]::new('--compiler', '--compiler', [CompletionResultType]::ParameterName, 'Use the syntax of this version of Direct3D''s compiler')
            [CompletionResult]::new('--variation', '--variation', [CompletionResultType]::ParameterName, 'Show the shaders of a variation of a program in a SHARCFB archive')
            [CompletionResult]::new('--set', '--set', [CompletionResultType]::ParameterName, 'Set macros for `--variation`')
            [CompletionResult]::new('--extract', '--extract', [CompletionResultType]::ParameterName, 'Extract each file found by `--scan` to DIR')
            [CompletionResult]::new('--shader-file', '--shader-file', [CompletionResultType]::ParameterName, 'Select the shader binary in a file with several')
            [CompletionResult]::new('--define', '--define', [CompletionResultType]::ParameterName, 'Define NAME as NUMBER (-D NAME=NUMBER)')
            [CompletionResult]::new('-A', '-A ', [CompletionResultType]::ParameterName, 'Do not report the diagnostic NAME')
            [CompletionResult]::new('--allow', '--allow', [CompletionResultType]::ParameterName, 'Do not report the diagnostic NAME')
            [CompletionResult]::new('-W', '-W ', [CompletionResultType]::ParameterName, 'Report the diagnostic NAME as a warning')
            [CompletionResult]::new('--warn', '--warn', [CompletionResultType]::ParameterName, 'Report the diagnostic NAME as a warning')
            [CompletionResult]::new('-D', '-D ', [CompletionResultType]::ParameterName, 'Report the diagnostic NAME as an error')
            [CompletionResult]::new('--deny', '--deny', [CompletionResultType]::ParameterName, 'Report the diagnostic NAME as an error')
            [CompletionResult]::new('--error-format', '--error-format', [CompletionResultType]::ParameterName, 'Format of diagnostics on standard error [default: human]')
            [CompletionResult]::new('--error-limit', '--error-limit', [CompletionResultType]::ParameterName, 'Stop reporting after N errors; 0 reports all')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to colour text and diagnostics')
            [CompletionResult]::new('--headers', '--headers', [CompletionResultType]::ParameterName, 'Show the headers')
            [CompletionResult]::new('--code', '--code', [CompletionResultType]::ParameterName, 'Show the code, word by word')
            [CompletionResult]::new('--descriptors', '--descriptors', [CompletionResultType]::ParameterName, 'Show the operand descriptors: masks, swizzles and signs')
            [CompletionResult]::new('--constants', '--constants', [CompletionResultType]::ParameterName, 'Show the constants: the values that are loaded into registers')
            [CompletionResult]::new('--labels', '--labels', [CompletionResultType]::ParameterName, 'Show procedures and labels, and the external names of an object')
            [CompletionResult]::new('--outputs', '--outputs', [CompletionResultType]::ParameterName, 'Show the outputs and their properties')
            [CompletionResult]::new('--uniforms', '--uniforms', [CompletionResultType]::ParameterName, 'Show inputs and uniforms with their registers')
            [CompletionResult]::new('--lines', '--lines', [CompletionResultType]::ParameterName, 'Show the line table: the source line of each word')
            [CompletionResult]::new('--relocations', '--relocations', [CompletionResultType]::ParameterName, 'Show the relocations: what linking changes in an object')
            [CompletionResult]::new('--files', '--files', [CompletionResultType]::ParameterName, 'Show the names of source files')
            [CompletionResult]::new('--symbols', '--symbols', [CompletionResultType]::ParameterName, 'List all names, one per line, like nm')
            [CompletionResult]::new('--size', '--size', [CompletionResultType]::ParameterName, 'Show how much of each hardware limit is used, and by what')
            [CompletionResult]::new('--raw', '--raw', [CompletionResultType]::ParameterName, 'Show every byte with its meaning')
            [CompletionResult]::new('-d', '-d', [CompletionResultType]::ParameterName, 'Write source text that reproduces the file')
            [CompletionResult]::new('--disassemble', '--disassemble', [CompletionResultType]::ParameterName, 'Write source text that reproduces the file')
            [CompletionResult]::new('--json', '--json', [CompletionResultType]::ParameterName, 'Show the file as JSON')
            [CompletionResult]::new('--dot', '--dot', [CompletionResultType]::ParameterName, 'Show the control flow of each shader as a Graphviz graph')
            [CompletionResult]::new('--scan', '--scan', [CompletionResultType]::ParameterName, 'List the files with shaders that are embedded in any file')
            [CompletionResult]::new('--diff', '--diff', [CompletionResultType]::ParameterName, 'Show the differences between two files of the same kind: code, and tables')
            [CompletionResult]::new('--verify', '--verify', [CompletionResultType]::ParameterName, 'Check a file for what hangs the console or its loader, and for suspicious code')
            [CompletionResult]::new('--html', '--html', [CompletionResultType]::ParameterName, 'Write an HTML page: code next to its source, control flow, registers')
            [CompletionResult]::new('--listing', '--listing', [CompletionResultType]::ParameterName, 'Print all tables before the disassembly of a DXBC container')
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
