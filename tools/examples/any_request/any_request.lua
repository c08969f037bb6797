-- Sends any request, with a key that never appears in a listing, a log or a prompt.
tool = {
  name = "any_request",
  version = "1.0.0",
  description = "Sends a request with your key and returns the status and the response.",
  tags = { "web", "secrets" },
  approve = true,
  parameters = {
    { name = "url", required = true, pattern = "^https://", description = "The address" },
    { name = "method", enum = { "GET", "POST", "PUT", "PATCH", "DELETE" }, default = "GET", description = "The method" },
    { name = "body", type = "object", description = "JSON to send" },
  },
}

function tool.execute(params)
  -- Needs the setting api_key = ${MY_API_KEY}, and a secret of that name.
  local key = env.get("api_key")
  if not key then error("set api_key in the settings") end
  local answer = http.request({
    method = params.method,
    url = params.url,
    headers = { authorization = "Bearer " .. key },
    body = params.body,
    timeout = 20,
  })
  return { status = answer.status, answer = answer.json or answer.body }
end
