-- Opens a ticket in Jira, with links to related documents of the library. The site is the user's own, who grants its host.

tool = {
  name = "create_jira_ticket",
  version = "1.0.1",
  description = "Creates a ticket in Jira. The tool's config holds the address and the login.",
  tags = { "work", "jira" },
  approve = true,
  parameters = {
    { name = "title", type = "string", required = true, minLength = 1, maxLength = 255, description = "One-line summary" },
    { name = "body", type = "string", required = true, description = "Description; an empty line starts a new paragraph" },
    { name = "project", type = "string", description = "Project key, such as ENG. The config can set a default" },
    { name = "issue_type", type = "string", default = "Task", description = "Task, Bug, Story, or another type of the project" },
    {
      name = "priority", type = "string", default = "Medium", enum = { "Lowest", "Low", "Medium", "High", "Highest" },
      description = "Priority of the ticket",
    },
    { name = "labels", type = "array", items = { type = "string" }, default = {}, description = "Labels, without spaces" },
    { name = "enrich", type = "boolean", default = true, description = "Add links to related documents" },
  },
  returns = {
    { name = "success", type = "boolean", required = true, description = "Whether the ticket was created" },
    { name = "ticket_key", type = "string", description = "Key of the ticket, such as ENG-7" },
    { name = "url", type = "string", description = "Address of the ticket" },
    { name = "message", type = "string", description = "Summary in one sentence" },
    { name = "related_docs", type = "integer", description = "Number of linked documents" },
    { name = "error", type = "string", description = "Why the ticket was not created" },
    { name = "details", type = "string", description = "Jira’s response" },
    { name = "description_preview", type = "string", description = "The description that was not sent" },
  },
}

local RELATED = 3
-- Maximum characters.
local SHOWN_ANSWER = 2000

--- Returns the beginning of a response without splitting a character; nil for binary data.
local function shown(body)
  if not utf8.len(body) then return nil end
  return body:sub(1, (utf8.offset(body, SHOWN_ANSWER + 1) or #body + 1) - 1)
end

--- Returns a config value that is set: a secret without a value reads as "".
local function filled(value)
  return type(value) == "string" and value ~= "" and value or nil
end

local function related(context, title)
  local found, documents, seen = pcall(context.search, title, { mode = "hybrid", limit = RELATED })
  local list = {}
  if not found then
    log.warn("the ticket goes without related documents: " .. tostring(documents))
    return list
  end
  seen = {}
  for _, hit in ipairs(documents) do
    if not seen[hit.id] then list[#list + 1] = { title = hit.title or hit.source_id or "untitled", url = hit.source_url } end
    seen[hit.id] = true
  end
  return list
end

local function as_text(body, documents)
  local lines = {}
  for i, document in ipairs(documents) do
    lines[i] = "- " .. document.title .. (document.url and ": " .. document.url or "")
  end
  return #lines == 0 and body or body .. "\n\nRelated documents:\n" .. table.concat(lines, "\n")
end

local function text_node(text, ...)
  return { type = "text", text = text, marks = select("#", ...) > 0 and json.array({ ... }) or nil }
end

local function paragraph(text)
  local content = json.array()
  for line in (text .. "\n"):gmatch("(.-)\n") do
    if #content > 0 then content[#content + 1] = { type = "hardBreak" } end
    if line ~= "" then content[#content + 1] = text_node(line) end
  end
  return { type = "paragraph", content = content }
end

--- Formats the description for Jira Cloud: a tree of paragraphs and lists.
local function as_document(body, documents)
  local content = json.array()
  local text = body:gsub("\r\n?", "\n"):gsub("\n[ \t]*\n%s*", "\0")
  for block in (text .. "\0"):gmatch("(.-)\0") do
    if block:find("%S") then content[#content + 1] = paragraph(block) end
  end
  if #documents > 0 then
    local items = json.array()
    for i, document in ipairs(documents) do
      local is_link = document.url and document.url:find("^https?://")
      local name = is_link and text_node(document.title, { type = "link", attrs = { href = document.url } })
        or text_node(document.title)
      items[i] = { type = "listItem", content = { { type = "paragraph", content = { name } } } }
    end
    content[#content + 1] = { type = "paragraph", content = { text_node("Related documents", { type = "strong" }) } }
    content[#content + 1] = { type = "bulletList", content = items }
  end
  return { type = "doc", version = 1, content = content }
end

--- Explains Jira's error, field by field.
local function complaints(answer)
  local list = {}
  if type(answer.json) ~= "table" then return "" end
  local errors, messages = answer.json.errors, answer.json.errorMessages
  for _, message in ipairs(type(messages) == "table" and messages or {}) do list[#list + 1] = tostring(message) end
  if type(errors) == "table" then
    local fields = {}
    for field, message in pairs(errors) do fields[#fields + 1] = field .. ": " .. tostring(message) end
    table.sort(fields)
    table.move(fields, 1, #fields, #list + 1, list)
  end
  return table.concat(list, "; ")
end

local ADVICE = {
  [401] = "check email and api_token in the tool's config",
  [403] = "the account in the tool's config may not create tickets there",
  [404] = "there is no Jira at the url in the tool's config",
}

local function refusal(answer)
  local said = complaints(answer)
  local advice = ADVICE[answer.status]
  if answer.status == 429 then
    local after = answer.headers["retry-after"]
    advice = "too many requests; call again " .. (after and "in " .. after .. " seconds" or "later")
  end
  local text = "Jira API returned " .. answer.status
  if said ~= "" then text = text .. ": " .. said end
  if advice then text = text .. (said ~= "" and "; " or ": ") .. advice end
  log.error(text)
  return { success = false, error = text, details = shown(answer.body) }
end

function tool.execute(params, context)
  local config = context.config
  local documents = params.enrich and related(context, params.title) or {}
  local text = as_text(params.body, documents)
  local url, email, token = filled(config.url), filled(config.email), filled(config.api_token)
  if not (url and email and token) then
    return {
      success = false,
      error = "Missing Jira config: url, email, and api_token are required",
      description_preview = text,
    }
  end
  local project = filled(params.project) or filled(config.project)
  if not project then
    return {
      success = false,
      error = "No project: name one, or set project in the tool's config",
      description_preview = text,
    }
  end
  url = url:gsub("/+$", "")
  local version = tostring(config.api_version or "3")
  local fields = {
    project = { key = project },
    summary = params.title,
    description = version == "2" and text or as_document(params.body, documents),
    issuetype = { name = params.issue_type },
    priority = { name = params.priority },
    labels = #params.labels > 0 and params.labels or nil,
  }
  local answer = http.post(url .. "/rest/api/" .. version .. "/issue", { fields = fields }, {
    headers = {
      authorization = "Basic " .. base64.encode(email .. ":" .. token),
      accept = "application/json",
      -- Without it, Jira rejects a browser's request as a forgery (CSRF).
      ["x-atlassian-token"] = "no-check",
    },
  })
  if not answer.ok then return refusal(answer) end
  local key = type(answer.json) == "table" and answer.json.key
  if type(key) ~= "string" then
    return {
      success = false,
      error = "Jira answered " .. answer.status .. " without the key of a ticket; look whether it is there before you call again",
      details = shown(answer.body),
    }
  end
  log.info("created " .. key)
  return {
    success = true,
    ticket_key = key,
    url = url .. "/browse/" .. key,
    message = "Created " .. key .. ": " .. params.title,
    related_docs = #documents,
  }
end
