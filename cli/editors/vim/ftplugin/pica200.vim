" Shaders of the PICA200. Made from the tables of the language; README.md beside this folder says how.
if exists('b:did_ftplugin') | finish | endif
let b:did_ftplugin = 1
setlocal commentstring=;\ %s comments=:; iskeyword=@,48-57,_,$
let b:undo_ftplugin = 'setlocal commentstring< comments< iskeyword<'
