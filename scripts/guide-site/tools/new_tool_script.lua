-- A tool of the guide's own chat: writes the beginning of a Lua tool for Perilune, ready to be pasted into its studio.

tool = {
  name = "new_tool_script",
  version = "1.0.0",
  description = "Writes the beginning of a Lua tool for Perilune: its table with name, description and parameters, "
    .. "and an execute function to be filled in. Use it when someone wants to start a tool of their own.",
  parameters = {
    {
      name = "name",
      type = "string",
      required = true,
      pattern = "^[a-z][a-z0-9_]*$",
      maxLength = 64,
      description = "Small letters, digits and _, such as split_bill",
    },
    { name = "description", type = "string", required = true, maxLength = 500, description = "What the tool does, in one sentence" },
    {
      name = "parameters",
      type = "array",
      default = {},
      maxItems = 20,
      description = "What the tool asks for",
      items = {
        type = "object",
        properties = {
          name = { type = "string", pattern = "^[a-z][a-z0-9_]*$", maxLength = 64 },
          type = { type = "string", enum = { "string", "integer", "number", "boolean", "array", "object" } },
          description = { type = "string", maxLength = 300 },
          required = { type = "boolean" },
        },
        required = { "name" },
      },
    },
    { name = "host", type = "string", default = "", pattern = "^[a-z0-9.-]*$", description = "A host that it asks, such as api.example.org, if any" },
  },
}

-- Words of Lua itself cannot stand behind a dot.
local RESERVED = {}
for word in ("and break do else elseif end false for function goto if in local nil not or repeat return then true until while"):gmatch("%S+") do
  RESERVED[word] = true
end

local function field(name)
  return RESERVED[name] and ("params[%q]"):format(name) or "params." .. name
end

-- %q breaks a line with a backslash before it, which few expect to read.
local function quoted(text)
  return ("%q"):format((text:gsub("%s+", " ")))
end

function tool.execute(params)
  local lines = {
    "tool = {",
    ("  name = %q,"):format(params.name),
    '  version = "1.0.0",',
    "  description = " .. quoted(params.description) .. ",",
  }
  local function add(text) lines[#lines + 1] = text end
  if params.host ~= "" then add(("  hosts = { %q },"):format(params.host)) end

  local results, seen = {}, {}
  add("  parameters = {")
  for _, parameter in ipairs(params.parameters) do
    if seen[parameter.name] then error("two parameters are called " .. parameter.name, 0) end
    seen[parameter.name] = true
    local parts = { ("name = %q"):format(parameter.name), ("type = %q"):format(parameter.type or "string") }
    if parameter.required then parts[#parts + 1] = "required = true" end
    if parameter.description then parts[#parts + 1] = "description = " .. quoted(parameter.description) end
    add("    { " .. table.concat(parts, ", ") .. " },")
    local key = RESERVED[parameter.name] and ("[%q]"):format(parameter.name) or parameter.name
    results[#results + 1] = key .. " = " .. field(parameter.name)
  end
  add("  },")
  add("}")
  add("")
  add("function tool.execute(params, context)")
  if params.host ~= "" then
    add(('  local answer = http.get("https://%s/")'):format(params.host))
    add('  if not answer.ok then error("the host answered with status " .. answer.status) end')
    results[#results + 1] = "answer = answer.body"
  end
  add("  -- Replace this with the work of the tool.")
  add("  return { " .. table.concat(results, ", ") .. " }")
  add("end")
  return {
    script = table.concat(lines, "\n") .. "\n",
    next = "Open Studio, choose New, Script, paste it, and press Run.",
  }
end
