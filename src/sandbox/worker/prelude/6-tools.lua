-- Prelude: tools, the other tools. `tools.NAME{…}` calls one; `tools.all{ {name, {…}}, … }` calls several side by side.
-- `mcp.SERVER.NAME{…}` calls a server's tool: SERVER__NAME.
local P = ...
local bad_argument, fail, page_call, set_metatable, to_string, wrap =
  P.bad_argument, P.fail, P.page_call, P.set_metatable, P.to_string, P.wrap
local null_of = P.null_of
local array = json.array
local rawlen, setmetatable, type = rawlen, setmetatable, type

local function call_tool(name, arguments)
  if arguments == nil then arguments = {} end
  if type(arguments) ~= 'table' then bad_argument(1, 'tools.' .. name, 'table', type(arguments)) end
  return page_call('tool.call', { name = name, args = arguments })
end

-- The value of `tools.NAME` -> NAME, so that a list for tools.all can hold `tools.weather` instead of 'weather'.
local names = setmetatable({}, { __mode = 'k' })

-- Error table of an answer -> its code: it keeps its kind when raised, even with another message.
P.failures = setmetatable({}, { __mode = 'k' })

local FAILURE = {
  __name = 'failure',
  __tostring = function(failure) return to_string(failure.message) end,
}

local function asked(entry, position)
  if type(entry) ~= 'table' then fail('tools.all: entry ' .. position .. ' must be a list of a tool and its arguments') end
  local name, arguments = names[entry[1]] or entry[1], entry[2]
  if type(name) ~= 'string' then fail('tools.all: entry ' .. position .. " must begin with a tool, such as tools.weather or 'weather'") end
  if arguments == nil then arguments = {} end
  if type(arguments) ~= 'table' then fail('tools.all: the arguments of entry ' .. position .. ' must be a table') end
  local step = entry.step
  -- A run's record names the flow step of each call.
  return { name = name, args = arguments, step = type(step) == 'string' and step or nil }
end

--- Calls all at once and waits for the last. Returns failures instead of raising them:
--- tools.all{ { tools.weather, { city = 'Bern' } }, … } -> list of { ok, name, result } or { ok, name, error = { code, message } }
--- `options.null` is the value for null in a result, as in json.parse.
local function call_all(list, options)
  if type(list) ~= 'table' then bad_argument(1, 'tools.all', 'table', type(list)) end
  local calls = array()
  for position = 1, rawlen(list) do calls[position] = asked(list[position], position) end
  if #calls == 0 then fail('tools.all: give it a list, such as { { tools.weather, { city = "Bern" } } }') end
  local answers = page_call('tool.calls', { calls = calls }, nil, null_of(options))
  for position = 1, #answers do
    local answer = answers[position]
    if answer.error then
      P.failures[answer.error] = answer.error.code
      set_metatable(answer.error, FAILURE)
    end
  end
  return answers
end

local tools = setmetatable({}, {
  __index = function(_, key)
    local name = to_string(key)
    if name == 'all' then return wrap(call_all) end
    local call = wrap(function(arguments) return call_tool(name, arguments) end)
    names[call] = name
    return call
  end,
  __newindex = function() fail('tools cannot be changed') end,
  __metatable = false,
})

local function locked(name, index)
  return setmetatable({}, {
    __index = index,
    __newindex = function() fail(name .. ' cannot be changed') end,
    __metatable = false,
  })
end

_G.tools = tools
_G.mcp = locked('mcp', function(_, server)
  local start = to_string(server) .. '__'
  return locked('mcp', function(_, key) return tools[start .. to_string(key)] end)
end)
