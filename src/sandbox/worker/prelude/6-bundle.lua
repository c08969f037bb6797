-- Prelude: the tool's own env (secrets and settings), fs (folder) and require (modules).
local P = ...
local check_text, decode, fail, native, page_call =
  P.check_text, P.decode, P.fail, P.native, P.page_call
local error, pcall = error, pcall
local find, gsub = string.find, string.gsub
local concat = table.concat

local function refuse_inspection(name)
  if P.inspecting then fail(name .. " is refused while the tool's metadata is read; call it inside tool.execute") end
end

-- env

local values

_G.env = {
  get = function(name)
    name = check_text(name, 1, 'env.get')
    refuse_inspection('env.get')
    values = values or decode(native('input', 'env'), 'env.get')
    return values[name]
  end,
}

-- fs: the page validates paths, because only it knows the folder.

_G.fs = {
  read = function(path)
    local _, bytes = page_call('fs.read', { path = check_text(path, 1, 'fs.read') })
    return bytes
  end,
  write = function(path, text)
    page_call('fs.write', { path = check_text(path, 1, 'fs.write') }, check_text(text, 2, 'fs.write'))
    return true
  end,
  list = function(directory, glob)
    return page_call('fs.list', {
      dir = directory ~= nil and check_text(directory, 1, 'fs.list') or nil,
      glob = glob ~= nil and check_text(glob, 2, 'fs.list') or nil,
    })
  end,
  search = function(text, directory)
    return page_call('fs.search', {
      text = check_text(text, 1, 'fs.search'),
      dir = directory ~= nil and check_text(directory, 2, 'fs.search') or nil,
    })
  end,
  patch = function(path, diff)
    page_call('fs.patch', {
      path = check_text(path, 1, 'fs.patch'),
      diff = check_text(diff, 2, 'fs.patch'),
    })
    return true
  end,
  delete = function(path)
    page_call('fs.delete', { path = check_text(path, 1, 'fs.delete') })
    return true
  end,
}

-- require: the tool's modules, each run once, in this sandbox.

local loaded = {
  _G = _G, coroutine = coroutine, math = math, os = os, string = string, table = table, utf8 = utf8,
}
local LOADING = {}

--- `lib.words` and `lib/words` are the file lib/words.lua; `words` may be that file too.
local function paths_of(name)
  local base = gsub(name, '%.lua$', '')
  if not find(base, '/', 1, true) then base = gsub(base, '%.', '/') end
  return { base .. '.lua', base .. '/init.lua', 'lib/' .. base .. '.lua', 'lib/' .. base .. '/init.lua' }
end

local function find_module(name)
  local missing = {}
  for _, path in P.ipairs(paths_of(name)) do
    local source = native('module', path)
    if source then return path, source end
    missing[#missing + 1] = "\n\tno file '" .. path .. "'"
  end
  fail("module '" .. name .. "' not found:" .. concat(missing))
end

function _G.require(name)
  name = check_text(name, 1, 'require')
  local known = loaded[name]
  if known == LOADING then fail("module '" .. name .. "' requires itself, by way of another one") end
  if known ~= nil then return known end
  local path, source = find_module(name)
  local chunk, problem = P.load(source, '=' .. path, 't')
  if not chunk then fail("error loading module '" .. name .. "':\n\t" .. problem) end
  loaded[name] = LOADING
  local ok, value = pcall(chunk, name, path)
  loaded[name] = nil
  if not ok then error(value, 0) end
  if value == nil then value = true end
  loaded[name] = value
  return value, path
end
