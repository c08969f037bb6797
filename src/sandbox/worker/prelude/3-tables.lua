-- Prelude: table functions and ipairs, rewritten so that metamethods and comparators can wait for the host.
-- The C functions serve plain tables; one with a metatable may call the script back.
local P = ...
local bad_argument, checked, fail = P.bad_argument, P.checked, P.fail
local error, getmetatable, ipairs, next, pcall, select, tonumber, type =
  error, getmetatable, ipairs, next, pcall, select, tonumber, type
local find, format, sub = string.find, string.format, string.sub
local concat, insert, move, remove, sort, unpack =
  table.concat, table.insert, table.move, table.remove, table.sort, table.unpack
local maxinteger, min, tointeger = math.maxinteger, math.min, math.tointeger

-- More results than fit on the stack, whatever else is on it.
local MAX_RESULTS = 1e6
-- Maximum elements, as in stock sort.
local MAX_SORTED = 2 ^ 31 - 1

local function plain(list)
  return type(list) ~= 'table' or getmetatable(list) == nil
end

local function as_integer(value)
  if type(value) == 'string' then value = tonumber(value) end
  return type(value) == 'number' and tointeger(value) or nil
end

--- Returns an argument as an integer; `default` for nil.
local function integer(value, position, name, default)
  if value == nil and default ~= nil then return default end
  local number = as_integer(value)
  if number then return number end
  if type(value) == 'number' then
    fail(format("bad argument #%d to '%s' (number has no integer representation)", position, name))
  end
  bad_argument(position, name, 'number', value == nil and 'no value' or type(value))
end

local function length_of(list)
  return as_integer(#list) or fail('object length is not an integer')
end

local function slice(list, from, to)
  local copy, length = {}, 0
  for index = from, to do
    length = length + 1
    copy[length] = list[index]
  end
  return copy, length
end

function table.concat(...)
  local list, separator, from, to = ...
  if plain(list) then return checked('concat', pcall(concat, ...)) end
  if separator ~= nil and type(separator) ~= 'string' and type(separator) ~= 'number' then
    checked('concat', pcall(concat, {}, separator))
  end
  local length = to == nil and length_of(list)
  from = integer(from, 3, 'concat', 1)
  to = integer(to, 4, 'concat', length)
  local parts, count = {}, 0
  for index = from, to do
    local value = list[index]
    if type(value) ~= 'string' and type(value) ~= 'number' then
      fail(format("invalid value (%s) at index %d in table for 'concat'", type(value), index))
    end
    count = count + 1
    parts[count] = value
  end
  return concat(parts, separator)
end

function table.unpack(...)
  local list, from, to = ...
  if plain(list) then return checked('unpack', pcall(unpack, ...)) end
  from = integer(from, 2, 'unpack', 1)
  if to == nil then to = length_of(list) end
  to = integer(to, 3, 'unpack')
  if from > to then return end
  local count = to - from
  if count < 0 or count >= MAX_RESULTS then fail('too many results to unpack') end
  local copy, length = slice(list, from, to)
  return checked('unpack', pcall(unpack, copy, 1, length))
end

function table.move(...)
  local list, from, to, at, target = ...
  if target == nil then target = list end
  if type(list) ~= 'table' or (plain(list) and plain(target)) then return checked('move', pcall(move, ...)) end
  from, to, at = integer(from, 2, 'move'), integer(to, 3, 'move'), integer(at, 4, 'move')
  if type(target) ~= 'table' then bad_argument(5, 'move', 'table', type(target)) end
  if to < from then return target end
  if not (from > 0 or to < maxinteger + from) then fail("bad argument #3 to 'move' (too many elements to move)") end
  local count = to - from
  if at > maxinteger - count then fail("bad argument #4 to 'move' (destination wrap around)") end
  if at > to or at <= from or target ~= list then
    for step = 0, count do target[at + step] = list[from + step] end
  else
    for step = count, 0, -1 do target[at + step] = list[from + step] end
  end
  return target
end

function table.insert(...)
  local list, at, value = ...
  local count = select('#', ...)
  if plain(list) or count < 2 or count > 3 then return checked('insert', pcall(insert, ...)) end
  local length = length_of(list)
  if count == 2 then
    list[length + 1] = at
    return
  end
  at = integer(at, 2, 'insert')
  if at < 1 or at > length + 1 then fail("bad argument #2 to 'insert' (position out of bounds)") end
  for index = length, at, -1 do list[index + 1] = list[index] end
  list[at] = value
end

function table.remove(...)
  local list, at = ...
  if plain(list) then return checked('remove', pcall(remove, ...)) end
  local length = length_of(list)
  at = integer(at, 2, 'remove', length)
  if select('#', ...) > 1 and at ~= length and (at < 1 or at > length + 1) then
    fail("bad argument #2 to 'remove' (position out of bounds)")
  end
  local value = list[at]
  for index = at, length - 1 do list[index] = list[index + 1] end
  list[at < length and length or at] = nil
  return value
end

local function compare(a, b)
  return a < b
end

--- Errors of a comparison inside the prelude begin with its position, which has no line.
local function less(a, b)
  local ok, answer = pcall(compare, a, b)
  if ok then return answer end
  if type(answer) == 'string' and find(answer, '^%?:%-1: ') then fail(sub(answer, 7)) end
  error(answer, 0)
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

--- A merge sort, because stock sort can't be yielded across. It is stable, unlike stock sort.
function table.sort(...)
  local list, before = ...
  local first = plain(list) and type(list) == 'table' and type(list[1])
  if type(list) ~= 'table' or (before == nil and (first == 'number' or first == 'string')) then
    return checked('sort', pcall(sort, ...))
  end
  local length = length_of(list)
  if length < 2 then return end
  if length >= MAX_SORTED then fail("bad argument #1 to 'sort' (array too big)") end
  if before ~= nil and type(before) ~= 'function' then bad_argument(2, 'sort', 'function', type(before)) end
  before = before or less
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
  local list = ...
  if type(list) ~= 'table' or getmetatable(list) == nil then return checked('ipairs', pcall(ipairs, ...)) end
  return next_item, list, 0
end

-- Like string.format.
for name, stock in next, { concat = concat, insert = insert, remove = remove, unpack = unpack } do
  table[name] = P.guard(table[name], name, stock)
end
_G.ipairs = P.guard(_G.ipairs, 'ipairs', ipairs)

P.ipairs = ipairs
