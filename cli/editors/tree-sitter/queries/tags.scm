; Made from the tables of the language; see README.md in the folder of all editors.

(procedure name: (identifier) @name) @definition.function
(macro_definition name: (identifier) @name) @definition.macro
(constant_declaration name: (identifier) @name) @definition.constant
(number_declaration name: (identifier) @name) @definition.constant
(macro_call name: (identifier) @name) @reference.call
(call_instruction (operand (identifier) @name) .) @reference.call
