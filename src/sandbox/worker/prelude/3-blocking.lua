-- Prelude: makes host calls block wherever Lua code runs.
-- A host call yields AWAIT to the driver. The script's coroutines pass it upwards, and every C function that would call
-- the script back (and can't be yielded across) is replaced by one in Lua.
local P = ...
local checked, fail = P.checked, P.fail
local error, pcall, select, type, xpcall = error, pcall, select, type, xpcall
local close, create, isyieldable, resume, running, status, wrap, yield =
  coroutine.close, coroutine.create, coroutine.isyieldable, coroutine.resume, coroutine.running, coroutine.status,
  coroutine.wrap, coroutine.yield
local byte, concat, sub, tostring = string.byte, table.concat, string.sub, P.to_string

-- Only the prelude can reach this value, so a script can't yield to the driver.
local AWAIT = {}

--- Starts a host operation, waits, and returns its text and possibly bytes; or nil, message, code.
function P.await(operation, payload, bytes)
  if not isyieldable() then P.refuse_to_wait() end
  P.start(operation, payload, bytes)
  yield(AWAIT)
  local ok, text, more = P.take()
  if ok then return text, more end
  return nil, text, more
end

--- xpcall returns an error of the handler. Stock Lua would run the handler on its own errors until the stack is full,
--- and a script would never see the message that the handler must not wait.
function _G.xpcall(...)
  local body, handler = ...
  if type(handler) ~= 'function' then return checked('xpcall', pcall(xpcall, ...)) end
  return xpcall(body, function(problem)
    local _, answer = pcall(handler, problem)
    return answer
  end, select(3, ...))
end

-- Coroutines

local function pass_upwards(thread, ...)
  local ok, first = ...
  if ok and first == AWAIT then
    yield(AWAIT)
    return pass_upwards(thread, resume(thread))
  end
  return ...
end

function coroutine.resume(...)
  local thread = ...
  if type(thread) ~= 'thread' then return checked('resume', pcall(resume, ...)) end
  return pass_upwards(thread, resume(...))
end

local OUT_OF_MEMORY = 'not enough memory'

--- Puts the caller's line before the line of the error, like stock Lua.
local function result_of_body(ok, ...)
  if ok then return ... end
  local problem = ...
  if type(problem) == 'string' and problem ~= OUT_OF_MEMORY then
    local _, place = pcall(error, '', 3)
    problem = place .. problem
  end
  error(problem, 0)
end

local function result_of_wrap(thread, ok, ...)
  if ok and status(thread) ~= 'dead' then return ... end
  if ok then return result_of_body(...) end
  return result_of_body(false, ...)
end

function coroutine.wrap(...)
  local body = ...
  if type(body) ~= 'function' then return checked('wrap', pcall(wrap, ...)) end
  -- Within pcall an error closes variables where their __close can wait; closing the coroutine from outside could not.
  local thread = create(function(...) return pcall(body, ...) end)
  return function(...)
    return result_of_wrap(thread, pass_upwards(thread, resume(thread, ...)))
  end
end

local closing = 0

local function closed(...)
  closing = closing - 1
  return ...
end

function P.refuse_to_wait()
  if closing > 0 then
    fail('a host call cannot wait in a __close that coroutine.close runs; let the coroutine end by itself')
  end
  fail('a host call cannot wait inside an xpcall message handler; call it after xpcall returns')
end

function coroutine.close(...)
  closing = closing + 1
  return checked('close', closed(pcall(close, ...)))
end
coroutine.close = P.wrap(coroutine.close) -- `return coroutine.close(co)` must name its line in an error

-- The script itself runs in a coroutine of the prelude (P.main), which it sees as the main thread.

function coroutine.yield(...)
  if running() == P.main then fail('attempt to yield from outside a coroutine') end
  return yield(...)
end

function coroutine.running()
  local thread = running()
  return thread, thread == P.main
end

function coroutine.isyieldable(...)
  local thread = ...
  if select('#', ...) == 0 then thread = running() end
  return thread ~= P.main and checked('isyieldable', pcall(isyieldable, thread))
end

-- load

--- Returns everything from a reader as one text; or nil and the problem.
local function read_all(reader)
  local parts = {}
  while true do
    local ok, part = pcall(reader)
    if not ok then return nil, part end
    if part == nil or part == '' then return concat(parts) end
    if type(part) ~= 'string' and type(part) ~= 'number' then
      return nil, P.where() .. 'reader function must return a string'
    end
    parts[#parts + 1] = tostring(part)
  end
end

function _G.load(...)
  local chunk, name, mode = ...
  if type(chunk) == 'function' then
    local text, problem = read_all(chunk)
    if not text then return nil, problem end
    chunk, name = text, name == nil and '=(load)' or name
  elseif type(chunk) ~= 'string' and type(chunk) ~= 'number' then
    return checked('load', pcall(P.load, ...))
  end
  chunk = tostring(chunk)
  -- Text only: bytecode can break the virtual machine.
  if byte(chunk) == 27 then mode = 't' end
  if name == nil then name = chunk end
  -- Lines are counted by chunk name. With an @ it looks the same in messages, but differs from that of a file.
  if P.counting and type(name) == 'string' and byte(name) == 61 then name = '@' .. sub(name, 2) end
  return checked('load', pcall(P.load, chunk, name, mode, select(4, ...)))
end

P.running, P.xpcall = running, xpcall
