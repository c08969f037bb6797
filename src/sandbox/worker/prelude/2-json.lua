-- Prelude: JSON as the tool contract wants it, in Lua, because numbers keep 64 bits here and nothing but text crosses the wall.
local P = ...
local fail, set_metatable = P.fail, P.set_metatable
local getmetatable, next, rawget, rawlen, setmetatable, tonumber, type =
  getmetatable, next, rawget, rawlen, setmetatable, tonumber, type
local byte, find, format, gsub, match, rep, sub =
  string.byte, string.find, string.format, string.gsub, string.match, string.rep, string.sub
local concat, sort = table.concat, table.sort
local math_type, utf8_char, utf8_length = math.type, utf8.char, utf8.len

local deepest

--- Levels that values may be nested: a limit of the run.
local function depth_limit()
  deepest = deepest or tonumber(P.native('input', 'depth'))
  return deepest
end

-- json.null stands for null inside lists and objects, where nil would be a hole.
local null = setmetatable({}, {
  __tostring = function() return 'null' end,
  __newindex = function() fail('json.null cannot be changed') end,
  __metatable = false,
  __name = 'null',
})

-- A list that carries this metatable stays a list when it is empty.
local LIST = { __name = 'list' }

-- Encoding

local ESCAPES = setmetatable(
  { ['"'] = '\\"', ['\\'] = '\\\\', ['\b'] = '\\b', ['\f'] = '\\f', ['\n'] = '\\n', ['\r'] = '\\r', ['\t'] = '\\t' },
  { __index = function(_, control) return format('\\u%04x', byte(control)) end }
)

local function encode_number(number)
  if math_type(number) == 'integer' then return format('%d', number) end
  if number ~= number or number == 1 / 0 or number == -1 / 0 then return 'null' end
  local text = format('%.15g', number)
  if tonumber(text) ~= number then text = format('%.16g', number) end
  if tonumber(text) ~= number then text = format('%.17g', number) end
  if not find(text, '[.e]') then text = text .. '.0' end
  return text
end

local function path_text(writer, depth)
  local text = writer.root
  for level = 1, depth do
    local step = writer.path[level]
    text = text .. (type(step) == 'number' and '[' .. step .. ']' or '.' .. step)
  end
  return text
end

local function refuse(writer, depth, problem)
  fail(format('%s: %s %s', writer.name, path_text(writer, depth), problem))
end

local function encode_text(writer, text, depth)
  if find(text, '[\128-\255]') and not utf8_length(text) then
    refuse(writer, depth, 'is no UTF-8 text; bytes can go through base64.encode')
  end
  if find(text, '[%c"\\]') then text = gsub(text, '[\0-\31"\\]', ESCAPES) end
  return '"' .. text .. '"'
end

local function key_text(writer, key, depth)
  local kind = type(key)
  if kind == 'string' then return key end
  if kind == 'number' then return math_type(key) == 'integer' and format('%d', key) or format('%.14g', key) end
  refuse(writer, depth, 'has a key that is a ' .. kind .. '; JSON keys are strings')
end

local encode_value

