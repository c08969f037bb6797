-- Prelude: host calls look blocking wherever Lua code runs.
-- A host call yields AWAIT to the driver. Coroutines of the script hand it upwards, and every C function that would call
-- the script back (and cannot be yielded across) is replaced by one written in Lua.
local P = ...
local bad_argument, check_text, checked, fail, to_string = P.bad_argument, P.check_text, P.checked, P.fail, P.to_string
local error, getmetatable, ipairs, pcall, select, type, xpcall =
  error, getmetatable, ipairs, pcall, select, type, xpcall
local close, create, isyieldable, resume, running, status, yield =
  coroutine.close, coroutine.create, coroutine.isyieldable, coroutine.resume, coroutine.running, coroutine.status, coroutine.yield
local byte, find, format, gsub, sub = string.byte, string.find, string.format, string.gsub, string.sub
local concat, insert, move, pack, remove, sort, unpack =
  table.concat, table.insert, table.move, table.pack, table.remove, table.sort, table.unpack
local huge, min, tointeger = math.huge, math.min, math.tointeger

-- Only the prelude can reach this value, so a script cannot yield to the driver.
local AWAIT = {}

--- Starts an operation of the host, waits, and returns its text; or nil, message, code.
function P.await(operation, payload)
  if not isyieldable() then
    fail("a host call cannot wait inside an xpcall message handler; call it after xpcall returns")
  end
  P.start(operation, payload)
  yield(AWAIT)
  local ok, text, code = P.take()
  if ok then return text end
  return nil, text, code
end

--- What goes wrong in the handler is what xpcall answers. Stock Lua would run the handler on its own errors until the stack
--- is full, and a script would never read that the handler must not wait.
function _G.xpcall(body, handler, ...)
  if type(handler) ~= 'function' then bad_argument(2, 'xpcall', 'function', type(handler)) end
  return xpcall(body, function(problem)
    local _, answer = pcall(handler, problem)
    return answer
  end, ...)
end

-- Coroutines

local function pass_upwards(thread, ok, first, ...)
  if ok and first == AWAIT then
    yield(AWAIT)
    return pass_upwards(thread, resume(thread))
  end
  return ok, first, ...
end

local function check_thread(value, name)
  if type(value) ~= 'thread' then bad_argument(1, name, 'coroutine', type(value)) end
  return value
end

function coroutine.resume(thread, ...)
  check_thread(thread, 'resume')
  return pass_upwards(thread, resume(thread, ...))
end

local function result_of_wrap(thread, ok, first, ...)
  if ok then return first, ... end
  if status(thread) == 'dead' then close(thread) end
  if first == 'cannot resume dead coroutine' then fail(first) end
  error(first, 0)
end

function coroutine.wrap(body)
  if type(body) ~= 'function' then bad_argument(1, 'wrap', 'function', type(body)) end
  local thread = create(body)
  return function(...)
    return result_of_wrap(thread, pass_upwards(thread, resume(thread, ...)))
  end
end

-- The script itself runs in a coroutine of ours (P.main). To the script it is the main thread.

function coroutine.yield(...)
  if running() == P.main then fail('attempt to yield from outside a coroutine') end
  return yield(...)
end

function coroutine.running()
  local thread = running()
  return thread, thread == P.main
end

function coroutine.isyieldable(thread)
  thread = thread or running()
  return thread ~= P.main and isyieldable(check_thread(thread, 'isyieldable'))
end

-- load

