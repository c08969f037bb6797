-- The stock half of the differential tests: `lua5.4 stock.lua case.lua`. A case is passed in as its size, a line break and
-- its bytes; its output is returned in the same way. Changes of a case to the libraries are undone before the next.
local string_methods = getmetatable('')
local libraries = { _G, string, table, math, coroutine, utf8, os, string_methods }
local write, read = io.write, io.read
local concat, ipairs, load, next, pack, rawset, setmetatable, tostring =
  table.concat, ipairs, load, next, table.pack, rawset, setmetatable, tostring
local run_case = assert(load(assert(io.open(arg[1])):read('a'), '=case.lua'))
io, debug, package, require, dofile, loadfile, arg = nil, nil, nil, nil, nil, nil, nil
string.dump, os.execute, os.exit, os.getenv, os.remove, os.rename, os.setlocale, os.tmpname = nil

local saved = {}
for _, library in ipairs(libraries) do
  saved[library] = {}
  for name, value in next, library do saved[library][name] = value end
end

local function restore()
  setmetatable(_G, nil)
  for _, library in ipairs(libraries) do
    for name in next, library do library[name] = nil end
    for name, value in next, saved[library] do rawset(library, name, value) end
  end
end

while true do
  local size = read('n')
  if not size then break end
  read(1)
  local case, lines = read(size), {}
  function print(...)
    local parts = pack(...)
    for index = 1, parts.n do parts[index] = tostring(parts[index]) end
    lines[#lines + 1] = concat(parts, '\t')
  end
  run_case(case)
  restore()
  local text = concat(lines, '\n')
  write(#text, '\n', text)
end
