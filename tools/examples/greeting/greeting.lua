-- The smallest tool: its parameters and its result.
tool = {
  name = "greeting",
  version = "1.0.0",
  description = "Greets a person by name, with a wish for the time of day.",
  tags = { "first-steps" },
  parameters = {
    { name = "person", required = true, minLength = 1, description = "Who is greeted" },
    { name = "time", enum = { "morning", "afternoon", "evening" }, default = "morning", description = "The time of day" },
  },
}

function tool.execute(params)
  return "Good " .. params.time .. ", " .. params.person .. "!"
end
