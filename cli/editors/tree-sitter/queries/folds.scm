; Made from the tables of the language; see README.md in the folder of all editors.

[
  (procedure)
  (if_block)
  (loop)
  (constant_array)
  (conditional)
  (macro_definition)
  (repetition)
  (else_clause)
  (elseif_clause)
  (elif_clause)
] @fold
