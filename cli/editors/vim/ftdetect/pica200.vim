" Shaders of the PICA200. Made from the tables of the language; see README.md beside this folder.
autocmd BufNewFile,BufRead *.pica,*.vsh,*.gsh set filetype=pica200
