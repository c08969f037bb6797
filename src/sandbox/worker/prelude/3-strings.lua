-- Prelude: string functions that call a script back or need a limit, rewritten so that a host call can wait in them.
local P = ...
local checked, fail, to_string = P.checked, P.fail, P.to_string
local getmetatable, pcall, select, tonumber, type = getmetatable, pcall, select, tonumber, type
local byte, find, format, gmatch, gsub, rep, sub =
  string.byte, string.find, string.format, string.gmatch, string.gsub, string.rep, string.sub
local concat, pack, unpack = table.concat, table.pack, table.unpack
local huge, tointeger = math.huge, math.tointeger

local TEXT = { string = true, number = true }

local function replacement_text(value, original)
  if not value then return original end
  local kind = type(value)
  if kind == 'string' then return value end
  if kind == 'number' then return to_string(value) end
  fail('invalid replacement value (a ' .. kind .. ')')
end

local function replace(text, pattern, limit, replacement)
  local out, count = {}, 0
  local copied, at = 1, 1 -- the first character not yet copied; where to look for the next match
  local last -- the end of the last match: an empty match there doesn't count
  local anchored = byte(pattern) == 94 -- ^
  -- find treats a pattern without any of these as plain text, where gsub would see an unmatched brace.
  if not find(pattern, '[%^%$%*%+%?%.%(%[%%%-]') and find(pattern, ')', 1, true) then pattern = pattern .. '()' end
  while count < limit do
    local found = pack(checked('gsub', pcall(find, text, pattern, at)))
    local from, to = found[1], found[2]
    if not from then break end
    if to < from and from == last then
      at = from + 1
      if anchored or from > #text then break end
    else
      local original = sub(text, from, to)
      if found.n == 2 then
        found[3], found.n = original, 3
      end
      out[#out + 1] = sub(text, copied, from - 1)
      out[#out + 1] = replacement_text(replacement(unpack(found, 3, found.n)), original)
      count, copied, at, last = count + 1, to + 1, to + 1, to + 1
      if anchored then break end
    end
  end
  out[#out + 1] = sub(text, copied)
  return concat(out), count
end

function string.gsub(...)
  local text, pattern, replacement, limit = ...
  local kind = type(replacement)
  if kind ~= 'function' and not (kind == 'table' and getmetatable(replacement) ~= nil) then
    return checked('gsub', pcall(gsub, ...))
  end
  local most = limit == nil and huge or type(limit) ~= 'table' and tointeger(tonumber(limit))
  if not most or not TEXT[type(text)] or not TEXT[type(pattern)] then return checked('gsub', pcall(gsub, ...)) end
  local call = kind == 'function' and replacement or function(key) return replacement[key] end
  return replace(to_string(text), to_string(pattern), most, call)
end

--- Replaces arguments that %s would convert by their text; stock format checks all others.
local function with_texts(pattern, ...)
  local arguments, index = pack(...), 0
  for letter in gmatch(gsub(pattern, '%%%%', ''), '%%[^%a%%]*(%a)') do
    index = index + 1
    local value = arguments[index]
    local kind = type(value)
    if letter == 's' and kind ~= 'string' and kind ~= 'number' and index <= arguments.n then
      arguments[index] = to_string(value)
    end
  end
  return unpack(arguments, 1, arguments.n)
end

function string.format(...)
  local pattern = ...
  if type(pattern) ~= 'string' then return checked('format', pcall(format, ...)) end
  if find(pattern, 'p', 1, true) and find(gsub(pattern, '%%%%', ''), '%%[^%a%%]*p') then
    fail("invalid conversion '%p' to 'format': addresses are hidden")
  end
  for index = 2, select('#', ...) do
    local kind = type((select(index, ...)))
    if kind ~= 'string' and kind ~= 'number' then
      return checked('format', pcall(format, pattern, with_texts(pattern, select(2, ...))))
    end
  end
  return checked('format', pcall(format, ...))
end

-- Repeating an empty string endlessly costs no memory, so only this limit ends it.
function string.rep(...)
  local text, count, separator = ...
  if text == '' and (separator == nil or separator == '') and type(count) ~= 'table' and tointeger(tonumber(count)) then
    return ''
  end
  return checked('rep', pcall(rep, ...))
end

-- `return s:format(x)` is natural to write, and its error must name the line; see P.wrap.
string.format, string.gsub = P.guard(string.format, 'format', format), P.guard(string.gsub, 'gsub', gsub)
