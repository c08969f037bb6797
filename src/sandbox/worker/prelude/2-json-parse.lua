-- Prelude: reads JSON by the tool contract, one text at a time, as it is written.
local P = ...
local depth_limit, fail = P.depth_limit, P.fail
local rawlen, setmetatable, tonumber, type = rawlen, setmetatable, tonumber, type
local byte, find, format, gsub, match, sub =
  string.byte, string.find, string.format, string.gsub, string.match, string.sub
local concat, unpack = table.concat, table.unpack
local utf8_char = utf8.char
local LIST = P.LIST

-- The current text, the caller, and the value for null.
local text, reader, nothing

local function problem_at(at, problem)
  local before = sub(text, 1, at - 1)
  local _, lines = gsub(before, '\n', '')
  local column = #before - (match(before, '.*\n()') or 1) + 2
  fail(format('%s: %s at line %d, column %d', reader, problem, lines + 1, column))
end

local function unexpected(at, wanted)
  if at > #text then problem_at(at, 'the text ends where ' .. wanted .. ' should be') end
  problem_at(at, 'expected ' .. wanted)
end

local UNESCAPES = { b = '\b', f = '\f', n = '\n', r = '\r', t = '\t', ['"'] = '"', ['\\'] = '\\', ['/'] = '/' }

local function decode_unicode(at)
  local code = tonumber(match(text, '^%x%x%x%x', at) or unexpected(at, 'four hexadecimal digits'), 16)
  at = at + 4
  if code >= 0xD800 and code <= 0xDBFF then
    local low = match(text, '^\\u([dD][c-fC-F]%x%x)', at)
    if low then
      low = tonumber(low, 16)
      return utf8_char((code - 0xD800) * 0x400 + (low - 0xDC00) + 0x10000), at + 6
    end
  end
  if code >= 0xD800 and code <= 0xDFFF then code = 0xFFFD end -- a lone surrogate
  return utf8_char(code), at
end

-- From after the opening quote of a string without escapes: the string, and the position after the closing quote.
local PLAIN_TEXT = '^([^"\\\0-\31]*)"()'
-- The same for a key, and the position of its value.
local PLAIN_KEY = '^([^"\\\0-\31]*)"[ \n\r\t]*:[ \n\r\t]*()'

--- Reads from after the opening quote; returns the string and the position after the closing quote.
local function decode_text(at)
  local parts = {}
  while true do
    local stop = find(text, '["\\\0-\31]', at)
    if not stop then unexpected(#text + 1, 'a closing quote') end
    local code = byte(text, stop)
    parts[#parts + 1] = sub(text, at, stop - 1)
    if code == 34 then return concat(parts), stop + 1 end
    if code ~= 92 then problem_at(stop, 'a control character stands in a string') end
    local letter = sub(text, stop + 1, stop + 1)
    if letter == 'u' then
      parts[#parts + 1], at = decode_unicode(stop + 2)
    else
      parts[#parts + 1] = UNESCAPES[letter] or unexpected(stop + 1, 'an escape such as \\n')
      at = stop + 2
    end
  end
end

local function decode_number(at)
  local digits, stop = match(text, '^(-?%d+)()', at)
  if not digits or find(digits, '^-?0%d') then unexpected(at, 'a value') end
  local following = byte(text, stop)
  -- , ] } or white space: an integer. It may be -0, which is a float.
  if (following == 44 or following == 93 or following == 125 or following == 10) and digits ~= '-0' then
    return tonumber(digits), stop
  end
  local fraction = match(text, '^%.%d+', stop)
  stop = stop + #(fraction or '')
  local exponent = match(text, '^[eE][+-]?%d+', stop)
  stop = stop + #(exponent or '')
  if find(text, '^[.%w]', stop) then unexpected(stop, 'the end of the number') end
  if digits == '-0' then return tonumber('-0' .. (fraction or '.0') .. (exponent or '')), stop end
  return tonumber(sub(text, at, stop - 1)), stop
end

local decode_value

--- Returns the first position from `at` on that isn't white space, and the byte there.
local function next_sign(at)
  local code = byte(text, at)
  if code == 32 or code == 10 or code == 13 or code == 9 then
    at = find(text, '[^ \n\r\t]', at) or #text + 1
    code = byte(text, at)
  end
  return at, code
end

-- As many as fit on the stack. The length of a longer list that contains null is up to Lua.
local LONGEST_WITH_HOLES = 100000

local function decode_list(at, depth)
  local list, length, last = {}, 0, 0
  local code
  at, code = next_sign(at)
  if code == 93 then return setmetatable(list, LIST), at + 1 end
  while true do
    local value
    value, at = decode_value(at, depth)
    length = length + 1
    if value ~= nil then list[length], last = value, length end
    at, code = next_sign(at)
    if code == 93 then break end
    if code ~= 44 then unexpected(at, "',' or ']'") end
    at = next_sign(at + 1)
  end
  -- A table made at once is as long as its last value, like { 1, nil, 3 }. One that grew may end at any hole.
  if last ~= rawlen(list) and last <= LONGEST_WITH_HOLES then list = { unpack(list, 1, last) } end
  return setmetatable(list, LIST), at + 1
end

local function decode_object(at, depth)
  local object = {}
  local code
  at, code = next_sign(at)
  if code == 125 then return object, at + 1 end
  while true do
    if code ~= 34 then unexpected(at, 'a key in quotes') end
    local key, after = match(text, PLAIN_KEY, at + 1)
    if not key then
      key, after = decode_text(at + 1)
      after, code = next_sign(after)
      if code ~= 58 then unexpected(after, "':'") end
      after = next_sign(after + 1)
    end
    object[key], at = decode_value(after, depth)
    at, code = next_sign(at)
    if code == 125 then return object, at + 1 end
    if code ~= 44 then unexpected(at, "',' or '}'") end
    at, code = next_sign(at + 1)
  end
end

function decode_value(at, depth)
  local code = byte(text, at)
  if code == 34 then
    local plain, after = match(text, PLAIN_TEXT, at + 1)
    if plain then return plain, after end
    return decode_text(at + 1)
  end
  if code == 123 or code == 91 then
    if depth >= depth_limit() then problem_at(at, 'the text is nested deeper than ' .. depth_limit() .. ' levels') end
    return (code == 123 and decode_object or decode_list)(at + 1, depth + 1)
  end
  if code == 116 and sub(text, at, at + 3) == 'true' then return true, at + 4 end
  if code == 102 and sub(text, at, at + 4) == 'false' then return false, at + 5 end
  if code == 110 and sub(text, at, at + 3) == 'null' then return nothing, at + 4 end
  return decode_number(at)
end

--- Returns the value of a JSON text. Null becomes `instead`, or nil, which drops an object's key and leaves a hole in a list.
function P.decode(given, name, instead)
  text, reader, nothing = given, name, instead
  local value, at = decode_value(next_sign(1), 0)
  at = next_sign(at)
  if at <= #text then unexpected(at, 'the end of the text') end
  text, nothing = nil, nil
  return value
end

--- Returns the option for the value of null.
function P.null_of(options)
  -- Ignores anything but a table: gsub also returns a number, as in json.parse(text:gsub(…)).
  if type(options) == 'table' then return options.null end
end

--- parse('{"a":null}') has no key a; parse('{"a":null}', { null = json.null }) does.
local function parser(name)
  return function(given, options)
    return P.decode(P.check_text(given, 1, name), 'json.' .. name, P.null_of(options))
  end
end

json.parse, json.decode = parser('parse'), parser('decode')
