-- Run by `nvim --headless -u NONE -l` or `-S`, with the folder `vim` in the runtimepath and a source in `PICA200_SOURCE`.
-- The server is missing: the rest works without it.
local ok, message = pcall(function()
  vim.cmd('filetype plugin on')
  vim.cmd('syntax on')

  local pica200 = require('pica200')
  pica200.setup({ cmd = { 'a-server-that-is-missing' } })

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

  -- The configuration for Neovim 0.11 and later.
  local config = dofile(vim.api.nvim_get_runtime_file('lsp/picals.lua', false)[1])
  assert(vim.deep_equal(config.cmd, { 'picals' }) and vim.deep_equal(config.filetypes, { vim.bo.filetype }))
  for _, name in ipairs({ 'pica200.runTests', 'editor.action.showReferences' }) do
    assert(type(config.commands[name]) == 'function', name)
  end

  vim.cmd('compiler pica200')
  assert(vim.o.makeprg:find('picasm', 1, true), vim.o.makeprg)
end)
if not ok then
  io.stderr:write(tostring(message) .. '\n')
  vim.cmd('cquit 1')
end
vim.cmd('qall!')
