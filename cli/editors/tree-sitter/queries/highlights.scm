; Made from the tables of the language; see README.md in the folder of all editors.

(comment) @comment
(directive) @keyword.directive
(line_marker) @keyword.directive
(instruction mnemonic: (mnemonic) @function.builtin)
(call_instruction mnemonic: (mnemonic) @function.builtin)
(builtin_function) @function.builtin
(if_block (mnemonic) @keyword.conditional)
(loop (mnemonic) @keyword.repeat)
(procedure name: (identifier) @function)
(entry_statement (identifier) @function)
(call_instruction (operand (identifier) @function) .)
(visibility_statement (identifier) @function)
(macro_definition name: (identifier) @function.macro)
(macro_call name: (identifier) @function.macro)
(parameter) @variable.parameter
(macro_parameter name: (identifier) @variable.parameter)
(named_argument parameter: (identifier) @variable.parameter)
(repetition counter: (identifier) @variable.parameter)
(label name: (identifier) @label)
(local_label) @label
(register) @variable.builtin
(flags) @variable.builtin
(swizzle) @property
(instruction (operand (identifier) @variable))
(call_instruction (operand (identifier) @variable) . (operand))
(condition (operand (identifier) @variable))
(loop (operand (identifier) @variable))
(alias_declaration (operand (identifier) @variable))
(declarator name: (identifier) @variable)
(alias_declaration name: (identifier) @variable)
(input_declaration name: (identifier) @variable)
(output_declaration name: (identifier) @variable)
(component (identifier) @variable)
(constant_declaration name: (identifier) @constant)
(constant_array name: (identifier) @constant)
(number_declaration name: (identifier) @constant)
(property) @constant.builtin
(emit_flag) @constant.builtin
(geometry_mode) @constant.builtin
(truth_value) @boolean
(uniform_kind) @type.builtin
(number) @number
(string) @string
(comparison) @keyword.operator
["+" "-" "*" "/" "%" "!" "&" "&&" "|" "||" "=" "==" "!=" "<" "<=" ">" ">="] @operator
["(" ")" "[" "]"] @punctuation.bracket
["," ":"] @punctuation.delimiter
