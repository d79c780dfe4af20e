-- For `vim.lsp.enable('picals')` in Neovim 0.11 and later.
return {
  cmd = { 'picals' },
  filetypes = { 'pica200' },
  root_markers = { 'pica200.toml', '.git' },
}
