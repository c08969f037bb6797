-- Prelude: values as print and log show them. A table shows its contents in Lua syntax, up to a limit.
local P = ...
local text_method, to_string = P.text_method, P.to_string
local next, rawget, rawlen, type = next, rawget, rawlen, type
local find, format, gsub = string.find, string.format, string.gsub
local concat, sort = table.concat, table.sort
local math_type = math.type

local MOST_ENTRIES, MOST_LEVELS = 500, 8
-- Characters of a table that fits on one line.
local LINE = 72

local show

local function key_text(key)
  if type(key) == 'string' then
    if find(key, '^[%a_][%w_]*$') then return key end
    return format('["%s"]', gsub(key, '[%c"\\]', function(sign) return format('\\x%02x', sign:byte()) end))
  end
  return '[' .. to_string(key) .. ']'
end

--- Returns the keys after the list part, sorted by text, as many as fit; and whether there are more.
local function keys_behind(value, length, room)
  local keys, texts = {}, {}
  for key in next, value do
    if not (math_type(key) == 'integer' and key >= 1 and key <= length) then
      if #keys >= room then return keys, texts, true end
      keys[#keys + 1], texts[key] = key, key_text(key)
    end
  end
  sort(keys, function(a, b) return texts[a] < texts[b] end)
  return keys, texts, false
end

local function show_table(value, work)
  if work.open[value] then return '<itself>' end
  if work.level >= MOST_LEVELS then return '{ … }' end
  local entries, length, more = {}, rawlen(value), false
  work.open[value], work.level = true, work.level + 1
  for index = 1, length do
    if work.left <= 0 then
      more = true
      break
    end
    entries[index] = show(rawget(value, index), work)
  end
  local keys, texts, rest = keys_behind(value, length, work.left)
  for index = 1, #keys do
    local key = keys[index]
    entries[#entries + 1] = texts[key] .. ' = ' .. show(rawget(value, key), work)
  end
  work.open[value], work.level = nil, work.level - 1
  if more or rest then entries[#entries + 1] = '…' end
  if #entries == 0 then return '{}' end
  local line = '{ ' .. concat(entries, ', ') .. ' }'
  if #line <= LINE and not find(line, '\n', 1, true) then return line end
  return '{\n  ' .. gsub(concat(entries, ',\n'), '\n', '\n  ') .. '\n}'
end

function show(value, work)
  work.left = work.left - 1
  local kind = type(value)
  if kind == 'string' then return (gsub(format('%q', value), '\\\n', '\\n')) end
  if kind ~= 'table' or text_method(value) then return to_string(value) end
  return show_table(value, work)
end

--- Formats a table with its contents; anything else, and a table with its own text, with tostring.
function P.readable(value)
  if type(value) ~= 'table' or text_method(value) then return to_string(value) end
  return show_table(value, { open = {}, level = 0, left = MOST_ENTRIES })
end
