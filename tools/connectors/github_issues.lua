-- Imports the issues of a GitHub repository, each with its comments.
local dates = require("lib.dates")
local polite = require("lib.polite")

connector = {
  name = "github_issues",
  version = "1.0.0",
  description = "Brings the issues of a GitHub repository into the library, with their comments. Later scans ask only for what changed.",
  hosts = { "api.github.com" },
  tags = { "github", "work" },
  config = {
    { name = "owner", type = "string", required = true, pattern = "^[A-Za-z0-9-]+$", description = "The user or organisation, such as lua" },
    { name = "repo", type = "string", required = true, pattern = "^[A-Za-z0-9._-]+$", description = "The repository" },
    { name = "state", type = "string", default = "all", enum = { "all", "open", "closed" }, description = "Which issues" },
    { name = "labels", type = "string", default = "", description = "Only issues with all of these labels, between commas" },
    { name = "since", type = "string", default = "", description = "Only issues changed since, such as 2026-01-31" },
    { name = "comments", type = "boolean", default = true, description = "With their comments: one request more for each issue that has any" },
    { name = "pull_requests", type = "boolean", default = false, description = "Pull requests as well; GitHub counts them among the issues" },
    {
      name = "token", type = "string", default = "",
      description = "A token with read access, as ${GITHUB_TOKEN}. Without one, GitHub answers 60 requests an hour and shows public repositories only",
    },
    { name = "api", type = "string", default = "https://api.github.com", pattern = "^https?://", description = "Another address for GitHub Enterprise" },
  },
}

-- Issues per call: one request each for their comments stays below the limit per minute.
local PER_PAGE = 50
local MAX_COMMENTS = 500

--- Explains a refusal by GitHub, with what to do about it.
local function refusal(answer, config)
  local headers, said = answer.headers, type(answer.json) == "table" and answer.json.message or ""
  local exhausted = headers["x-ratelimit-remaining"] == "0" or headers["retry-after"] or tostring(said):find("rate limit", 1, true)
  if (answer.status == 403 or answer.status == 429) and exhausted then
    local reset = tonumber(headers["x-ratelimit-reset"])
    local till = reset and " before " .. os.date("!%H:%M", reset) .. " UTC" or " for a while"
    local advice = config.token == "" and "; with a token it would allow more" or ""
    return "GitHub allows no more requests" .. till .. advice
  end
  local name = config.owner .. "/" .. config.repo
  if answer.status == 404 then return "GitHub knows no repository " .. name .. ", or the token may not read it" end
  if answer.status == 401 then return "GitHub does not accept the token" end
  if answer.status == 410 then return name .. " has its issues switched off" end
  if answer.status == 301 then return name .. " has moved; look for its new name" end
  return "GitHub answered with status " .. answer.status .. (said ~= "" and ": " .. said or "")
end

local function get(url, config, params, etag)
  local headers = { accept = "application/vnd.github+json" }
  if config.token ~= "" then headers.authorization = "Bearer " .. config.token end
  headers["if-none-match"] = etag
  local answer = polite.get(url, { headers = headers, params = params })
  if answer.ok or answer.status == 304 then return answer end
  error(refusal(answer, config), 0)
end

local function login(user)
  return type(user) == "table" and user.login or "somebody who left"
end

local function text(value)
  return type(value) == "string" and value or ""
end

--- Returns all comments of an issue, oldest first.
local function comments_of(issue, config)
  local list, url, params = {}, issue.comments_url, { per_page = 100 }
  -- Only from the issue's own host, since the token is sent along.
  if type(url) ~= "string" or polite.host(url) ~= polite.host(config.api) then return list end
  while url and #list < MAX_COMMENTS do
    local answer = get(url, config, params)
    for _, comment in ipairs(answer.json or {}) do list[#list + 1] = comment end
    url, params = polite.link(answer.headers.link, "next"), nil
    if url and polite.host(url) ~= polite.host(config.api) then url = nil end
  end
  return list
end

local function item_of(issue, config)
  local parts = { text(issue.body) }
  if config.comments and (tonumber(issue.comments) or 0) > 0 then
    for _, comment in ipairs(comments_of(issue, config)) do
      parts[#parts + 1] = "## " .. login(comment.user) .. ", " .. text(comment.created_at):sub(1, 10) .. "\n\n" .. text(comment.body)
    end
  end
  local labels = json.array()
  for _, label in ipairs(type(issue.labels) == "table" and issue.labels or {}) do
    local name = type(label) == "table" and label.name or label
    if type(name) == "string" then labels[#labels + 1] = name end
  end
  local body = table.concat(parts, "\n\n"):match("^%s*(.-)%s*$")
  local pull = issue.pull_request ~= nil
  return {
    source_id = tostring(issue.number),
    title = "#" .. tostring(issue.number) .. " " .. text(issue.title),
    -- Many issues consist of their title only.
    body = body ~= "" and body or text(issue.title),
    content_type = "text/markdown",
    author = login(issue.user),
    source_url = text(issue.html_url),
    created_at = issue.created_at,
    updated_at = issue.updated_at,
    metadata = {
      repository = config.owner .. "/" .. config.repo,
      state = issue.state,
      kind = pull and "pull request" or "issue",
      tags = labels,
    },
  }
end

function connector.scan(config)
  local cursor = config.cursor
  local kept = type(config.kept) == "table" and config.kept or {}
  local since = cursor and cursor.since or dates.later(config.since ~= "" and config.since or nil, kept.since)
  local page = cursor and cursor.page or 1
  local answer = get(config.api .. "/repos/" .. config.owner .. "/" .. config.repo .. "/issues", config, {
    state = config.state, labels = config.labels ~= "" and config.labels or nil,
    since = since, sort = "updated", direction = "asc", per_page = PER_PAGE, page = page,
  }, page == 1 and kept.since == since and kept.etag or nil)
  if answer.status == 304 then return { items = json.array(), partial = true, keep = kept } end
  if type(answer.json) ~= "table" then error("GitHub answered with something that is no list of issues", 0) end

  local items, newest = json.array(), cursor and cursor.newest or since
  for index, issue in ipairs(answer.json) do
    context.progress(index / #answer.json, "page " .. page .. ", issue " .. tostring(issue.number))
    newest = dates.later(newest, issue.updated_at)
    if config.pull_requests or issue.pull_request == nil then
      items[#items + 1] = item_of(issue, config)
    end
  end
  local partial = since ~= nil
  if polite.link(answer.headers.link, "next") then
    return { items = items, partial = partial, cursor = { page = page + 1, since = since, newest = newest } }
  end
  -- An ETag is valid for the same request only, so the request stays the same while nothing is new.
  local etag = page == 1 and newest == since and answer.headers.etag or nil
  return { items = items, partial = partial, keep = { since = newest, etag = etag } }
end
