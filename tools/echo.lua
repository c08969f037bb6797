-- The smallest useful tool: shows parameters, the log and a result.

tool = {
  name = "echo",
  version = "1.0.2",
  description = "Repeats a message. Useful for checking that tools work.",
  tags = { "text" },
  parameters = {
    { name = "message", type = "string", required = true, description = "Message to repeat" },
    { name = "times", type = "integer", default = 1, minimum = 1, maximum = 100, description = "Number of repetitions" },
    { name = "upper", type = "boolean", default = false, description = "Repeat it in capital letters" },
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
