-- Run by `nvim --headless -u NONE -l` or `-S`, with the folder `vim` in the runtimepath and a source in `PICA200_SOURCE`.
-- `PICA200_SERVER` is a language server; without it, only what needs none is tried.
local ok, message = pcall(function()
  vim.cmd('filetype plugin on')
  vim.cmd('syntax on')

  local pica200 = require('pica200')
  local server = os.getenv('PICA200_SERVER')
  pica200.setup({ cmd = { server or 'a-server-that-is-missing' } })

  vim.cmd('edit ' .. vim.fn.fnameescape(os.getenv('PICA200_SOURCE')))
  assert(vim.bo.filetype == 'pica200', 'the type of the file is ' .. vim.bo.filetype)
  assert(vim.bo.commentstring == '; %s', vim.bo.commentstring)

  local function group(word)
    assert(vim.fn.search(word, 'cw') > 0, word .. ' is not in the source')
    return vim.fn.synIDattr(vim.fn.synID(vim.fn.line('.'), vim.fn.col('.'), 1), 'name')
  end
  for word, expected in pairs({ ['^\\.proc'] = 'Directive', ['^\\s*\\zsdp4'] = 'Mnemonic', ['^\\.out \\S* *\\zsposition'] = 'Constant' }) do
    assert(group(word) == 'pica200' .. expected, word .. ' is ' .. group(word))
  end
  assert(pica200.root(vim.fn.expand('%:p')) == os.getenv('PICA200_ROOT'), pica200.root(vim.fn.expand('%:p')))

  vim.cmd('compiler pica200')
  assert(vim.o.makeprg:find('picasm', 1, true), vim.o.makeprg)

  if not server then
    return
  end
  local attached = function()
    return #vim.lsp.buf_get_clients(0) > 0 or nil
  end
  assert(vim.wait(5000, attached, 20), 'the server was not started')
  local _, client = next(vim.lsp.buf_get_clients(0))
  assert(vim.wait(5000, function() return client.initialized end, 20), 'the server did not answer')
  assert(client.server_capabilities, 'the server has no capabilities')
  local changed = function()
    return #vim.diagnostic.get(0) > 0
  end
  vim.fn.setline(1, 'mvo r0, r1')
  assert(vim.wait(5000, changed, 20), 'a mistake drew no diagnostic')
  client.stop()
end)
if not ok then
  io.stderr:write(tostring(message) .. '\n')
  vim.cmd('cquit 1')
end
vim.cmd('qall!')
