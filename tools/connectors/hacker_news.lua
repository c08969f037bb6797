-- Imports stories of Hacker News, each with its first comments: from a list of the site, or from a search.
local dates = require("lib.dates")
local polite = require("lib.polite")

connector = {
  name = "hacker_news",
  version = "1.0.0",
  description = "Brings stories of Hacker News into the library with their first comments: the front page, new, best, ask, show, jobs, or a search.",
  hosts = { "hacker-news.firebaseio.com", "hn.algolia.com" },
  tags = { "web", "news" },
  config = {
    { name = "list", type = "string", default = "top", enum = { "top", "new", "best", "ask", "show", "job" }, description = "Which list" },
    { name = "query", type = "string", default = "", description = "A search instead of a list; latest stories first" },
    { name = "count", type = "integer", default = 30, minimum = 1, maximum = 500, description = "Stories at most" },
    { name = "comments", type = "integer", default = 3, minimum = 0, maximum = 20, description = "Comments with each, from the top" },
    { name = "api", type = "string", default = "https://hacker-news.firebaseio.com/v0", pattern = "^https?://", description = "Where the lists come from" },
    { name = "search_api", type = "string", default = "https://hn.algolia.com/api/v1", pattern = "^https?://", description = "Where the search is answered" },
  },
}

-- Requests per call, below the limit per minute.
local REQUESTS = 100

local function get(url, params)
  local answer = polite.get(url, { params = params })
  if not answer.ok then error("Hacker News answered with status " .. answer.status .. ": " .. url, 0) end
  return answer.json
end

local function place(id)
  return "https://news.ycombinator.com/item?id=" .. id
end

local function text(value)
  return type(value) == "string" and value or ""
end

--- Formats a comment as HTML: its author and text.
local function said(by, html)
  return "<h2>" .. text(by) .. "</h2>\n<p>" .. text(html) .. "</p>"
end

--- Leaves out points and counts: they change by the minute, and every scan would find every story changed.
local function item_of(story, comments)
  local parts = { text(story.text) }
  for _, comment in ipairs(comments) do parts[#parts + 1] = said(comment.by, comment.text) end
  local body = table.concat(parts, "\n"):match("^%s*(.-)%s*$")
  return {
    source_id = story.id, title = story.title, author = story.by,
    body = body ~= "" and body or story.title,
    content_type = body ~= "" and "text/html" or "text/plain",
    source_url = text(story.url) ~= "" and story.url or place(story.id),
    created_at = story.time, updated_at = story.time,
    metadata = { discussion = place(story.id), kind = story.kind },
  }
end

local function is_there(item)
  return type(item) == "table" and not item.dead and not item.deleted
end

local function item(config, id)
  return get(config.api .. "/item/" .. math.tointeger(id) .. ".json")
end

--- Returns the first comments of a story that still exist.
local function comments_of(config, story)
  local list = {}
  for _, id in ipairs(type(story.kids) == "table" and story.kids or {}) do
    if #list >= config.comments then break end
    local comment = item(config, id)
    if is_there(comment) and text(comment.text) ~= "" then list[#list + 1] = comment end
  end
  return list
end

local function of_list(config, cursor)
  local ids = cursor and cursor.ids
  if not ids then
    ids = json.array()
    for index, id in ipairs(get(config.api .. "/" .. config.list .. "stories.json") or {}) do
      if index <= config.count then ids[index] = id end
    end
  end
  local items, at = json.array(), 0
  local per_call = math.max(1, REQUESTS // (1 + config.comments))
  for index = 1, math.min(#ids, per_call) do
    at = index
    context.progress(index / #ids, "story " .. index .. " of " .. #ids)
    local story = item(config, ids[index])
    if is_there(story) and text(story.title) ~= "" then
      story.id, story.kind = tostring(math.tointeger(story.id)), story.type
      items[#items + 1] = item_of(story, comments_of(config, story))
    end
  end
  local rest = json.array(table.move(ids, at + 1, #ids, 1, {}))
  return { items = items, partial = true, cursor = #rest > 0 and { ids = rest } or nil }
end

--- The search returns a story's comments as a tree; the first level is enough.
local function comments_found(config, id)
  local list = {}
  if config.comments == 0 then return list end
  local tree = get(config.search_api .. "/items/" .. id)
  for _, child in ipairs(type(tree) == "table" and tree.children or {}) do
    if #list < config.comments and text(child.text) ~= "" then list[#list + 1] = { by = child.author, text = child.text } end
  end
  return list
end

local function of_search(config, cursor)
  local page, so_far = cursor and cursor.page or 0, cursor and cursor.so_far or 0
  local since = dates.seconds(config.last_scan)
  local answer = get(config.search_api .. "/search_by_date", {
    query = config.query, tags = "story", page = page, hitsPerPage = math.min(50, config.count),
    -- New comments arrive for some days.
    numericFilters = since and "created_at_i>" .. (since - 3 * 86400) or nil,
  })
  local items = json.array()
  for _, hit in ipairs(type(answer) == "table" and answer.hits or {}) do
    if so_far >= config.count then break end
    so_far = so_far + 1
    context.progress(so_far / config.count, "story " .. so_far)
    local id = text(hit.objectID)
    local story = {
      id = id, title = hit.title, by = hit.author, text = hit.story_text, url = hit.url, time = hit.created_at_i, kind = "story",
    }
    local any = (tonumber(hit.num_comments) or 0) > 0
    if id ~= "" and text(hit.title) ~= "" then items[#items + 1] = item_of(story, any and comments_found(config, id) or {}) end
  end
  local more = page + 1 < (tonumber(answer.nbPages) or 0) and so_far < config.count
  return { items = items, partial = true, cursor = more and { page = page + 1, so_far = so_far } or nil }
end

function connector.scan(config)
  if config.query ~= "" then return of_search(config, config.cursor) end
  return of_list(config, config.cursor)
end
