; Made from the tables of the language; see README.md in the folder of all editors.

[
  (source_file)
  (macro_definition)
  (repetition)
] @local.scope

(procedure name: (identifier) @local.definition)
(macro_definition name: (identifier) @local.definition)
(macro_parameter name: (identifier) @local.definition)
(repetition counter: (identifier) @local.definition)
(label name: (identifier) @local.definition)
(label name: (local_label) @local.definition)
(declarator name: (identifier) @local.definition)
(alias_declaration name: (identifier) @local.definition)
(input_declaration name: (identifier) @local.definition)
(output_declaration name: (identifier) @local.definition)
(constant_declaration name: (identifier) @local.definition)
(number_declaration name: (identifier) @local.definition)

(operand [(identifier) (local_label)] @local.reference)
(component (identifier) @local.reference)
(binary_expression (identifier) @local.reference)
(macro_call name: (identifier) @local.reference)
(parameter) @local.reference
