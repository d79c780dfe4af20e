; Made from the tables of the language; see README.md in the folder of all editors.

(procedure) @function.around
(macro_definition) @function.around
(comment)+ @comment.around
