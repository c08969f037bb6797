-- Sends JSON to a webhook, signed if there is a key.

tool = {
  name = "send_webhook",
  version = "1.0.1",
  description = "Sends JSON to a webhook: the address in its config, or another address on a granted host.",
  tags = { "web", "work" },
  approve = true,
  parameters = {
    { name = "payload", type = "object", required = true, description = "JSON to send" },
    { name = "url", type = "string", pattern = "^https?://", description = "Full address, unless the config has one" },
    { name = "method", type = "string", default = "POST", enum = { "POST", "PUT", "PATCH" }, description = "HTTP method" },
    {
      name = "idempotency_key", type = "string", minLength = 1, maxLength = 255, pattern = "^[!-~]+$",
      description = "Key by which the receiver recognizes a repeated call, so that it acts only once",
    },
  },
  returns = {
    { name = "success", type = "boolean", required = true, description = "Whether the receiver accepted it" },
    { name = "status", type = "integer", description = "HTTP status of the response" },
    { name = "response", type = "string", description = "First 5,000 characters of the response" },
    { name = "error", type = "string", description = "Why it was not accepted or not sent" },
  },
}

-- Maximum characters.
local SHOWN_ANSWER = 5000

local function filled(value)
  return type(value) == "string" and value ~= "" and value or nil
end

--- Returns the beginning of a response without splitting a character; nil for binary data.
local function shown(body)
  if not utf8.len(body) then return nil end
  return body:sub(1, (utf8.offset(body, SHOWN_ANSWER + 1) or #body + 1) - 1)
end

local function failed(text, answer)
  log.error(text)
  return { success = false, error = text, status = answer and answer.status, response = answer and shown(answer.body) }
end

local ADVICE = {
  [401] = "the receiver wants to know who sends: set secret or headers in the tool's config",
  [403] = "the receiver does not take it from this sender",
  [404] = "there is nothing at this address",
  [410] = "the receiver is gone for good",
}

function tool.execute(params, context)
  local config = context.config
  local url = filled(config.url)
  if url and params.url and params.url ~= url then
    return failed("This webhook always goes to the url in the tool's config; leave url out")
  end
  url = url or params.url
  if not url then return failed("No address: give url, or set url in the tool's config") end
  if config.secret == "" then return failed("Missing webhook config: secret has no value, and nothing is sent unsigned then") end
  local body = json.encode(params.payload)
  local headers = { ["content-type"] = "application/json" }
  for name, value in pairs(type(config.headers) == "table" and config.headers or {}) do headers[name:lower()] = tostring(value) end
  if params.idempotency_key then headers["idempotency-key"] = params.idempotency_key end
  local secret = filled(config.secret)
  if secret then
    local name = filled(config.signature_header) or "X-Signature-256"
    headers[name:lower()] = "sha256=" .. crypto.hmac_sha256(secret, body)
  end
  -- Repeating a PUT changes nothing more; repeating a POST or PATCH may.
  local retries = params.method == "PUT" and 2 or nil
  local answer = http.request { method = params.method, url = url, body = body, headers = headers, retries = retries }
  if answer.ok then
    return { success = true, status = answer.status, response = shown(answer.body) }
  end
  local hint = ADVICE[answer.status]
  if answer.status == 429 then
    local after = answer.headers["retry-after"]
    hint = "too many requests; call again " .. (after and "in " .. after .. " seconds" or "later")
  end
  return failed("The receiver returned " .. answer.status .. (hint and ": " .. hint or ""), answer)
end
