-- For `vim.lsp.enable('picals')` in Neovim 0.11 and later.
local pica200 = require('pica200')

return {
  cmd = { 'picals' },
  filetypes = { 'pica200' },
  root_markers = pica200.root_markers,
  commands = pica200.commands,
}
