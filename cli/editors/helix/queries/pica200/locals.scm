; Made from the tables of the language; see README.md in the folder of all editors.

[
  (source_file)
  (macro_definition)
  (repetition)
] @local.scope

(procedure name: (identifier) @local.definition.function)
(macro_definition name: (identifier) @local.definition.function.macro)
(macro_parameter name: (identifier) @local.definition.variable.parameter)
(repetition counter: (identifier) @local.definition.variable.parameter)
(label name: (identifier) @local.definition.label)
(label name: (local_label) @local.definition.label)
(declarator name: (identifier) @local.definition.variable)
(alias_declaration name: (identifier) @local.definition.variable)
(input_declaration name: (identifier) @local.definition.variable)
(output_declaration name: (identifier) @local.definition.variable)
(constant_declaration name: (identifier) @local.definition.constant)
(number_declaration name: (identifier) @local.definition.constant)

(operand [(identifier) (local_label)] @local.reference)
(component (identifier) @local.reference)
(binary_expression (identifier) @local.reference)
(macro_call name: (identifier) @local.reference)
(parameter) @local.reference
