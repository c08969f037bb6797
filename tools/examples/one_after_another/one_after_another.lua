-- Calls a tool with another tool's result.
tool = {
  name = "one_after_another",
  version = "1.0.0",
  description = "Calculates an expression and states the result in a sentence, with two other tools.",
  tags = { "tools" },
  parameters = {
    { name = "expression", required = true, description = "The sum, such as 6 * 7" },
  },
}

function tool.execute(params)
  local ok, sum = pcall(tools.calculator, { expression = params.expression })
  if not ok then error("that cannot be worked out: " .. tostring(sum)) end
  return tools.echo({ message = params.expression .. " is " .. tostring(sum.result) })
end
