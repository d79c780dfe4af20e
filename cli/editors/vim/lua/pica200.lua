-- The language server picals in Neovim 0.7 and later: `require('pica200').setup()`.
-- From Neovim 0.11 on, `vim.lsp.enable('picals')` starts it with `lsp/picals.lua`.
local M = {}

-- What `setup` was given, over these defaults.
M.options = {
  cmd = { 'picals' },
  -- Settings of the server, for example { pica200 = { inlayHints = { registers = false } } }.
  settings = {},
  on_attach = nil,
  capabilities = nil,
}

-- What marks the folder of a workspace.
M.root_markers = { 'pica200.toml', '.git' }

-- The folder of the workspace: that of the nearest `pica200.toml` or repository above the file, else that of the file.
function M.root(path)
  local folder = vim.fn.fnamemodify(path, ':p:h')
  local above = folder
  while true do
    for _, name in ipairs(M.root_markers) do
      local marker = above .. '/' .. name
      if vim.fn.filereadable(marker) == 1 or vim.fn.isdirectory(marker) == 1 then
        return above
      end
    end
    local next = vim.fn.fnamemodify(above, ':h')
    if next == above then
      return folder
    end
    above = next
  end
end

-- Runs the tests of a shader in a terminal. The arguments are those of `picarun --test`.
function M.run_tests(arguments)
  local command = { 'picarun', '--test' }
  vim.list_extend(command, arguments)
  vim.cmd('botright new')
  vim.fn.termopen(command)
end

-- Lists the places that a lens of references names.
local function show_references(command, context)
  local client = vim.lsp.get_client_by_id(context.client_id)
  local items = vim.lsp.util.locations_to_items(command.arguments[3], client.offset_encoding)
  vim.fn.setqflist({}, ' ', { title = command.title, items = items })
  vim.cmd('botright copen')
end

-- The commands of lenses, which run in the editor.
M.commands = {
  ['pica200.runTests'] = function(command)
    M.run_tests(command.arguments or {})
  end,
  ['editor.action.showReferences'] = show_references,
}

local clients = {}

-- Neovim 0.7 starts a client and attaches it in two steps.
local function start(config, buffer)
  if vim.lsp.start then
    return vim.lsp.start(config, { bufnr = buffer })
  end
  local id = clients[config.root_dir]
  if not id or vim.lsp.client_is_stopped(id) then
    id = vim.lsp.start_client(config)
    clients[config.root_dir] = id
  end
  if id then
    vim.lsp.buf_attach_client(buffer, id)
  end
  return id
end

-- Starts the server for a buffer, also again after it stopped, or attaches the one of its folder. Returns the number of the
-- client.
function M.start(buffer)
  local options = M.options
  if vim.fn.executable(options.cmd[1]) == 0 then
    local message = options.cmd[1] .. ' is not installed: there are colours, but no language server'
    vim.notify_once(message, vim.log.levels.WARN)
    return nil
  end
  return start({
    name = 'picals',
    cmd = options.cmd,
    root_dir = M.root(vim.api.nvim_buf_get_name(buffer)),
    settings = options.settings,
    on_attach = options.on_attach,
    capabilities = options.capabilities or vim.lsp.protocol.make_client_capabilities(),
    commands = M.commands,
  }, buffer)
end

function M.setup(options)
  M.options = vim.tbl_deep_extend('force', M.options, options or {})
  local group = vim.api.nvim_create_augroup('pica200', { clear = true })
  vim.api.nvim_create_autocmd('FileType', {
    group = group,
    pattern = 'pica200',
    callback = function(event)
      M.start(event.buf)
    end,
  })
end

return M
