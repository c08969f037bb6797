-- Checks a JSON text and formats it: indented or compact, with sorted keys.

tool = {
  name = "json_formatter",
  version = "1.0.3",
  description = "Checks and formats JSON, indented or compact, with sorted keys. Reports where invalid JSON is broken.",
  tags = { "text" },
  parameters = {
    { name = "text", type = "string", required = true, description = "JSON text" },
    {
      name = "style",
      type = "string",
      enum = { "indented", "compact" },
      default = "indented",
      description = "Output style",
    },
    {
      name = "indent",
      type = "integer",
      default = 2,
      minimum = 1,
      maximum = 8,
      description = "Spaces per level of indentation",
    },
  },
}

local function kind_of(value)
  if value == json.null then return "null" end
  if type(value) ~= "table" then return type(value) end
  return json.encode(value):sub(1, 1) == "[" and "array" or "object"
end

function tool.execute(params)
  -- Without the option, null would read as nil and be lost.
  local ok, value = pcall(json.parse, params.text, { null = json.null })
  if not ok then
    -- The position in the JSON text matters, not the line of this script.
    local problem = value:match("json%.parse: (.*)") or value
    return { valid = false, problem = problem }
  end
  local options = params.style == "indented" and { indent = params.indent } or nil
  local formatted = json.encode(value, options)
  return { valid = true, kind = kind_of(value), formatted = formatted, bytes = #formatted }
end
