-- The smallest useful tool: shows parameters, the log and a result.

tool = {
  name = "echo",
  version = "1.0.1",
  description = "Repeats a message. Use it to check that tools work.",
  tags = { "text" },
  parameters = {
    { name = "message", type = "string", required = true, description = "What to repeat" },
    { name = "times", type = "integer", default = 1, minimum = 1, maximum = 100, description = "How often" },
    { name = "upper", type = "boolean", default = false, description = "In capital letters" },
  },
}

function tool.execute(params)
  local message = params.upper and params.message:upper() or params.message
  local said = {}
  for i = 1, params.times do
    said[i] = message
  end
  log.info("repeated " .. #message .. " bytes " .. params.times .. " times")
  return { echo = table.concat(said, "\n") }
end
