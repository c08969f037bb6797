-- Prelude, last part: returns the function that the driver runs in each fresh state.
-- It answers 'result', JSON text; or 'error', code, message.
local P = ...
local codes, decode, encode, native, to_string, where = P.codes, P.decode, P.encode, P.native, P.to_string, P.where
local getmetatable, next, pcall, rawget, tonumber, type, xpcall =
  getmetatable, next, pcall, rawget, tonumber, type, P.xpcall
local find, format, match, sub, unpack = string.find, string.format, string.match, string.sub, string.unpack
local randomseed = math.randomseed
local globals = _G

-- Bytes of an error message that go out; more than anyone reads.
local MAX_MESSAGE = 8192

--- The script without a byte order mark and without a first line that begins with #: stock Lua skips both in files.
local function source_text()
  local text = native('input', 'source')
  local start = match(text, '^\xEF\xBB\xBF()') or 1
  return sub(text, match(text, '^#[^\r\n]*()', start) or start)
end

local function compiled()
  local chunk, problem = P.load(source_text(), '=' .. native('input', 'name'), 't')
  if not chunk then P.raise(problem) end
  return chunk
end

local function run_source()
  local chunk = compiled()
  chunk()
end

-- `return context.get(id)` is a natural thing to write, and its error must name the line.
for _, functions in P.ipairs({ base64, context, crypto, env, fs, http, json }) do
  for name, body in next, functions do
    if type(body) == 'function' then functions[name] = P.wrap(body) end
  end
end
_G.require, _G.sleep = P.wrap(require), P.wrap(sleep)
os.time, os.date, math.randomseed = P.wrap(os.time), P.wrap(os.date), P.wrap(math.randomseed)

--- The function that a run calls: tool.execute or connector.scan.
local function entry(kind, name)
  run_source()
  local declared = rawget(globals, kind)
  local body = type(declared) == 'table' and declared[name]
  if type(body) ~= 'function' then P.raise(kind .. '.' .. name .. ' function not defined') end
  P.context.config = decode(native('input', 'config'), 'config') or {}
  return body, decode(native('input', 'args'), 'arguments')
end

local function execute()
  local body, arguments = entry('tool', 'execute')
  return encode((body(arguments, P.context)), 'tool.execute', 'result')
end

local function scan()
  local body, config = entry('connector', 'scan')
  P.context.config = config
  return encode((body(config, P.context)), 'connector.scan', 'result')
end

local METADATA = {
  'name', 'version', 'description', 'parameters', 'config', 'returns', 'timeout', 'limits', 'approve', 'hosts', 'tags',
}

local function metadata_of(kind, name)
  local declared = rawget(globals, kind)
  if type(declared) ~= 'table' then return nil end
  local metadata = {}
  for _, field in P.ipairs(METADATA) do metadata[field] = declared[field] end
  local runs = type(declared[name]) == 'function' and 'true' or 'false'
  return '{"' .. name .. '":' .. runs .. ',"' .. kind .. '":' .. encode(metadata, 'metadata', kind) .. '}'
end

local function inspect()
  run_source()
  return metadata_of('tool', 'execute') or metadata_of('connector', 'scan') or '{}'
end

local function compile()
  compiled()
  return 'null'
end

local ENTRIES = { tool = execute, connector = scan, inspect = inspect, compile = compile }

--- Runs where the error happened, so that a message without a line of the script can be given one.
local function note_place(problem)
  return { problem = problem, place = where() }
end

local function text_of(problem)
  local kind = type(problem)
  if kind == 'string' or kind == 'number' then return to_string(problem) end
  local ok, text
  if kind == 'table' then
    ok, text = pcall(encode, problem, 'error', 'the error')
  end
  local metatable = getmetatable(problem)
  if not ok or (type(metatable) == 'table' and rawget(metatable, '__tostring')) then
    ok, text = pcall(to_string, problem)
  end
  return ok and text or '(an error object that has no text)'
end

local function describe(noted)
  local problem, place = noted, ''
  if type(noted) == 'table' then
    problem, place = noted.problem, noted.place
  end
  local text = text_of(problem)
  -- Whatever stops an inspection is for the script's author to mend.
  local failure = P.failures[problem]
  local code = P.inspecting and 'bad_request' or failure or codes[text] or 'tool_error'
  if find(text, 'not enough memory$') then
    text = format('%s: a tool may use %.4g MiB', text, tonumber(native('input', 'memory')) / 1048576)
  end
  -- A call in tail position leaves no line behind; the name is then all there is.
  if place == '' then place = native('input', 'name') .. ': ' end
  if not failure and not find(text, '^[^\n]-:%d+:') then text = place .. text end
  if #text > MAX_MESSAGE then text = sub(text, 1, MAX_MESSAGE) .. ' … (cut)' end
  return 'error', code, text
end

return function()
  P.main = P.running()
  -- Every run begins with the same memory, and is to draw its own numbers.
  randomseed(unpack('<i8i8', native('crypto.random', '16')))
  local mode = native('input', 'mode')
  P.inspecting = mode == 'inspect'
  P.counting = native('input', 'coverage') ~= ''
  local ok, value = xpcall(ENTRIES[mode], note_place)
  if not ok then return describe(value) end
  return 'result', value
end
