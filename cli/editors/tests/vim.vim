" Run by `vim -es -u NONE`, with the folder `vim` in the runtimepath and a source in PICA200_SOURCE. Mistakes go to the
" file PICA200_REPORT.
" Later versions take the suffix for that of another language.
augroup filetypedetect
  autocmd BufRead *.vsh setfiletype v
augroup END
filetype plugin on
syntax on
execute 'edit' fnameescape($PICA200_SOURCE)
call assert_equal('pica200', &filetype)
call assert_equal('; %s', &commentstring)
for [pattern, group] in items({'^\.proc': 'Directive', '^\s*\zsdp4': 'Mnemonic', '^\.out \S* *\zsposition': 'Constant'})
  call assert_notequal(0, search(pattern, 'cw'), pattern)
  call assert_equal('pica200' . group, synIDattr(synID(line('.'), col('.'), 1), 'name'), pattern)
endfor
compiler pica200
call assert_match('picasm', &makeprg)
call writefile(['nothing', 'a.vsh:3:5: error: no such name [unknown-name]'], $PICA200_REPORT . '.errors')
execute 'cgetfile' fnameescape($PICA200_REPORT . '.errors')
let found = filter(getqflist(), 'v:val.valid')
call assert_equal([[3, 5, 'e']], map(found, '[v:val.lnum, v:val.col, v:val.type]'))
call writefile(v:errors, $PICA200_REPORT)
if empty(v:errors)
  qall!
endif
cquit
