-- Going to definitions, references and symbols in Neovim.
local s = require('session')
local root = s.workspace(true)
local _, client = s.open(root .. '/lights/lights.vsh')

-- Where the cursor is: the line, and the word under it.
local function here()
  return { vim.fn.getline('.'), vim.fn.expand('<cword>') }
end

for marked, expected in pairs({
  ['mad |light.xyz'] = { '.alias light r2', 'light' },
  ['call |addLight'] = { '.proc addLight', 'addLight' },
  ['for |allLights'] = { '.consti allLights(3, 0, 2, 0)', 'allLights' },
}) do
  s.at(marked)
  local before = vim.api.nvim_win_get_cursor(0)
  vim.lsp.buf.definition()
  s.wait(function() return not vim.deep_equal(vim.api.nvim_win_get_cursor(0), before) end, 'the jump')
  s.same(here(), expected)
end

s.at('call |addLight')
vim.lsp.buf.references({ includeDeclaration = true })
s.wait(function() return #vim.fn.getqflist() > 0 end, 'the list of references')
s.same(vim.tbl_map(function(one) return vim.trim(one.text) end, vim.fn.getqflist()), { '.proc addLight', 'call addLight', 'call addLight' })
vim.cmd('cclose')

s.at('mad |light.xyz')
local kinds = {}
for _, one in ipairs(s.ask(client, 'textDocument/documentHighlight')) do
  s.same(s.piece(one.range), 'light')
  kinds[one.kind] = true
end
assert(kinds[2] and kinds[3], 'reads and writes are told apart: ' .. vim.inspect(kinds))

local symbols = vim.tbl_map(function(one) return one.name end, s.ask(client, 'textDocument/documentSymbol'))
s.contains(symbols, { 'main', 'addLight', 'projection', 'surface' })
vim.lsp.buf.document_symbol()
s.wait(function() return vim.fn.getqflist({ title = 0 }).title:find('Symbols') or #vim.fn.getloclist(0) > 0 end, 'the list of symbols')
vim.cmd('cclose | lclose')

s.at('mad |light.xyz')
vim.lsp.buf.rename('brightness')
s.wait(function() return not s.text():find('%f[%a]light%.xyz') end, 'the new name')
assert(s.text():find('.alias brightness r2', 1, true) and s.text():find('mul surface.xyz, surface, brightness', 1, true), s.text())
vim.cmd('undo')

-- A procedure of another source, which is linked with this one.
s.open(root .. '/library/flat.vsh')
s.at('call |transform')
local found = s.wait(function()
  local found = s.ask(client, 'textDocument/definition')
  found = found and (found.uri and found or found[1])
  return found and found.uri:find('common.vsh', 1, true) and found
end, 'the definition in the other file')
s.same(found.uri, vim.uri_from_fname(root .. '/library/common.vsh'))
s.stop(client)
