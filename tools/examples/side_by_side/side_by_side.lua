-- Calls other tools in parallel, each with its own policy, and continues when one fails.
tool = {
  name = "side_by_side",
  version = "1.0.0",
  description = "Asks for the weather of several cities at once and says where it is warmest.",
  tags = { "tools" },
  parameters = {
    { name = "cities", type = "array", items = { type = "string" }, minItems = 1, maxItems = 8, required = true, description = "The cities" },
  },
}

function tool.execute(params)
  local calls = {}
  for i, city in ipairs(params.cities) do
    calls[i] = { tools.weather_check, { city = city } }
  end
  local warmest
  for i, answer in ipairs(tools.all(calls)) do
    if not answer.ok then
      log.warn(params.cities[i] .. ": " .. tostring(answer.error))
    elseif not warmest or answer.result.current.temperature > warmest.temperature then
      warmest = { city = params.cities[i], temperature = answer.result.current.temperature }
    end
  end
  if not warmest then error("none of the cities is known") end
  return warmest
end
