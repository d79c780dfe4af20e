; Made from the tables of the language; see README.md in the folder of all editors.

(procedure
  (directive) @context
  name: (identifier) @name) @item
(macro_definition
  (directive) @context
  name: (identifier) @name) @item
(uniform_declaration
  (directive) @context
  (declarator name: (identifier) @name) @item)
(constant_declaration
  (directive) @context
  name: (identifier) @name) @item
(input_declaration
  (directive) @context
  name: (identifier) @name) @item
(output_declaration
  (directive) @context
  name: (identifier) @name) @item
