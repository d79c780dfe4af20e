; Made from the tables of the language; see README.md in the folder of all editors.

((procedure (directive) @end .) @indent
 (#match? @end "^\\.([eE][nN][dD]|[eE][nN][dD][iI][fF]|[eE][nN][dD][mM]|[eE][nN][dD][rR])$"))
((if_block (directive) @end .) @indent
 (#match? @end "^\\.([eE][nN][dD]|[eE][nN][dD][iI][fF]|[eE][nN][dD][mM]|[eE][nN][dD][rR])$"))
((loop (directive) @end .) @indent
 (#match? @end "^\\.([eE][nN][dD]|[eE][nN][dD][iI][fF]|[eE][nN][dD][mM]|[eE][nN][dD][rR])$"))
((constant_array (directive) @end .) @indent
 (#match? @end "^\\.([eE][nN][dD]|[eE][nN][dD][iI][fF]|[eE][nN][dD][mM]|[eE][nN][dD][rR])$"))
((conditional (directive) @end .) @indent
 (#match? @end "^\\.([eE][nN][dD]|[eE][nN][dD][iI][fF]|[eE][nN][dD][mM]|[eE][nN][dD][rR])$"))
((macro_definition (directive) @end .) @indent
 (#match? @end "^\\.([eE][nN][dD]|[eE][nN][dD][iI][fF]|[eE][nN][dD][mM]|[eE][nN][dD][rR])$"))
((repetition (directive) @end .) @indent
 (#match? @end "^\\.([eE][nN][dD]|[eE][nN][dD][iI][fF]|[eE][nN][dD][mM]|[eE][nN][dD][rR])$"))
