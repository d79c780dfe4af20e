-- Formatting in Neovim, and what its version knows no command for: folding, selections and links.
local s = require('session')
-- Neovim 0.8 renamed the function.
local function format()
  if vim.lsp.buf.format then
    vim.lsp.buf.format({ timeout_ms = s.PATIENCE })
  else
    vim.lsp.buf.formatting_sync({}, s.PATIENCE)
  end
end
local root = s.workspace(true)

local _, client = s.open(root .. '/lights/lights.vsh')
local tidy = s.text()
vim.cmd([[silent keeppatterns %s/^\t\+/  /]])
assert(s.text() ~= tidy)
format()
s.same(s.text(), tidy)

-- Lines behind characters of several units.
s.open(root .. '/wide.vsh', '.proc main\n.assert   1,"\u{1f600}\u{e9}" ;   \u{1f600}  \n\tend   \n.end')
format()
s.same(s.text(), '.proc main\n\t.assert 1, "\u{1f600}\u{e9}" ;   \u{1f600}\n\tend\n.end')

s.open(root .. '/lights/lights.vsh')
local folds = s.ask(client, 'textDocument/foldingRange')
local opened = vim.tbl_map(function(fold)
  return vim.trim(vim.fn.getline(fold.startLine + 1))
end, folds)
s.contains(opened, { '.proc main', '.proc addLight', 'for allLights', 'ifu everyLight' })

s.at('dp3 normal.x, |modelView[0]')
local position = vim.lsp.util.make_position_params(0, client.offset_encoding).position
local selection = s.ask(client, 'textDocument/selectionRange', { positions = { position } })[1]
s.same(s.piece(selection.range), 'modelView')
s.same(s.piece(selection.parent.range), 'modelView[0]')

s.write(root .. '/parts/common.inc', '.fvec m\n')
s.open(root .. '/links.vsh', '.include "parts/common.inc"\n')
local links = s.ask(client, 'textDocument/documentLink')
s.same({ #links, links[1].target }, { 1, vim.uri_from_fname(root .. '/parts/common.inc') })
s.stop(client)
