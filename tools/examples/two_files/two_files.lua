-- Splits a script into files: require returns what a file returns.
local units = require("lib/units")

tool = {
  name = "two_files",
  version = "1.0.0",
  description = "Converts a length from one unit into another.",
  tags = { "first-steps" },
  parameters = {
    { name = "length", type = "number", required = true, description = "The number" },
    { name = "from", required = true, enum = units.names, description = "Its unit" },
    { name = "to", required = true, enum = units.names, description = "The unit to convert to" },
  },
}

function tool.execute(params)
  return units.convert(params.length, params.from, params.to)
end
