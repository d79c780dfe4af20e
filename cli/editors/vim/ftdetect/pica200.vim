" Shaders of the PICA200. Made from the tables of the language; README.md beside this folder says how.
autocmd BufNewFile,BufRead *.pica,*.vsh,*.gsh setfiletype pica200
