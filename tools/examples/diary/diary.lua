-- Writes to the log of its run. Everything it logs can be viewed later, under Runs.
tool = {
  name = "diary",
  version = "1.0.0",
  description = "Checks a list of numbers and logs what it finds.",
  tags = { "first-steps" },
  parameters = {
    { name = "numbers", type = "array", items = { type = "number" }, required = true, description = "The numbers" },
  },
}

function tool.execute(params)
  print("looking at " .. #params.numbers .. " numbers")
  local sum = 0
  for i, number in ipairs(params.numbers) do
    log.debug("number " .. i .. " is " .. number)
    if number < 0 then log.warn("number " .. i .. " is below zero") end
    sum = sum + number
  end
  if #params.numbers == 0 then
    log.error("there are no numbers")
    return json.null
  end
  log.info("the sum is " .. sum)
  return { sum = sum, mean = sum / #params.numbers, at = os.date("!%Y-%m-%d", 0) }
end
