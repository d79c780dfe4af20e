" The language server picals for ALE. ALE finds this file in the runtimepath.
call ale#Set('pica200_picals_executable', 'picals')
" Settings of the server, for example {'inlayHints': {'registers': v:false}}.
call ale#Set('pica200_picals_settings', {})

" The folder of the nearest pica200.toml or repository above the file, else that of the file.
function! ale_linters#pica200#picals#root(buffer) abort
    let l:project = ale#path#FindNearestFile(a:buffer, 'pica200.toml')
    if !empty(l:project)
        return fnamemodify(l:project, ':h')
    endif
    let l:repository = ale#path#FindNearestDirectory(a:buffer, '.git')
    if !empty(l:repository)
        return fnamemodify(l:repository, ':h:h')
    endif
    return fnamemodify(bufname(a:buffer), ':p:h')
endfunction

call ale#linter#Define('pica200', {
\   'name': 'picals',
\   'lsp': 'stdio',
\   'executable': {buffer -> ale#Var(buffer, 'pica200_picals_executable')},
\   'command': '%e',
\   'project_root': function('ale_linters#pica200#picals#root'),
\   'language': 'pica200',
\   'initialization_options': {buffer -> {'pica200': ale#Var(buffer, 'pica200_picals_settings')}},
\})