local function open_line(writer, depth)
  if writer.indent then writer[#writer + 1] = '\n' .. rep(writer.indent, depth) end
end

local function encode_list(writer, list, length, depth)
  if length == 0 then
    writer[#writer + 1] = '[]'
    return
  end
  writer[#writer + 1] = '['
  for index = 1, length do
    if index > 1 then writer[#writer + 1] = ',' end
    open_line(writer, depth)
    writer.path[depth] = index
    encode_value(writer, rawget(list, index), depth)
  end
  open_line(writer, depth - 1)
  writer[#writer + 1] = ']'
end

local function encode_object(writer, object, depth)
  local keys, values = {}, {}
  for key, value in next, object do
    local text = key_text(writer, key, depth - 1)
    if values[text] ~= nil then refuse(writer, depth - 1, 'has the key "' .. text .. '" twice, as a number and as a string') end
    keys[#keys + 1], values[text] = text, value
  end
  if #keys == 0 then
    writer[#writer + 1] = '{}'
    return
  end
  sort(keys)
  writer[#writer + 1] = '{'
  for index = 1, #keys do
    local key = keys[index]
    if index > 1 then writer[#writer + 1] = ',' end
    open_line(writer, depth)
    writer.path[depth] = key
    writer[#writer + 1] = encode_text(writer, key, depth) .. writer.colon
    encode_value(writer, values[key], depth)
  end
  open_line(writer, depth - 1)
  writer[#writer + 1] = '}'
end

function encode_value(writer, value, depth)
  local kind = type(value)
  if kind == 'string' then
    writer[#writer + 1] = encode_text(writer, value, depth)
  elseif kind == 'number' then
    writer[#writer + 1] = encode_number(value)
  elseif kind == 'boolean' then
    writer[#writer + 1] = value and 'true' or 'false'
  elseif value == nil or value == null then
    writer[#writer + 1] = 'null'
  elseif kind == 'table' then
    if writer.open[value] then refuse(writer, depth, 'contains itself') end
    if depth >= depth_limit() then refuse(writer, depth, 'is nested deeper than ' .. deepest .. ' levels') end
    writer.open[value] = true
    local length = rawlen(value)
    if length > 0 or getmetatable(value) == LIST then
      encode_list(writer, value, length, depth + 1)
    else
      encode_object(writer, value, depth + 1)
    end
    writer.open[value] = nil
  else
    refuse(writer, depth, 'is a ' .. kind .. ', which JSON cannot hold')
  end
end

--- JSON text of a value. `name` is who asks and `root` what the value is called, both for messages.
function P.encode(value, name, root, indent)
  local writer = { name = name, root = root, indent = indent, colon = indent and ': ' or ':', path = {}, open = {} }
  encode_value(writer, value, 0)
  return concat(writer)
end

-- Decoding

local function problem_at(reader, at, problem)
  local before = sub(reader.text, 1, at - 1)
  local _, lines = gsub(before, '\n', '')
  local column = #before - (match(before, '.*\n()') or 1) + 2
  fail(format('%s: %s at line %d, column %d', reader.name, problem, lines + 1, column))
end

local function unexpected(reader, at, wanted)
  if at > #reader.text then problem_at(reader, at, 'the text ends where ' .. wanted .. ' should be') end
  problem_at(reader, at, 'expected ' .. wanted)
end

local UNESCAPES = { b = '\b', f = '\f', n = '\n', r = '\r', t = '\t', ['"'] = '"', ['\\'] = '\\', ['/'] = '/' }

local function decode_unicode(reader, at)
  local code = tonumber(match(reader.text, '^%x%x%x%x', at) or unexpected(reader, at, 'four hexadecimal digits'), 16)
  at = at + 4
  if code >= 0xD800 and code <= 0xDBFF then
    local low = match(reader.text, '^\\u([dD][c-fC-F]%x%x)', at)
    if low then
      low = tonumber(low, 16)
      return utf8_char((code - 0xD800) * 0x400 + (low - 0xDC00) + 0x10000), at + 6
    end
  end
  if code >= 0xD800 and code <= 0xDFFF then code = 0xFFFD end -- half a character
  return utf8_char(code), at
end

--- Reads from behind the opening quote; returns the text and the place behind the closing quote.
local function decode_text(reader, at)
  local text = reader.text
  local stop = find(text, '["\\\0-\31]', at)
  if stop and byte(text, stop) == 34 then return sub(text, at, stop - 1), stop + 1 end
  local parts = {}
  while true do
    local code = stop and byte(text, stop)
    if not code then unexpected(reader, #text + 1, 'a closing quote') end
    parts[#parts + 1] = sub(text, at, stop - 1)
    if code == 34 then return concat(parts), stop + 1 end
    if code ~= 92 then problem_at(reader, stop, 'a control character stands in a string') end
    local letter = sub(text, stop + 1, stop + 1)
    if letter == 'u' then
      parts[#parts + 1], at = decode_unicode(reader, stop + 2)
    else
      parts[#parts + 1] = UNESCAPES[letter] or unexpected(reader, stop + 1, 'an escape such as \\n')
      at = stop + 2
    end
    stop = find(text, '["\\\0-\31]', at)
  end
end

local function decode_number(reader, at)
  local digits = match(reader.text, '^-?%d+', at)
  if not digits or find(digits, '^-?0%d') then unexpected(reader, at, 'a value') end
  local stop = at + #digits
  local fraction = match(reader.text, '^%.%d+', stop)
  stop = stop + #(fraction or '')
  local exponent = match(reader.text, '^[eE][+-]?%d+', stop)
  stop = stop + #(exponent or '')
  if find(reader.text, '^[.%w]', stop) then unexpected(reader, stop, 'the end of the number') end
  if digits == '-0' then return tonumber('-0' .. (fraction or '.0') .. (exponent or '')), stop end
  return tonumber(sub(reader.text, at, stop - 1)), stop
end

local decode_value

local function skip_space(reader, at)
  return find(reader.text, '[^ \n\r\t]', at) or #reader.text + 1
end

local function decode_list(reader, at, depth)
  local list, length = set_metatable({}, LIST), 0
  at = skip_space(reader, at)
  if byte(reader.text, at) == 93 then return list, at + 1 end
  while true do
    length = length + 1
    list[length], at = decode_value(reader, at, depth)
    at = skip_space(reader, at)
    local code = byte(reader.text, at)
    if code == 93 then return list, at + 1 end
    if code ~= 44 then unexpected(reader, at, "',' or ']'") end
    at = skip_space(reader, at + 1)
  end
end

local function decode_object(reader, at, depth)
  local object = {}
  at = skip_space(reader, at)
  if byte(reader.text, at) == 125 then return object, at + 1 end
  while true do
    if byte(reader.text, at) ~= 34 then unexpected(reader, at, 'a key in quotes') end
    local key
    key, at = decode_text(reader, at + 1)
    at = skip_space(reader, at)
    if byte(reader.text, at) ~= 58 then unexpected(reader, at, "':'") end
    object[key], at = decode_value(reader, skip_space(reader, at + 1), depth)
    at = skip_space(reader, at)
    local code = byte(reader.text, at)
    if code == 125 then return object, at + 1 end
    if code ~= 44 then unexpected(reader, at, "',' or '}'") end
    at = skip_space(reader, at + 1)
  end
end

local WORDS = { [116] = { 'true', true }, [102] = { 'false', false }, [110] = { 'null', null } }

function decode_value(reader, at, depth)
  local code = byte(reader.text, at)
  if code == 34 then return decode_text(reader, at + 1) end
  if code == 123 or code == 91 then
    if depth >= depth_limit() then problem_at(reader, at, 'the text is nested deeper than ' .. deepest .. ' levels') end
    return (code == 123 and decode_object or decode_list)(reader, at + 1, depth + 1)
  end
  local word = WORDS[code]
  if word and sub(reader.text, at, at + #word[1] - 1) == word[1] then return word[2], at + #word[1] end
  return decode_number(reader, at)
end

--- The value of a JSON text. A whole text of `null` is nil; `null` further inside is json.null.
function P.decode(text, name)
  local reader = { text = text, name = name }
  local value, at = decode_value(reader, skip_space(reader, 1), 0)
  at = skip_space(reader, at)
  if at <= #text then unexpected(reader, at, 'the end of the text') end
  if value == null then return nil end
  return value
end

-- What scripts see

local function parser(name)
  return function(text)
    return P.decode(P.check_text(text, 1, name), 'json.' .. name)
  end
end

local function indentation(options)
  local indent = type(options) == 'table' and options.indent or nil
  if type(indent) == 'number' then return rep(' ', indent) end
  if indent == true then return '  ' end
  if indent ~= nil and indent ~= false and type(indent) ~= 'string' then
    fail('json.encode: indent must be a number of spaces or a string')
  end
  return indent or nil
end

_G.json = {
  null = null,
  parse = parser('parse'),
  decode = parser('decode'),
  encode = function(value, options)
    return P.encode(value, 'json.encode', 'the value', indentation(options))
  end,
  array = function(list)
    if list == nil then list = {} end
    if type(list) ~= 'table' then P.bad_argument(1, 'array', 'table', type(list)) end
    return set_metatable(list, LIST)
  end,
}
