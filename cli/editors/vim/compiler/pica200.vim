" Shaders of the PICA200. Made from the tables of the language; README.md beside this folder says how.
let current_compiler = 'pica200'
CompilerSet makeprg=picasm\ --error-format=short\ -o\ /dev/null\ %:S
CompilerSet errorformat=%f:%l:%c:\ %trror:\ %m,%f:%l:%c:\ %tarning:\ %m,%f:\ %trror:\ %m,%f:\ %tarning:\ %m,%trror:\ %m