function _G.load(chunk, name, _, ...)
  if type(chunk) == 'function' then
    local parts = {}
    while true do
      local part = chunk()
      if part == nil or part == '' then break end
      if type(part) ~= 'string' then return nil, 'reader function must return a string' end
      parts[#parts + 1] = part
    end
    chunk, name = concat(parts), name or '=(load)'
  elseif type(chunk) ~= 'string' then
    bad_argument(1, 'load', 'string', type(chunk))
  end
  -- Text only: bytecode can break the virtual machine.
  return P.load(chunk, name or chunk, 't', ...)
end

-- string

local function replacement_text(value, original)
  if not value then return original end
  local kind = type(value)
  if kind == 'string' then return value end
  if kind == 'number' then return to_string(value) end
  fail('invalid replacement value (a ' .. kind .. ')')
end

local function replace(text, pattern, limit, replacement)
  local out, count = {}, 0
  local copied, at = 1, 1 -- the first character not yet copied; where the next match is sought
  local last -- just behind the last match: an empty match there is not a new one
  local anchored = byte(pattern) == 94 -- ^
  while count < limit do
    local found = pack(find(text, pattern, at))
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

function string.gsub(text, pattern, replacement, limit)
  local kind = type(replacement)
  if kind ~= 'function' and not (kind == 'table' and getmetatable(replacement)) then
    return checked('gsub', pcall(gsub, text, pattern, replacement, limit))
  end
  text, pattern = check_text(text, 1, 'gsub'), check_text(pattern, 2, 'gsub')
  limit = limit == nil and huge or limit
  if type(limit) ~= 'number' then bad_argument(4, 'gsub', 'number', type(limit)) end
  local call = kind == 'function' and replacement or function(key) return replacement[key] end
  return replace(text, pattern, limit, call)
end

function string.format(pattern, ...)
  pattern = check_text(pattern, 1, 'format')
  if find(pattern, 'p', 1, true) and find(gsub(pattern, '%%%%', ''), '%%[%d.-]*p') then
    fail("invalid conversion '%p' to 'format'")
  end
  local arguments
  for index = 1, select('#', ...) do
    local value = (select(index, ...))
    local kind = type(value)
    if kind ~= 'string' and kind ~= 'number' and kind ~= 'boolean' and kind ~= 'nil' then
      arguments = arguments or pack(...)
      arguments[index] = to_string(value)
    end
  end
  if arguments then return checked('format', pcall(format, pattern, unpack(arguments, 1, arguments.n))) end
  return checked('format', pcall(format, pattern, ...))
end

-- table: the C functions serve plain tables; one with a metatable may call the script back.

local function plain(list)
  return type(list) ~= 'table' or getmetatable(list) == nil
end

local function slice(list, from, to)
  local copy = {}
  for index = from, to do copy[index - from + 1] = list[index] end
  return copy, to - from + 1
end

function table.concat(list, separator, from, to)
  if not plain(list) then list, from, to = slice(list, from or 1, to or #list), 1, nil end
  return checked('concat', pcall(concat, list, separator, from, to))
end

function table.unpack(list, from, to)
  if plain(list) then return checked('unpack', pcall(unpack, list, from, to)) end
  local copy, length = slice(list, from or 1, to or #list)
  return unpack(copy, 1, length)
end

function table.move(list, from, to, at, target)
  local goal = target or list
  if plain(list) and plain(goal) then return checked('move', pcall(move, list, from, to, at, goal)) end
  local copy, length = slice(list, from, to)
  for index = 1, length do goal[at + index - 1] = copy[index] end
  return goal
end

function table.insert(list, ...)
  local count = select('#', ...)
  if count == 1 and type(list) == 'table' then
    list[#list + 1] = (...)
    return
  end
  if plain(list) or count ~= 2 then return checked('insert', pcall(insert, list, ...)) end
  local at, value = ...
  local length = #list
  at = tointeger(at)
  if not at or at < 1 or at > length + 1 then fail("bad argument #2 to 'insert' (position out of bounds)") end
  for index = length, at, -1 do list[index + 1] = list[index] end
  list[at] = value
end

function table.remove(list, ...)
  if plain(list) then return checked('remove', pcall(remove, list, ...)) end
  local length = #list
  local at = select('#', ...) == 0 and length or tointeger((...))
  if not at or (at ~= length and (at < 1 or at > length + 1)) then
    fail("bad argument #2 to 'remove' (position out of bounds)")
  end
  local value = list[at]
  for index = at, length - 1 do list[index] = list[index + 1] end
  if at <= length then list[length] = nil end
  return value
end

local function less(a, b)
  return a < b
end

local function merge(from, into, left, middle, right, before)
  local a, b = left, middle
  for index = left, right - 1 do
    if b >= right or (a < middle and not before(from[b], from[a])) then
      into[index], a = from[a], a + 1
    else
      into[index], b = from[b], b + 1
    end
  end
end

--- A merge sort, because stock sort cannot be yielded across. It is stable, which stock sort is not.
function table.sort(list, before)
  local first = plain(list) and type(list[1])
  if before == nil and (first == 'number' or first == 'string') then return checked('sort', pcall(sort, list)) end
  if type(list) ~= 'table' then bad_argument(1, 'sort', 'table', type(list)) end
  if before ~= nil and type(before) ~= 'function' then bad_argument(2, 'sort', 'function', type(before)) end
  before = before or less
  local length = #list
  local from, into = slice(list, 1, length), {}
  local width = 1
  while width < length do
    for left = 1, length, 2 * width do
      local middle, right = left + width, left + 2 * width
      merge(from, into, left, min(middle, length + 1), min(right, length + 1), before)
    end
    from, into, width = into, from, width * 2
  end
  for index = 1, length do list[index] = from[index] end
end

-- Iteration

local function next_item(list, index)
  index = index + 1
  local value = list[index]
  if value ~= nil then return index, value end
end

function _G.ipairs(...)
  if select('#', ...) == 0 then fail("bad argument #1 to 'ipairs' (table expected, got no value)") end
  local list = ...
  if type(list) == 'table' and getmetatable(list) == nil then return ipairs(list) end
  return next_item, list, 0
end

P.ipairs, P.running, P.xpcall = ipairs, running, xpcall
