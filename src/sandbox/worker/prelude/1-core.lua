-- Prelude, first part: calls to the host, errors that name the script's own line, and functions hidden from scripts.
-- The prelude runs in every fresh state before the script. It is compiled without line numbers, so that a position in a
-- message is always the script's. Every part copies what it needs to locals, because a script may overwrite any global.
local native, start, take, wrap, guard = ...
local error, getmetatable, pcall, rawget, select, setmetatable, type =
  error, getmetatable, pcall, rawget, select, setmetatable, type
local format, gsub, match = string.format, string.gsub, string.match

local P = {
  native = native, -- native(name, ...) -> text: a synchronous host function
  start = start, -- start(operation, payload): begins asynchronous work; then yield, then
  take = take, -- take() -> true, text | false, message, code
  wrap = wrap, -- wrap(function) -> the same, but a tail call of it keeps the caller's line for errors
  guard = guard, -- guard(function, name, stock) -> the same, but calls stock where no script function can be called back
  load = load,
  tonumber = tonumber,
  codes = {}, -- message of a failure -> its error code, for uncaught failures
}

-- More frames than any call chain of the prelude between a script and a failing function.
local MAX_FRAMES = 200

--- Returns `NAME:LINE: ` of the script's innermost running line, or ''.
function P.where()
  for level = 3, MAX_FRAMES do
    local _, position = pcall(error, '', level)
    if position ~= '' then return position end
  end
  return ''
end

--- Raises `message` at the script's line. If uncaught, the run ends with `code`, if given.
function P.fail(message, code)
  local text = P.where() .. message
  if code then P.codes[text] = code end
  error(text, 0)
end

--- Raises a message unchanged.
function P.raise(text)
  error(text, 0)
end

--- Passes on the result of `pcall` on a C function, adding the function's name and the script's line to an error.
function P.checked(name, ok, ...)
  if ok then return ... end
  local problem = ...
  if type(problem) ~= 'string' or match(problem, '^[^\n]-:%d+: ') then error(problem, 0) end
  P.fail((gsub(problem, "^bad argument #(%d+) to '%?'", "bad argument #%1 to '" .. name .. "'")))
end

--- Raises stock Lua's message for a bad argument.
function P.bad_argument(position, name, expected, got)
  P.fail(format("bad argument #%d to '%s' (%s expected, got %s)", position, name, expected, got))
end

--- Returns the text of a string or number argument.
function P.check_text(value, position, name)
  local kind = type(value)
  if kind == 'string' then return value end
  if kind == 'number' then return format('%s', value) end
  P.bad_argument(position, name, 'string', kind == 'nil' and 'no value' or kind)
end

-- tostring: stock text without addresses, which would reveal memory layout. Equal values keep equal text.

local c_tostring = tostring
local numbers, last_number = setmetatable({}, { __mode = 'k' }), 0

local function hide_address(value, text)
  local number = numbers[value]
  if not number then
    last_number = last_number + 1
    number = last_number
    numbers[value] = number
  end
  return (gsub(text, '0x%x+$', format('0x%08x', number)))
end

local HAS_ADDRESS = { table = true, ['function'] = true, thread = true, userdata = true }

-- Metatables hidden behind __metatable, by their table.
local hidden = setmetatable({}, { __mode = 'k' })

local function can_be_called(value)
  if type(value) == 'function' then return true end
  local metatable = getmetatable(value)
  return type(metatable) == 'table' and rawget(metatable, '__call') ~= nil
end

--- Returns a value's own way to become text, or nil.
function P.text_method(value)
  local metatable = type(value) == 'table' and hidden[value] or getmetatable(value)
  return type(metatable) == 'table' and rawget(metatable, '__tostring') or nil
end

function P.to_string(value)
  local kind = type(value)
  if kind == 'number' then return c_tostring(value) end
  local method = P.text_method(value)
  if method then
    if not can_be_called(method) then P.fail('attempt to call a ' .. type(method) .. ' value') end
    local text = method(value)
    if type(text) == 'number' then return c_tostring(text) end
    if type(text) ~= 'string' then P.fail("'__tostring' must return a string") end
    return text
  end
  local text = c_tostring(value)
  if HAS_ADDRESS[kind] and match(text, ': 0x%x+$') then return hide_address(value, text) end
  return text
end

-- A finalizer would run beyond the reach of any time limit.
function P.set_metatable(...)
  local value, metatable = ...
  if type(metatable) == 'table' and rawget(metatable, '__gc') ~= nil then
    P.fail("'__gc' is not available in tools")
  end
  if type(value) ~= 'table' or type(metatable) ~= 'table' or getmetatable(value) ~= nil then
    return P.checked('setmetatable', pcall(setmetatable, ...))
  end
  if rawget(metatable, '__metatable') ~= nil then hidden[value] = metatable end
  return setmetatable(value, metatable)
end

_G.setmetatable = P.set_metatable
_G.tostring = guard(function(...)
  if select('#', ...) == 0 then P.fail("bad argument #1 to 'tostring' (value expected)") end
  return P.to_string((...))
end, 'tostring', c_tostring)

local c_collectgarbage = collectgarbage
_G.collectgarbage = function(option)
  if option ~= 'count' then P.fail("collectgarbage: only 'count' is available in tools") end
  -- The amount depends on the lengths of secrets, which a replay doesn't know.
  return P.tonumber(native('noted', 'collectgarbage', format('%.17g', c_collectgarbage('count')))) + 0.0
end

_G.dofile, _G.loadfile, string.dump = nil, nil, nil

return P
