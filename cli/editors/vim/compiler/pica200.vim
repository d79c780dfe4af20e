" Shaders of the PICA200. Made from the tables of the language; see README.md beside this folder.
let current_compiler = 'pica200'
CompilerSet makeprg=picasm\ --error-format=short\ -o\ /dev/null\ %:S
CompilerSet errorformat=%f:%l:%c:\ %trror:\ %m,%f:%l:%c:\ %tarning:\ %m,%f:\ %trror:\ %m,%f:\ %tarning:\ %m,%trror:\ %m
