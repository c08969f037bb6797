// The functions at the start of a flow's script: only those that its steps need.

export type FlowFunction = keyof typeof FUNCTIONS;

/** Each with the functions it calls. In this order, a function follows those that it calls. */
const FUNCTIONS = {
  at: {
    needs: [],
    lua: `
--- What a value holds under keys and places, which count from 0; nil where there is nothing.
local function at(value, ...)
  for _, key in ipairs({ ... }) do
    if type(value) ~= "table" then return nil end
    value = value[type(key) == "number" and key + 1 or key]
  end
  return value
end`,
  },
  text: {
    needs: [],
    lua: `
--- A value inside a text: tables as JSON, what is missing as nothing.
local function text(value)
  if value == nil or value == json.null then return "" end
  if type(value) == "string" then return value end
  return json.encode(value)
end`,
  },
  or_null: {
    needs: [],
    lua: `
--- A list has no holes: what is missing is null there.
local function or_null(value)
  if value == nil then return json.null end
  return value
end`,
  },
  equal: {
    needs: ['or_null'],
    lua: `
local function equal(a, b)
  a, b = or_null(a), or_null(b)
  if type(a) ~= "table" or type(b) ~= "table" or a == json.null or b == json.null then return a == b end
  for key, value in pairs(a) do
    if not equal(value, b[key]) then return false end
  end
  for key in pairs(b) do
    if a[key] == nil then return false end
  end
  return true
end`,
  },
  greater: {
    needs: [],
    lua: `
local function greater(id, a, b)
  local kind = type(a)
  if kind ~= type(b) or (kind ~= "number" and kind ~= "string") then
    error("step '" .. id .. "': only two numbers or two texts are greater or less, not " .. type(a) .. " and " .. type(b), 0)
  end
  return a > b
end`,
  },
  contains: {
    needs: ['equal'],
    lua: `
--- A text contains a text, a list an item, an object a key.
local function contains(id, whole, part)
  if type(whole) == "string" and type(part) == "string" then return whole:find(part, 1, true) ~= nil end
  if whole == nil or whole == json.null then return false end
  if type(whole) ~= "table" then
    error("step '" .. id .. "': a " .. type(whole) .. " cannot contain a " .. type(part), 0)
  end
  for _, item in ipairs(whole) do
    if equal(item, part) then return true end
  end
  return type(part) == "string" and whole[part] ~= nil
end`,
  },
  empty: {
    needs: [],
    lua: `
local function empty(value)
  if value == nil or value == json.null or value == "" then return true end
  return type(value) == "table" and next(value) == nil
end`,
  },
  progress: {
    needs: [],
    lua: `
local furthest = 0

--- Says how far the flow is, from 0 to 1, and what is next. Steps side by side take turns; what is shown never goes back.
local function progress(fraction, title)
  furthest = math.max(furthest, fraction)
  context.progress(furthest, title)
end`,
  },
  ask: {
    needs: [],
    lua: `
--- Calls tools, each given as { tool, arguments, step = its id, for the record of the run }. In a branch the calls go out together with those of the other branches. What a step answers goes on as it came, null included.
local function ask(requests)
  if coroutine.isyieldable() then return coroutine.yield(requests) end
  return tools.all(requests, { null = json.null })
end`,
  },
  settle: {
    needs: ['ask'],
    lua: `
--- Calls one tool; what it fails with gets the name of the step.
local function settle(id, called, arguments)
  if type(arguments) ~= "table" then
    error("step '" .. id .. "': the arguments must be an object, not " .. type(arguments), 0)
  end
  local answer = ask({ { called, arguments, step = id } })[1]
  if not answer.ok then
    local own, said = answer.name .. ": ", answer.error.message
    if said:sub(1, #own) == own then said = said:sub(#own + 1) end
    answer.error.message = "step '" .. id .. "' (tool " .. answer.name .. "): " .. said
  end
  return answer
end`,
  },
  call: {
    needs: ['settle'],
    lua: `
local function call(id, called, arguments)
  local answer = settle(id, called, arguments)
  if not answer.ok then error(answer.error) end
  return answer.result
end`,
  },
  try: {
    needs: ['settle'],
    lua: `
--- For a step that may fail: the flow goes on, and errors[id] says why.
local function try(id, called, arguments)
  local answer = settle(id, called, arguments)
  if answer.ok then return answer.result end
  log.warn(answer.error.message)
  errors[id] = answer.error
end`,
  },
  skip: {
    needs: [],
    lua: `
local function skip(id)
  log.info("step '" .. id .. "' was skipped: its condition does not hold")
end`,
  },
  each: {
    needs: [],
    lua: `
--- Goes through a list, and forgets what the steps inside answered for the item before. Each item has its share of the
--- progress from \`from\` on.
local function each(id, list, from, span, inside)
  if type(list) ~= "table" or (#list == 0 and next(list) ~= nil) or list == json.null then
    error("step '" .. id .. "': items must be a list", 0)
  end
  local index, share = 0, span / math.max(1, #list)
  return function()
    index = index + 1
    if index > #list then return nil end
    for _, step in ipairs(inside) do
      steps[step], errors[step] = nil, nil
    end
    return index, list[index], from + share * (index - 1), share
  end
end`,
  },
  together: {
    needs: ['ask', 'or_null'],
    lua: `
--- Runs branches side by side: each up to its next call, then all these calls at once, and on to the end of the longest.
local function together(bodies)
  local branches, values, answers = {}, json.array(), {}
  for place, body in ipairs(bodies) do
    branches[place] = coroutine.create(body)
    values[place] = json.null
  end
  repeat
    local requests, ends = {}, {}
    for place, branch in ipairs(branches) do
      if coroutine.status(branch) ~= "dead" then
        local ok, value = coroutine.resume(branch, answers[place])
        if not ok then error(value, 0) end
        if coroutine.status(branch) == "dead" then
          values[place] = or_null(value)
        else
          table.move(value, 1, #value, #requests + 1, requests)
          ends[place] = #requests
        end
      end
    end
    answers = {}
    local all, first = #requests > 0 and ask(requests), 1
    for place in ipairs(branches) do
      if ends[place] then
        answers[place] = table.move(all, first, ends[place], 1, {})
        first = ends[place] + 1
      end
    end
  until #requests == 0
  return values
end`,
  },
} satisfies Record<string, { needs: string[]; lua: string }>;

/** Returns the Lua text of the named functions, and of those they call. */
export function flowFunctions(used: ReadonlySet<FlowFunction>): string {
  const all = new Set<string>(used);
  const order = Object.entries(FUNCTIONS);
  // A function follows those that it calls, so one pass from the end finds all.
  for (const [name, { needs }] of order.toReversed())
    if (all.has(name)) for (const need of needs) all.add(need);
  return order
    .filter(([name]) => all.has(name))
    .map(([, { lua }]) => `${lua.trim()}\n`)
    .join('\n');
}
