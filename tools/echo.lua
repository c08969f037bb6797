tool = {
  name = "echo",
  version = "1.0.0",
  description = "Answers with the message it was given. Useful to see that tools work.",
  parameters = {
    { name = "message", type = "string", required = true, description = "What to say back" },
    { name = "times", type = "integer", default = 1, minimum = 1, maximum = 100, description = "How often" },
  },
}

function tool.execute(params)
  log.info("echoing " .. #params.message .. " bytes")
  local words = {}
  for i = 1, params.times do
    words[i] = params.message
  end
  return { echo = table.concat(words, " ") }
end
