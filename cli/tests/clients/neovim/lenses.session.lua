-- Hovers, lenses, hints and tokens in Neovim, whose version has commands for the first two.
local s = require('session')
local root = s.workspace(true)
local _, client = s.open(root .. '/lights/lights.vsh')

-- The window of a hover.
s.at('call |addLight')
vim.lsp.buf.hover()
local said = s.wait(function()
  for _, window in ipairs(vim.api.nvim_list_wins()) do
    if vim.api.nvim_win_get_config(window).relative ~= '' then
      return s.text(vim.api.nvim_win_get_buf(window))
    end
  end
end, 'the window of the hover')
s.same({ (said:gsub('^.*(Procedure `?addLight).*$', '%1')) }, { 'Procedure `addLight' })
assert(said:find('what comes from the light at', 1, true), said)

-- The lens that runs tests, with the command of the configuration.
local lenses = s.wait(function()
  local lenses = s.ask(client, 'textDocument/codeLens')
  return vim.tbl_filter(function(lens) return lens.command.command == 'pica200.runTests' end, lenses)[1] and lenses
end, 'the lenses')
local ran
require('pica200').run_tests = function(arguments) ran = arguments end
for _, lens in ipairs(lenses) do
  if lens.command.command == 'pica200.runTests' then
    client.commands['pica200.runTests'](lens.command)
    assert(ran[1]:find('%.test%.toml$') and vim.fn.filereadable(ran[1]) == 1, vim.inspect(ran))
  end
end
assert(ran)
for _, lens in ipairs(lenses) do
  if lens.command.command ~= '' and lens.command.command ~= 'pica200.runTests' and s.piece(lens.range) == 'addLight' then
    client.commands[lens.command.command](lens.command, { client_id = client.id })
    s.same(vim.tbl_map(function(one) return vim.trim(one.text) end, vim.fn.getqflist()), { 'call addLight', 'call addLight' })
    vim.cmd('cclose')
  end
end

local last = vim.api.nvim_buf_line_count(0)
local range = { start = { line = 0, character = 0 }, ['end'] = { line = last, character = 0 } }
local hints = s.ask(client, 'textDocument/inlayHint', { range = range })
assert(#hints > 10, #hints .. ' hints')
local tokens = s.ask(client, 'textDocument/semanticTokens/full')
assert(#tokens.data > 500 and #tokens.data % 5 == 0, #tokens.data .. ' numbers')
s.stop(client)
