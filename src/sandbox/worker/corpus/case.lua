-- Runs one case of the corpus and prints its values as source text, or its error. Both Luas run this file.
local source = ...
local error, load, next, pcall, print, rawget, rawlen, select, tostring, type =
  error, load, next, pcall, print, rawget, rawlen, select, tostring, type
local format, concat, sort, math_type = string.format, table.concat, table.sort, math.type

local text_of

local function table_text(value, depth)
  if depth > 4 then return '{...}' end
  local parts, keys, length = {}, {}, rawlen(value)
  for index = 1, length do parts[index] = text_of(rawget(value, index), depth + 1) end
  for key in next, value do
    if math_type(key) ~= 'integer' or key < 1 or key > length then
      keys[#keys + 1] = '[' .. text_of(key, depth + 1) .. '] = ' .. text_of(rawget(value, key), depth + 1)
    end
  end
  sort(keys)
  for index = 1, #keys do parts[#parts + 1] = keys[index] end
  return '{' .. concat(parts, ', ') .. '}'
end

function text_of(value, depth)
  local kind = type(value)
  if kind == 'string' then return format('%q', value) end
  if kind == 'table' then return table_text(value, depth) end
  if kind == 'number' or kind == 'boolean' or kind == 'nil' then return tostring(value) end
  return kind
end

local function report(...)
  local parts = {}
  for index = 1, select('#', ...) do parts[index] = text_of((select(index, ...)), 0) end
  print(concat(parts, ', '))
end

_G.show = report
-- A case is an expression or a block. In the parentheses nothing is a tail call, so errors keep their line.
local body, problem = load('show(' .. source .. '\n)', '=t')
if not body then body, problem = load(source, '=t') end
if not body then
  print('does not compile: ' .. problem)
  return
end
local ok, raised = pcall(body)
if not ok then print('error: ' .. text_of(raised, 0)) end
