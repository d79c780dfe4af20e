-- A server that stopped is started again, for the buffer that is open.
local s = require('session')
local root = s.workspace(true)
local buffer, first = s.open(root .. '/triangle/triangle.vsh')
s.stop(first)
local id = require('pica200').start(buffer)
assert(id and id ~= first.id, 'no new client')
local second = s.wait(function()
  local client = vim.lsp.get_client_by_id(id)
  return client and client.initialized and client
end, 'the second server')
vim.api.nvim_buf_set_lines(buffer, 0, 1, true, { 'mvo r0, r1' })
s.diagnostics(function(found) return #found > 0 end)
s.stop(second)
