-- Gets JSON from an address. Its host must be granted.
tool = {
  name = "fetch_json",
  version = "1.0.0",
  description = "Gets JSON from a web address and returns one of its fields, or all of it.",
  tags = { "web" },
  parameters = {
    { name = "url", required = true, pattern = "^https?://", description = "The address" },
    { name = "query", type = "object", description = "Query parameters, by name" },
    { name = "field", description = "The only field to return" },
  },
}

function tool.execute(params)
  -- Retries twice when the server is busy, with increasing pauses.
  local answer = http.get(params.url, { params = params.query, retries = 2 })
  if not answer.ok then error("the server answered " .. answer.status) end
  if answer.json == nil then error("the answer is not JSON") end
  if params.field then return answer.json[params.field] end
  return answer.json
end
