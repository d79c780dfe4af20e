" Run by `vim -es -u NONE`, with ALE and the folder `vim` in the runtimepath, a source in PICA200_SOURCE, and the language
" server in PICA200_SERVER. Mistakes go to the file PICA200_REPORT.
set nocompatible hidden
filetype plugin on
let g:ale_linters_explicit = 1
let g:ale_linters = {'pica200': ['picals']}
let g:ale_lint_delay = 0
let g:ale_pica200_picals_executable = $PICA200_SERVER
let g:ale_pica200_picals_settings = {'inlayHints': {'registers': v:false}}
runtime plugin/ale.vim
execute 'edit' fnameescape($PICA200_SOURCE)
call assert_equal('pica200', &filetype)
call assert_equal($PICA200_ROOT, ale_linters#pica200#picals#root(bufnr('')))
call setline(1, 'mvo r0, r1')
call ale#Queue(0)

" Waits for what the server finds, at most for ten seconds.
function! s:wait(holds) abort
  for l:try in range(500)
    if a:holds(ale#engine#GetLoclist(bufnr('')))
      return
    endif
    sleep 20m
  endfor
endfunction

call s:wait({found -> !empty(filter(copy(found), 'v:val.lnum == 1'))})
let s:first = filter(copy(ale#engine#GetLoclist(bufnr(''))), 'v:val.lnum == 1')
call assert_equal(['picals', 'E'], [get(get(s:first, 0, {}), 'linter_name'), get(get(s:first, 0, {}), 'type')])
call assert_match('mvo', get(get(s:first, 0, {}), 'text', ''))
undo
call ale#Queue(0)
call s:wait({found -> empty(filter(copy(found), 'v:val.type ==# "E"'))})
call assert_equal([], filter(copy(ale#engine#GetLoclist(bufnr(''))), 'v:val.type ==# "E"'))
call writefile(v:errors, $PICA200_REPORT)
ALEStopAllLSPs
if empty(v:errors)
  qall!
endif
cquit
