-- Reports its progress, outputs text before it is done, and can be stopped.
tool = {
  name = "countdown",
  version = "1.0.0",
  description = "Counts down to zero step by step, and reports its progress.",
  tags = { "first-steps" },
  timeout = 120,
  parameters = {
    { name = "from", type = "integer", default = 5, minimum = 1, maximum = 60, description = "Where to begin" },
    { name = "pause", type = "number", default = 1, minimum = 0, maximum = 2, description = "Seconds between two numbers" },
  },
}

function tool.execute(params, context)
  for left = params.from, 1, -1 do
    context.emit(left .. " ")
    context.progress((params.from - left) / params.from, left .. " left")
    sleep(params.pause)
  end
  context.progress(1)
  return "Liftoff"
end
