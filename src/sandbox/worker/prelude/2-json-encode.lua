-- Prelude: writes JSON by the tool contract. In Lua, because numbers keep 64 bits here and only text crosses the
-- boundary. One text is written at a time, and no script function is called meanwhile, so the state is in locals.
local P = ...
local fail, set_metatable = P.fail, P.set_metatable
local getmetatable, next, rawget, rawlen, setmetatable, tonumber, type =
  getmetatable, next, rawget, rawlen, setmetatable, tonumber, type
local char, find, format, gsub, rep = string.char, string.find, string.format, string.gsub, string.rep
local concat, sort = table.concat, table.sort
local math_type, utf8_length = math.type, utf8.len

local deepest

--- Maximum nesting of values: a limit of the run.
function P.depth_limit()
  deepest = deepest or tonumber(P.native('input', 'depth'))
  return deepest
end

-- A script writes null as json.null, and may have null read as that. Otherwise, null is read as nil.
local null = setmetatable({}, {
  __tostring = function() return 'null' end,
  __newindex = function() fail('json.null cannot be changed') end,
  __metatable = false,
  __name = 'null',
})

-- A list with this metatable stays a list when it is empty.
local LIST = { __name = 'list' }

local ESCAPES = { ['"'] = '\\"', ['\\'] = '\\\\', ['\b'] = '\\b', ['\f'] = '\\f', ['\n'] = '\\n', ['\r'] = '\\r', ['\t'] = '\\t' }
for code = 0, 31 do
  local sign = char(code)
  ESCAPES[sign] = ESCAPES[sign] or format('\\u%04x', code)
end

-- The caller and the value's name, for messages; an indent or nil; the separator after a key.
local writer, root, indent, colon
-- The pieces of the text and their number; the key and table of each open level.
local out, count, path, open

local function number_text(number)
  if number ~= number or number == 1 / 0 or number == -1 / 0 then return 'null' end
  local text = format('%.15g', number)
  if tonumber(text) ~= number then text = format('%.16g', number) end
  if tonumber(text) ~= number then text = format('%.17g', number) end
  if not find(text, '[.e]') then text = text .. '.0' end
  return text
end

local function refuse(depth, problem)
  local place = root
  for level = 1, depth do
    local step = path[level]
    place = place .. (type(step) == 'number' and '[' .. step .. ']' or '.' .. step)
  end
  fail(format('%s: %s %s', writer, place, problem))
end

local function quoted(text, depth)
  if not utf8_length(text) then refuse(depth, 'is no UTF-8 text; bytes can go through base64.encode') end
  if not find(text, '^[^%c"\\]*$') then text = gsub(text, '[\0-\31"\\]', ESCAPES) end
  return '"' .. text .. '"'
end

local function key_text(key, depth)
  local kind = type(key)
  if kind == 'string' then return key end
  if kind == 'number' then return math_type(key) == 'integer' and format('%d', key) or format('%.14g', key) end
  refuse(depth, 'has a key that is a ' .. kind .. '; JSON keys are strings')
end

local encode_value

local function add(text)
  count = count + 1
  out[count] = text
end

local function open_line(depth)
  if indent then add('\n' .. rep(indent, depth)) end
end

local function encode_list(list, length, depth)
  if length == 0 then return add('[]') end
  add('[')
  for index = 1, length do
    if index > 1 then add(',') end
    open_line(depth)
    path[depth] = index
    encode_value(rawget(list, index), depth)
  end
  open_line(depth - 1)
  add(']')
end

local function encode_object(object, depth)
  local keys, length, numbered = {}, 0, nil
  for key, value in next, object do
    length = length + 1
    if type(key) == 'string' then
      keys[length] = key
    else
      local text = key_text(key, depth - 1)
      numbered = numbered or {}
      numbered[text], keys[length] = value, text
    end
  end
  if length == 0 then return add('{}') end
  sort(keys)
  add('{')
  for index = 1, length do
    local key = keys[index]
    if key == keys[index + 1] then
      refuse(depth - 1, 'has the key "' .. key .. '" twice, as a number and as a string')
    end
    if index > 1 then add(',') end
    open_line(depth)
    path[depth] = key
    add(quoted(key, depth))
    add(colon)
    local value = numbered and numbered[key]
    if value == nil then value = rawget(object, key) end
    encode_value(value, depth)
  end
  open_line(depth - 1)
  add('}')
end

function encode_value(value, depth)
  local kind = type(value)
  if kind == 'string' then
    add(quoted(value, depth))
  elseif kind == 'number' then
    -- Lua writes an integer as JSON does.
    add(math_type(value) == 'integer' and value or number_text(value))
  elseif kind == 'boolean' then
    add(value and 'true' or 'false')
  elseif value == nil or value == null then
    add('null')
  elseif kind == 'table' then
    if open[value] then refuse(depth, 'contains itself') end
    if depth >= P.depth_limit() then refuse(depth, 'is nested deeper than ' .. deepest .. ' levels') end
    open[value] = true
    local length = rawlen(value)
    if length > 0 or getmetatable(value) == LIST then
      encode_list(value, length, depth + 1)
    else
      encode_object(value, depth + 1)
    end
    open[value] = nil
  else
    refuse(depth, 'is a ' .. kind .. ', which JSON cannot hold')
  end
end

--- Returns the JSON text of a value. `name` is the caller and `called` the value's name, both for messages.
function P.encode(value, name, called, indented)
  writer, root, indent, colon = name, called, indented, indented and ': ' or ':'
  out, count, path, open = {}, 0, {}, {}
  encode_value(value, 0)
  local pieces = out
  out, path, open = nil, nil, nil
  return concat(pieces)
end

local function indentation(options)
  local given = type(options) == 'table' and options.indent or nil
  if type(given) == 'number' then return rep(' ', given) end
  if given == true then return '  ' end
  if given ~= nil and given ~= false and type(given) ~= 'string' then
    fail('json.encode: indent must be a number of spaces or a string')
  end
  return given or nil
end

P.LIST = LIST

_G.json = {
  null = null,
  encode = function(value, options)
    return P.encode(value, 'json.encode', 'the value', indentation(options))
  end,
  array = function(list)
    if list == nil then list = {} end
    if type(list) ~= 'table' then P.bad_argument(1, 'array', 'table', type(list)) end
    return set_metatable(list, LIST)
  end,
}
