-- Sessions of Neovim with the language server: a script gets `session`, and fails by an error.
local M = {}

-- How long a session waits for the server, in milliseconds: so long that only one that hangs takes it.
M.PATIENCE = 600000

-- The workspace: a folder of its own, with the examples if `with_examples`.
function M.workspace(with_examples)
  local root = vim.loop.fs_realpath(vim.fn.getcwd()) .. '/work'
  vim.fn.mkdir(root, 'p')
  M.write(root .. '/pica200.toml', '')
  if with_examples then
    vim.fn.system({ 'cp', '-r', vim.env.PICA200_EXAMPLES .. '/.', root })
    assert(vim.v.shell_error == 0)
  end
  return root
end

function M.write(path, text)
  vim.fn.mkdir(vim.fn.fnamemodify(path, ':h'), 'p')
  vim.fn.writefile(vim.split(text, '\n'), path, 'b')
end

-- Waits until `look` returns something, and returns it.
function M.wait(look, what)
  local found
  local function attempt()
    found = look()
    return found ~= nil and found ~= false
  end
  assert(vim.wait(M.PATIENCE, attempt, 10), 'the wait for ' .. what .. ' ended')
  return found
end

-- Neovim 0.10 renamed the function.
local clients_of = vim.lsp.get_clients and function(buffer) return vim.lsp.get_clients({ bufnr = buffer }) end
  or vim.lsp.buf_get_clients

-- Opens a file, with a text that is not saved if there is one, and returns its buffer and the client.
function M.open(path, text)
  vim.cmd('edit! ' .. vim.fn.fnameescape(path))
  local buffer = vim.api.nvim_get_current_buf()
  if text then
    vim.api.nvim_buf_set_lines(buffer, 0, -1, true, vim.split(text, '\n'))
  end
  local client = M.wait(function()
    local _, client = next(clients_of(buffer))
    return client and client.initialized and client
  end, 'the server')
  return buffer, client
end

function M.text(buffer)
  return table.concat(vim.api.nvim_buf_get_lines(buffer or 0, 0, -1, true), '\n')
end

-- Puts the cursor on a piece of text, in which `|` can mark the place.
function M.at(marked)
  local mark = marked:find('|', 1, true) or 1
  local piece = marked:gsub('|', '')
  local start = vim.api.nvim_buf_get_lines(0, 0, -1, true)
  for number, line in ipairs(start) do
    local found = line:find(piece, 1, true)
    if found then
      vim.api.nvim_win_set_cursor(0, { number, found + mark - 2 })
      return
    end
  end
  error(marked .. ' is not in the text')
end

-- The piece of text in a range of the protocol.
function M.piece(range, encoding)
  local line = vim.api.nvim_buf_get_lines(0, range.start.line, range.start.line + 1, true)[1]
  assert(range.start.line == range['end'].line, 'the range has several lines')
  local byte = function(column)
    local old = vim.lsp.util._str_byteindex_enc
    return old and old(line, column, encoding or 'utf-16') or vim.str_byteindex(line, encoding or 'utf-16', column)
  end
  return line:sub(byte(range.start.character) + 1, byte(range['end'].character))
end

-- The answer to a request at the cursor, or with these parameters.
function M.ask(client, method, params)
  params = vim.tbl_extend('keep', params or {}, vim.lsp.util.make_position_params(0, client.offset_encoding))
  local answer, reason = client.request_sync(method, params, M.PATIENCE, vim.api.nvim_get_current_buf())
  assert(answer, reason)
  assert(not answer.err, method .. ': ' .. vim.inspect(answer.err))
  return answer.result
end

-- Waits for diagnostics of the buffer for which `fits` is true, and returns them.
function M.diagnostics(fits)
  return M.wait(function()
    local found = vim.diagnostic.get(0)
    return fits(found) and found
  end, 'diagnostics')
end

-- Fails unless two values are equal.
function M.same(found, expected, what)
  assert(vim.deep_equal(found, expected), (what or '') .. ' found ' .. vim.inspect(found) .. ', not ' .. vim.inspect(expected))
end

-- Fails unless a list has all of these.
function M.contains(list, expected, what)
  for _, one in ipairs(expected) do
    assert(vim.tbl_contains(list, one), (what or '') .. ' lacks ' .. one .. ': ' .. vim.inspect(list))
  end
end

-- Stops the server, and waits for its end.
function M.stop(client)
  client.stop()
  M.wait(function()
    return vim.lsp.client_is_stopped(client.id)
  end, 'the end of the server')
end

-- Runs a script, and ends Neovim with its status.
function M.run(script)
  local ok, message = xpcall(function()
    vim.cmd('filetype plugin on')
    vim.cmd('syntax on')
    vim.o.hidden = true
    vim.o.swapfile = false
    require('pica200').setup({ cmd = { vim.env.PICA200_SERVER } })
    dofile(script)
  end, debug.traceback)
  if not ok then
    io.stderr:write(tostring(message) .. '\n')
    vim.cmd('cquit 1')
  end
  vim.cmd('qall!')
end

return M
