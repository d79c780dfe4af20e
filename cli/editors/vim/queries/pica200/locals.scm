; Made from the tables of the language; see README.md in the folder of all editors.

[
  (source_file)
  (macro_definition)
  (repetition)
] @local.scope

(procedure name: (identifier) @local.definition.function)
(macro_definition name: (identifier) @local.definition.macro)
(macro_parameter name: (identifier) @local.definition.parameter)
(repetition counter: (identifier) @local.definition.parameter)
(label name: (identifier) @local.definition)
(label name: (local_label) @local.definition)
(declarator name: (identifier) @local.definition.var)
(alias_declaration name: (identifier) @local.definition.var)
(input_declaration name: (identifier) @local.definition.var)
(output_declaration name: (identifier) @local.definition.var)
(constant_declaration name: (identifier) @local.definition.constant)
(number_declaration name: (identifier) @local.definition.constant)

(operand [(identifier) (local_label)] @local.reference)
(component (identifier) @local.reference)
(binary_expression (identifier) @local.reference)
(macro_call name: (identifier) @local.reference)
(parameter) @local.reference
