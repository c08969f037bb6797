-- Prelude: functions for every script: log, base64, crypto, sleep, context, os. And the two functions for host calls.
local P = ...
local await, bad_argument, check_text, decode, encode, fail, native, to_string =
  P.await, P.bad_argument, P.check_text, P.decode, P.encode, P.fail, P.native, P.to_string
local readable = P.readable
local select, type = select, type
local format = string.format
local concat = table.concat
local min = math.min

-- log and print

local function joined(separator, ...)
  local parts = {}
  for index = 1, select('#', ...) do parts[index] = readable((select(index, ...))) end
  return concat(parts, separator)
end

_G.log = {}
for _, level in P.ipairs({ 'debug', 'info', 'warn', 'error' }) do
  log[level] = function(...) native('log', level, joined(' ', ...)) end
end
function _G.print(...) native('log', 'print', joined('\t', ...)) end
function _G.warn(...) native('log', 'warn', joined('', ...)) end

-- base64 and crypto: bytes in, bytes or text out

local function answer(text, problem)
  if text == nil then fail(problem) end
  return text
end

_G.base64 = {
  encode = function(bytes) return native('base64.encode', check_text(bytes, 1, 'encode')) end,
  decode = function(text) return answer(native('base64.decode', check_text(text, 1, 'decode'))) end,
}

_G.crypto = {
  sha256 = function(bytes) return native('crypto.sha256', check_text(bytes, 1, 'sha256')) end,
  hmac_sha256 = function(key, bytes)
    return native('crypto.hmac_sha256', check_text(key, 1, 'hmac_sha256'), check_text(bytes, 2, 'hmac_sha256'))
  end,
  random = function(count)
    if type(count) ~= 'number' then bad_argument(1, 'random', 'number', type(count)) end
    return answer(native('crypto.random', format('%.17g', count)))
  end,
  uuid = function() return native('crypto.uuid', '') end,
}

-- Calls that leave the worker. All are not allowed while reading metadata.

--- Calls the host and waits: host_call(operation, payload, bytes?) -> text, bytes?. Raises errors.
local function host_call(operation, payload, bytes)
  if P.inspecting then
    fail(operation .. " is refused while the tool's metadata is read; call it inside tool.execute")
  end
  local text, more, code = await(operation, payload, bytes)
  if text == nil then fail(more, code) end
  return text, more
end

local LONGEST_SLEEP = 1e6

function _G.sleep(seconds)
  if type(seconds) ~= 'number' then bad_argument(1, 'sleep', 'number', type(seconds)) end
  if not (seconds >= 0) then fail("bad argument #1 to 'sleep' (must not be negative)") end
  -- Infinity has no common notation; the run's time limit is far below this.
  host_call('sleep', format('%.17g', min(seconds, LONGEST_SLEEP)))
end

--- The same with a table as the payload and a value as the answer, in which null is `null`.
--- Returns one value, unless the answer has bytes: `table.insert(list, context.get(id))` must get no second nil.
local function page_call(operation, request, bytes, null)
  local text, more = host_call(operation, encode(request, operation, 'the argument'), bytes)
  local value = decode(text, operation, null)
  if more == nil then return value end
  return value, more
end

local context = { config = {} }

local function option(options, filters, name)
  local value = options[name]
  if value == nil then value = filters[name] end
  return value
end

--- search('words', { limit = 5 }) or search { query = 'words', filters = { source = 'notes' } }
function context.search(query, options)
  if type(query) == 'table' then
    options, query = query, query.query
  end
  if type(options) ~= 'table' then options = {} end
  local filters = type(options.filters) == 'table' and options.filters or {}
  return page_call('context.search', {
    query = check_text(query, 1, 'context.search'),
    mode = options.mode,
    limit = options.limit,
    source = option(options, filters, 'source'),
    since = option(options, filters, 'since'),
  })
end

function context.get(id) return page_call('context.get', { id = check_text(id, 1, 'context.get') }) end

function context.sources() return page_call('context.sources', {}) end

--- query('SELECT …', { document = 'orders.csv', limit = 10 }) or query { sql = 'SELECT …' }; without SQL, lists the tables
function context.query(sql, options)
  if type(sql) == 'table' then
    options, sql = sql, sql.sql
  end
  if type(options) ~= 'table' then options = {} end
  if sql ~= nil then sql = check_text(sql, 1, 'context.query') end
  return page_call('context.query', { sql = sql, document = options.document, limit = options.limit })
end

function context.progress(fraction, text)
  if type(fraction) ~= 'number' then bad_argument(1, 'context.progress', 'number', type(fraction)) end
  native('progress', format('%.4f', fraction), text == nil and '' or to_string(text))
end

function context.emit(text) native('emit', check_text(text, 1, 'context.emit')) end

P.context, _G.context = context, context

-- os: the harmless part, and the seed of math.random

-- The host records clock, time zone and random values; a replay gets the recorded ones.

local checked, pcall, tonumber = P.checked, pcall, tonumber
local c_clock, c_date, c_randomseed, c_time = os.clock, os.date, math.randomseed, os.time
local sub, unpack = string.sub, string.unpack

local function noted(name, text) return native('noted', name, text) end

_G.os = {
  time = function(...)
    return tonumber(noted('os.time', format('%d', checked('time', pcall(c_time, ...)))))
  end,
  date = function(...)
    local date = checked('date', pcall(c_date, ...))
    local pattern, time = ...
    -- Pure arithmetic.
    if time ~= nil and sub(pattern, 1, 1) == '!' then return date end
    if type(date) == 'string' then return noted('os.date', date) end
    return decode(noted('os.date', encode(date, 'os.date', 'the date')), 'os.date')
  end,
  clock = function() return tonumber(noted('os.clock', format('%.17g', c_clock()))) + 0.0 end,
  difftime = os.difftime,
}

function math.randomseed(...)
  if select('#', ...) > 0 then return checked('randomseed', pcall(c_randomseed, ...)) end
  return c_randomseed(unpack('<i8i8', native('crypto.random', '16')))
end

P.page_call = page_call
