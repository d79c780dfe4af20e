; Made from the tables of the language; see README.md in the folder of all editors.

(procedure) @function.around
(macro_definition) @function.around
(macro_argument) @parameter.inside
(operand) @parameter.inside
(comment) @comment.inside
(comment)+ @comment.around
