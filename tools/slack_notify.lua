-- Posts a message to a Slack channel by its incoming webhook. The webhook's address is the secret.

tool = {
  name = "slack_notify",
  version = "1.0.1",
  description = "Sends a short notice to a Slack channel through an incoming webhook.",
  tags = { "work", "slack" },
  approve = true,
  hosts = { "hooks.slack.com" },
  parameters = {
    {
      name = "text", type = "string", required = true, minLength = 1, maxLength = 40000,
      description = "Notice text. *bold*, _italic_ and `code` work; mentions don’t notify people",
    },
    { name = "title", type = "string", maxLength = 150, description = "First line, in bold" },
    {
      name = "level", type = "string", default = "info", enum = { "info", "success", "warning", "error" },
      description = "Symbol at the start",
    },
  },
  returns = {
    { name = "success", type = "boolean", required = true, description = "Whether Slack accepted it" },
    { name = "error", type = "string", description = "Why the notice was not sent" },
    { name = "details", type = "string", description = "Slack’s response" },
  },
}

-- Maximum characters.
local SHOWN_ANSWER = 2000

local SIGNS = { info = "", success = ":white_check_mark: ", warning = ":warning: ", error = ":rotating_light: " }

local ADVICE = {
  invalid_payload = "the text cannot be read",
  invalid_token = "check webhook_url in the tool's config",
  no_service = "the webhook was removed; set another webhook_url in the tool's config",
  no_active_hooks = "the webhook is switched off in Slack",
  no_team = "check webhook_url in the tool's config",
  channel_not_found = "the channel is gone; set another webhook_url in the tool's config",
  channel_is_archived = "the channel is archived",
  action_prohibited = "the workspace does not allow it",
}

--- Returns the beginning of a response without splitting a character; nil for binary data.
local function shown(body)
  if not utf8.len(body) then return nil end
  return body:sub(1, (utf8.offset(body, SHOWN_ANSWER + 1) or #body + 1) - 1)
end

local function failed(text, details)
  log.error(text)
  return { success = false, error = text, details = details }
end

--- Slack treats <!channel> and <@U1> as mentions, so these three characters are escaped.
local function plain(text)
  return (text:gsub("&", "&amp;"):gsub("<", "&lt;"):gsub(">", "&gt;"))
end

local function escaped(text)
  return (text:gsub("[^%w._~-]", function(byte)
    return ("%%%02X"):format(byte:byte())
  end))
end

function tool.execute(params, context)
  local url = context.config.webhook_url
  if type(url) ~= "string" or url == "" then
    return failed("Missing Slack config: webhook_url is required, such as ${SLACK_WEBHOOK_URL}")
  end
  local text = plain(params.text)
  if params.title then text = "*" .. plain(params.title) .. "*\n" .. text end
  -- Sent as a form: Slack does not let web pages send JSON.
  local answer = http.post(url, "payload=" .. escaped(json.encode({ text = SIGNS[params.level] .. text })), {
    headers = { ["content-type"] = "application/x-www-form-urlencoded" },
  })
  if answer.ok then
    log.info("Slack took it")
    return { success = true }
  end
  if answer.status == 429 then
    local after = answer.headers["retry-after"]
    return failed("Slack wants a pause; call again " .. (after and "in " .. after .. " seconds" or "later"))
  end
  local said = answer.body:match("^%s*([%w_]+)%s*$")
  local hint = ADVICE[said]
  local text_of = "Slack returned " .. answer.status .. (said and ": " .. said or "") .. (hint and "; " .. hint or "")
  return failed(text_of, shown(answer.body))
end
