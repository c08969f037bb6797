-- Prelude, last part: returns the function that the driver runs in each fresh state.
-- That function returns 'result', JSON text; or 'error', code, message.
local P = ...
local codes, decode, encode, native, to_string, where = P.codes, P.decode, P.encode, P.native, P.to_string, P.where
local getmetatable, next, pcall, rawget, tonumber, type, xpcall =
  getmetatable, next, pcall, rawget, tonumber, type, P.xpcall
local find, format, match, sub, unpack = string.find, string.format, string.match, string.sub, string.unpack
local randomseed = math.randomseed
local concat, pack, sort = table.concat, table.pack, table.sort
local null, array = json.null, json.array
local globals = _G

-- Maximum bytes of an error message; more than anyone reads.
local MAX_MESSAGE = 8192

--- Removes a byte order mark and a first line that begins with #: stock Lua skips both in files.
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

-- `return context.get(id)` is natural to write, and its error must name the line.
for _, functions in P.ipairs({ base64, context, crypto, env, fs, http, json, view }) do
  for name, body in next, functions do
    if type(body) == 'function' then functions[name] = P.wrap(body) end
  end
end
_G.require, _G.sleep = P.wrap(require), P.wrap(sleep)
os.time, os.date, math.randomseed = P.wrap(os.time), P.wrap(os.date), P.wrap(math.randomseed)

--- Returns the function that a run calls: tool.execute or connector.scan.
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
  'view',
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

-- A script whose text is the function body: its result is the value, and plain data in its globals is kept for the
-- next one.

-- Maximum bytes of JSON of all global variables together.
local MAX_GLOBALS = 256 * 1024
local LONGEST_NAME = 100

local function names_of(values)
  local names = {}
  for name in next, values do
    if type(name) == 'string' then names[#names + 1] = name end
  end
  sort(names)
  return names
end

--- Returns one value unchanged, several as a list.
local function value_of(results)
  if results.n <= 2 then return results[2] end
  local list = array()
  for index = 2, results.n do
    local value = results[index]
    if value == nil then value = null end
    list[index - 1] = value
  end
  return list
end

--- Returns the JSON of the script's own global variables, and of a list of those left out.
local function globals_left(own)
  local kept, lost, size = {}, array(), 2
  for _, name in P.ipairs(names_of(globals)) do
    if not own[name] then
      local ok, text = false, nil
      if #name <= LONGEST_NAME then ok, text = pcall(encode, { [name] = rawget(globals, name) }, 'globals', name) end
      if ok and size + #text <= MAX_GLOBALS then
        kept[#kept + 1] = sub(text, 2, -2)
        size = size + #text
      else
        lost[#lost + 1] = sub(name, 1, LONGEST_NAME)
      end
    end
  end
  return '{' .. concat(kept, ',') .. '}', encode(lost, 'globals', 'names')
end

local describe, note_place

--- Also returns the error, so that the global variables outlive it.
local function script()
  local own = {}
  for name in next, globals do own[name] = true end
  local given = decode(native('input', 'args'), 'globals')
  for _, name in P.ipairs(names_of(given)) do
    if not own[name] then globals[name] = given[name] end
  end
  local results = pack(xpcall(function() return compiled()() end, note_place))
  local ok, text = results[1], nil
  if ok then
    ok, text = xpcall(function() return '"value":' .. encode(value_of(results), 'return', 'the value') end, note_place)
  end
  if not ok then
    local _, code, message = describe(text or results[2])
    text = '"error":' .. encode({ code = code, message = message }, 'script', 'the error')
  end
  local told, kept, lost = pcall(globals_left, own)
  if told then text = text .. ',"globals":' .. kept .. ',"lost":' .. lost end
  return '{' .. text .. '}'
end

local ENTRIES = { tool = execute, connector = scan, script = script, inspect = inspect, compile = compile }

--- Runs where the error happened, to add the script's line to a message without one.
function note_place(problem)
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

function describe(noted)
  local problem, place = noted, ''
  if type(noted) == 'table' then
    problem, place = noted.problem, noted.place
  end
  local text = text_of(problem)
  -- Any error of an inspection is the script author's to fix.
  local failure = P.failures[problem]
  local code = P.inspecting and 'bad_request' or failure or codes[text] or 'tool_error'
  if find(text, 'not enough memory$') then
    text = format('%s: a tool may use %.4g MiB', text, tonumber(native('input', 'memory')) / 1048576)
  end
  -- A tail call leaves no line behind, so only the name is known.
  if place == '' then place = native('input', 'name') .. ': ' end
  if not failure and not find(text, '^[^\n]-:%d+:') then text = place .. text end
  if #text > MAX_MESSAGE then text = sub(text, 1, MAX_MESSAGE) .. ' … (cut)' end
  return 'error', code, text
end

return function()
  P.main = P.running()
  -- Every run starts with the same memory, and needs its own random numbers.
  randomseed(unpack('<i8i8', native('crypto.random', '16')))
  local mode = native('input', 'mode')
  P.inspecting = mode == 'inspect'
  P.counting = native('input', 'coverage') ~= ''
  local ok, value = xpcall(ENTRIES[mode], note_place)
  if not ok then return describe(value) end
  return 'result', value
end
