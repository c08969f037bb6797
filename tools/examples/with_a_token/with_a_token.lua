-- Gets an access token first, by OAuth 2. The page caches it for later calls; the script never sees the password.
tool = {
  name = "with_a_token",
  version = "1.0.0",
  description = "Reads a report from an API that needs an OAuth 2 access token.",
  tags = { "web", "secrets" },
  parameters = {},
}

function tool.execute(_, context)
  local config = context.config
  if not config.client_secret then error("set token_url, report_url, client_id and client_secret in the settings") end
  local request = {
    url = config.token_url,
    headers = { ["content-type"] = "application/x-www-form-urlencoded" },
    body = "grant_type=client_credentials&client_id=" .. config.client_id .. "&client_secret=" .. config.client_secret,
  }
  local token, kept = http.token(request)
  local function report()
    return http.get(config.report_url, { headers = { authorization = "Bearer " .. token } })
  end
  local answer = report()
  -- A cached token may have expired early: request a new one.
  if answer.status == 401 and kept then
    token = http.token(request, token)
    answer = report()
  end
  if not answer.ok then error("the server answered " .. answer.status) end
  return answer.json
end
