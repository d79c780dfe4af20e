" Shaders of the PICA200. Made from the tables of the language; see README.md beside this folder.
if exists('b:did_ftplugin') | finish | endif
let b:did_ftplugin = 1
setlocal commentstring=;\ %s comments=:; iskeyword=@,48-57,_,$
let b:undo_ftplugin = 'setlocal commentstring< comments< iskeyword<'
