-- Opens an issue on GitHub, or on the user's own GitHub server.

tool = {
  name = "create_github_issue",
  version = "1.0.1",
  description = "Creates an issue in a GitHub repository.",
  tags = { "work", "github" },
  approve = true,
  hosts = { "api.github.com" },
  parameters = {
    { name = "title", type = "string", required = true, minLength = 1, maxLength = 256, description = "One-line summary" },
    { name = "body", type = "string", default = "", description = "Text of the issue, in Markdown" },
    {
      name = "repo", type = "string",
      description = "Repository as owner/name. The config can set a default owner and repository",
    },
    { name = "labels", type = "array", items = { type = "string" }, default = {}, description = "Labels of the issue" },
    { name = "assignees", type = "array", items = { type = "string" }, default = {}, description = "Logins of the people to assign" },
    { name = "enrich", type = "boolean", default = false, description = "Add links to related documents" },
  },
  returns = {
    { name = "success", type = "boolean", required = true, description = "Whether the issue was created" },
    { name = "number", type = "integer", description = "Number of the issue" },
    { name = "url", type = "string", description = "Address of the issue" },
    { name = "related_docs", type = "integer", description = "Number of linked documents" },
    { name = "error", type = "string", description = "Why the issue was not created" },
    { name = "details", type = "string", description = "GitHub’s response" },
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

local function filled(value)
  return type(value) == "string" and value ~= "" and value or nil
end

local function failed(text, details)
  log.error(text)
  return { success = false, error = text, details = details }
end

--- Formats documents as a Markdown list, one line each.
local function related(context, title)
  local found, hits = pcall(context.search, title, { mode = "hybrid", limit = RELATED })
  local lines, seen = {}, {}
  if not found then
    log.warn("the issue goes without related documents: " .. tostring(hits))
    return lines
  end
  for _, hit in ipairs(hits) do
    local name = (hit.title or hit.source_id or "untitled"):gsub("[%[%]\\]", "\\%0")
    local is_link = hit.source_url and hit.source_url:find("^https?://[^%s()]+$")
    if not seen[hit.id] then lines[#lines + 1] = is_link and "- [" .. name .. "](" .. hit.source_url .. ")" or "- " .. name end
    seen[hit.id] = true
  end
  return lines
end

--- Explains GitHub's error: its message, and each field it names.
local function complaint(answer)
  local told = type(answer.json) == "table" and answer.json or {}
  local parts = { type(told.message) == "string" and told.message or nil }
  for _, problem in ipairs(type(told.errors) == "table" and told.errors or {}) do
    if type(problem) == "table" then
      parts[#parts + 1] = tostring(problem.field or problem.resource or "field") .. ": " .. tostring(problem.message or problem.code)
    else
      parts[#parts + 1] = tostring(problem)
    end
  end
  return table.concat(parts, "; ")
end

local function advice(answer, repo)
  local status, headers = answer.status, answer.headers
  local is_limit = status == 429 or (status == 403 and (headers["retry-after"] or headers["x-ratelimit-remaining"] == "0"))
  if is_limit then
    local after = headers["retry-after"]
    return "too many requests; call again " .. (after and "in " .. after .. " seconds" or "later")
  elseif status == 401 then
    return "check token in the tool's config"
  elseif status == 403 then
    return "the token needs the permission to write issues"
  elseif status == 404 then
    return "there is no repository " .. repo .. ", or the token may not see it"
  elseif status == 410 then
    return repo .. " has no issues"
  end
end

function tool.execute(params, context)
  local config = context.config
  local token = filled(config.token) or filled(config.github_token)
  if not token then return failed("Missing GitHub config: token is required, such as ${GITHUB_TOKEN}") end
  local repo = filled(params.repo) or filled(config.repo) or ""
  if not repo:find("/", 1, true) then repo = (filled(config.owner) or "") .. "/" .. repo end
  if not repo:find("^[%w._-]+/[%w._-]+$") then
    return failed("No repository: name it as owner/name, or set owner and repo in the tool's config")
  end
  local lines = params.enrich and related(context, params.title) or {}
  local body = params.body
  if #lines > 0 then body = body .. "\n\n---\n\nRelated documents:\n\n" .. table.concat(lines, "\n") end
  local base = (filled(config.base_url) or "https://api.github.com"):gsub("/+$", "")
  local answer = http.post(base .. "/repos/" .. repo .. "/issues", {
    title = params.title,
    body = body,
    labels = json.array(params.labels),
    assignees = json.array(params.assignees),
  }, {
    -- No other headers: GitHub allows web pages only a few, without its version header.
    headers = { authorization = "Bearer " .. token, accept = "application/vnd.github+json" },
  })
  if not answer.ok then
    local text = "GitHub API returned " .. answer.status
    local said, hint = complaint(answer), advice(answer, repo)
    if said ~= "" then text = text .. ": " .. said end
    if hint then text = text .. (said ~= "" and "; " or ": ") .. hint end
    return failed(text, shown(answer.body))
  end
  local issue = answer.json
  if type(issue) ~= "table" or math.type(issue.number) ~= "integer" then
    return failed(
      "GitHub answered " .. answer.status .. " without the number of an issue; look whether it is there before you call again",
      shown(answer.body)
    )
  end
  log.info("created issue " .. issue.number .. " in " .. repo)
  return { success = true, number = issue.number, url = filled(issue.html_url), related_docs = #lines }
end
