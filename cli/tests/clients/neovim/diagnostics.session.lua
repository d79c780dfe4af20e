-- Diagnostics in Neovim: examples, unsaved texts, includes, and quick fixes.
local s = require('session')
local root = s.workspace(true)

-- Examples draw none. A mistake after that shows that the server has seen the text.
for _, name in ipairs({ 'triangle/triangle', 'lights/lights', 'skinning/skinning', 'library/lit' }) do
  s.open(root .. '/' .. name .. '.vsh')
  s.same(vim.bo.filetype, 'pica200')
  local lines = vim.api.nvim_buf_line_count(0)
  vim.api.nvim_buf_set_lines(0, -1, -1, true, { '.wrong' })
  local found = s.diagnostics(function(found) return #found > 0 end)
  s.same({ #found, found[1].lnum, found[1].severity }, { 1, lines, vim.diagnostic.severity.ERROR }, name)
  vim.api.nvim_buf_set_lines(0, lines, lines + 1, true, {})
  s.diagnostics(function(found) return #found == 0 end)
end

-- A text that is not saved, with characters of several units before the mistake.
local text = '.out p position\n.proc main\n\tmov p, v0 ; \u{1f600}\n.error "\u{e9}\u{1f600}" ; \u{1f600}\n\tmvo p, v0\n\tend\n.end\n'
local _, client = s.open(root .. '/new.vsh', text)
local found = s.diagnostics(function(found) return #found >= 2 end)
local names = vim.tbl_map(function(one) return one.code or one.user_data.lsp.code end, found)
s.contains(names, { 'unknown-instruction', 'user-error' })
for _, one in ipairs(found) do
  local line = vim.api.nvim_buf_get_lines(0, one.lnum, one.lnum + 1, true)[1]
  local piece = line:sub(one.col + 1, one.end_col)
  s.contains({ 'mvo', '"\u{e9}\u{1f600}"', '.error "\u{e9}\u{1f600}"' }, { piece })
end

-- Its fix, as Neovim applies it.
s.at('|mvo')
local params = vim.lsp.util.make_range_params(0, client.offset_encoding)
params.context = { diagnostics = vim.lsp.diagnostic.get_line_diagnostics(0) }
local actions = s.ask(client, 'textDocument/codeAction', params)
local fix = vim.tbl_filter(function(action) return action.title == 'Write `mov`' end, actions)[1]
assert(fix, vim.inspect(actions))
vim.lsp.util.apply_workspace_edit(fix.edit, client.offset_encoding)
s.same(s.text():find('mvo', 1, true), nil)
s.diagnostics(function(found) return #found == 1 end)

-- A file that includes another one, whose buffer is not saved.
s.write(root .. '/common.inc', '.constf one(1.0, 1.0, 1.0, 1.0)\n')
local user = s.open(root .. '/user.vsh', '.include "common.inc"\n.out p position\n.proc main\n\tmov p, two\n\tend\n.end\n')
s.diagnostics(function(found) return #found == 1 end)
vim.cmd('edit ' .. root .. '/common.inc')
vim.bo.filetype = 'pica200'
vim.api.nvim_buf_set_lines(0, 0, 1, true, { '.constf two(2.0, 2.0, 2.0, 2.0)' })
vim.cmd('buffer ' .. user)
s.diagnostics(function(found) return #found == 0 end)
vim.cmd('bdelete! common.inc')
s.diagnostics(function(found) return #found == 1 end)

s.stop(client)
-- The server starts again for the next buffer.
vim.cmd('silent %bwipeout!')
local _, next_client = s.open(root .. '/triangle/triangle.vsh')
assert(next_client.id ~= client.id)
vim.api.nvim_buf_set_lines(0, -1, -1, true, { '.wrong' })
s.diagnostics(function(found) return #found > 0 end)
s.stop(next_client)
