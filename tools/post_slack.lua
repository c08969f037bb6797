-- Posts to a Slack channel as an app (a bot). For one fixed channel, slack_notify is simpler.

tool = {
  name = "post_slack",
  version = "1.0.1",
  description = "Posts a message to a Slack channel as a bot, or replies in a thread.",
  tags = { "work", "slack" },
  approve = true,
  hosts = { "slack.com" },
  parameters = {
    {
      name = "text", type = "string", required = true, minLength = 1, maxLength = 40000,
      description = "Message text. *bold*, _italic_ and `code` work; mentions don’t notify people",
    },
    { name = "channel", type = "string", description = "Channel ID, such as C01ABCDEF, or #name. The config can set a default" },
    { name = "thread_ts", type = "string", pattern = "^\\d+\\.\\d+$", description = "ts of the message to reply to" },
    { name = "enrich", type = "boolean", default = false, description = "Add links to related documents" },
  },
  returns = {
    { name = "success", type = "boolean", required = true, description = "Whether the message was posted" },
    { name = "ok", type = "boolean", required = true, description = "Slack’s own ok flag" },
    { name = "channel", type = "string", description = "Channel ID" },
    { name = "ts", type = "string", description = "ts of the message, its ID in the channel" },
    { name = "related_docs", type = "integer", description = "Number of linked documents" },
    { name = "error", type = "string", description = "Why the message was not posted" },
    { name = "details", type = "string", description = "Slack’s response" },
  },
}

local RELATED = 3
-- Maximum characters.
local SHOWN_ANSWER = 2000

local ADVICE = {
  not_authed = "check token in the tool's config",
  invalid_auth = "check token in the tool's config",
  account_inactive = "the token's app was removed; set another token in the tool's config",
  token_revoked = "the token was revoked; set another one in the tool's config",
  token_expired = "the token has expired; set another one in the tool's config",
  missing_scope = "the app needs the scope chat:write",
  channel_not_found = "check the channel, and invite the app to it when it is private",
  not_in_channel = "invite the app to the channel",
  is_archived = "the channel is archived",
  msg_too_long = "the message is too long",
  restricted_action = "the workspace does not let this app post there",
}

--- Returns the beginning of a response without splitting a character; nil for binary data.
local function shown(body)
  if not utf8.len(body) then return nil end
  return body:sub(1, (utf8.offset(body, SHOWN_ANSWER + 1) or #body + 1) - 1)
end

local function filled(value)
  return type(value) == "string" and value ~= "" and value or nil
end

local function failed(text, details)
  log.error(text)
  return { success = false, ok = false, error = text, details = details }
end

--- Slack treats <!channel> and <@U1> as mentions, so these three characters are escaped.
local function plain(text)
  return (text:gsub("&", "&amp;"):gsub("<", "&lt;"):gsub(">", "&gt;"))
end

local function form(fields)
  local parts = {}
  for name, value in pairs(fields) do
    parts[#parts + 1] = name .. "=" .. value:gsub("[^%w._~-]", function(byte)
      return ("%%%02X"):format(byte:byte())
    end)
  end
  table.sort(parts)
  return table.concat(parts, "&")
end

local function related(context, text)
  local found, hits = pcall(context.search, text, { mode = "hybrid", limit = RELATED })
  local lines, seen = {}, {}
  if not found then
    log.warn("the message goes without related documents: " .. tostring(hits))
    return lines
  end
  for _, hit in ipairs(hits) do
    local name = plain(hit.title or hit.source_id or "untitled")
    local is_link = hit.source_url and hit.source_url:find("^https?://[^%s|<>]+$")
    if not seen[hit.id] then lines[#lines + 1] = is_link and ("• <%s|%s>"):format(plain(hit.source_url), name) or "• " .. name end
    seen[hit.id] = true
  end
  return lines
end

function tool.execute(params, context)
  local config = context.config
  local token = filled(config.token) or filled(config.slack_token)
  if not token then return failed("Missing Slack config: token is required, such as ${SLACK_BOT_TOKEN}") end
  local channel = filled(params.channel) or filled(config.channel)
  if not channel then return failed("No channel: name one, or set channel in the tool's config") end
  local lines = params.enrich and related(context, params.text) or {}
  local text = plain(params.text)
  if #lines > 0 then text = text .. "\n\nRelated documents:\n" .. table.concat(lines, "\n") end
  local base = (filled(config.base_url) or "https://slack.com/api"):gsub("/+$", "")
  -- Sent as a form that contains the token: Slack does not let web pages send JSON or an authorization header.
  local answer = http.post(
    base .. "/chat.postMessage",
    form { token = token, channel = channel, text = text, thread_ts = params.thread_ts },
    { headers = { ["content-type"] = "application/x-www-form-urlencoded" } }
  )
  local told = type(answer.json) == "table" and answer.json or {}
  if answer.status == 429 or told.error == "ratelimited" then
    local after = answer.headers["retry-after"]
    return failed("Slack wants a pause; call again " .. (after and "in " .. after .. " seconds" or "later"))
  end
  if not answer.ok then return failed("Slack returned " .. answer.status, shown(answer.body)) end
  if told.ok ~= true then
    if type(told.error) ~= "string" then
      return failed(
        "Slack's answer was not understood; look whether the message is there before you call again",
        shown(answer.body)
      )
    end
    local hint = ADVICE[told.error]
    return failed("Slack refused: " .. told.error .. (hint and "; " .. hint or ""), shown(answer.body))
  end
  log.info("posted to " .. tostring(told.channel))
  return { success = true, ok = true, channel = filled(told.channel) or channel, ts = filled(told.ts), related_docs = #lines }
end
