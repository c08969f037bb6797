-- Imports the pages of a website, as listed in its sitemap and allowed by its robots.txt. Declares no host: the
-- user grants the site's host, and no page of another host is read.
local dates = require("lib.dates")
local polite = require("lib.polite")
local xml = require("lib.xml")

connector = {
  name = "website",
  version = "1.0.0",
  description = "Brings the pages of a website into the library, as its sitemap lists them. Later scans read only pages that changed since.",
  tags = { "web" },
  config = {
    {
      name = "url", type = "string", required = true, pattern = "^https?://",
      description = "The site, such as https://docs.example.com, or its sitemap. Its server must allow web pages to read it.",
    },
    { name = "include", type = "string", default = "", description = "Only pages whose path fits, such as /docs/*; several between commas" },
    { name = "exclude", type = "string", default = "", description = "Not pages whose path fits, such as */archive/*; several between commas" },
    { name = "max_pages", type = "integer", default = 200, minimum = 1, maximum = 2000, description = "Pages at most" },
  },
}

local PER_CALL = 40
local MAX_SITEMAPS = 50
local LONGEST_DELAY = 10
local AGENT = "perilune"

--- Returns the path of an address, with its query.
local function path_of(url)
  local path = url:gsub("#.*$", ""):match("^https?://[^/?]+(.*)$") or ""
  return path:find("^/") and path or "/" .. path
end

--- Converts `/docs/*` to a Lua pattern; * matches anything.
local function pattern_of(glob)
  return "^" .. glob:gsub("[%^%$%(%)%%%.%[%]%+%-%?]", "%%%0"):gsub("%*+", ".*")
end

local function patterns_of(list)
  local patterns = {}
  for glob in list:gmatch("[^,]+") do
    local bare = glob:match("^%s*(.-)%s*$")
    if bare ~= "" then patterns[#patterns + 1] = pattern_of(bare) .. "$" end
  end
  return patterns
end

local function fits(path, patterns)
  for _, pattern in ipairs(patterns) do
    if path:find(pattern) then return true end
  end
  return false
end

--- Parses robots.txt: the rules for us, else those for everyone; its sitemaps, and the delay between pages.
local function read_robots(text)
  local groups, sitemaps, current, naming = {}, {}, {}, false
  for line in text:gmatch("[^\r\n]+") do
    local key, value = line:gsub("#.*$", ""):match("^%s*([%a-]+)%s*:%s*(.-)%s*$")
    key = key and key:lower()
    if key == "sitemap" then
      sitemaps[#sitemaps + 1] = value
    elseif key == "user-agent" then
      if not naming then current = {} end
      naming = true
      groups[value:lower()] = groups[value:lower()] or current
      current = groups[value:lower()]
    elseif key then
      naming = false
      if (key == "allow" or key == "disallow") and value ~= "" then
        current[#current + 1] = { allow = key == "allow", length = #value, pattern = pattern_of((value:gsub("%$$", ""))) .. (value:find("%$$") and "$" or "") }
      elseif key == "crawl-delay" then
        current.delay = tonumber(value)
      end
    end
  end
  return groups[AGENT] or groups["*"] or {}, sitemaps
end

--- The longest matching rule wins; of two equally long ones, the one that allows.
local function is_allowed(rules, path)
  local best
  for _, rule in ipairs(rules) do
    if path:find(rule.pattern) and (not best or rule.length > best.length or (rule.length == best.length and rule.allow)) then best = rule end
  end
  return not best or best.allow
end

--- Returns a parsed sitemap; nil if there is none.
local function sitemap(url)
  local answer = polite.get(url)
  if answer.status == 404 or answer.status == 410 then return nil end
  if not answer.ok then error("the sitemap answered with status " .. answer.status .. ": " .. url, 0) end
  if answer.body:find("^\31\139") then
    error("the sitemap is packed with gzip, which a script cannot unpack: " .. url .. "; give the address of one that is not", 0)
  end
  local read, root = pcall(function() return xml.parse(xml.text(answer.body, answer.headers["content-type"]), url) end)
  if not read then error("the sitemap cannot be read: " .. tostring(root) .. ": " .. url, 0) end
  if root.name ~= "urlset" and root.name ~= "sitemapindex" then return nil end
  return root
end

--- Returns the pages in the sitemaps, `{ path, lastmod }`, and whether the list is complete.
local function pages_of(config, first, rules)
  local host = polite.host(config.url)
  local include, exclude = patterns_of(config.include), patterns_of(config.exclude)
  local queue, pages, seen, read, found, whole = first, {}, {}, 0, 0, true
  local since = dates.seconds(config.last_scan)
  local index = 0
  while index < #queue and #pages < config.max_pages do
    index = index + 1
    if read >= MAX_SITEMAPS then
      log.warn("the site has more than " .. MAX_SITEMAPS .. " sitemaps; the rest was not read")
      whole = false
      break
    end
    local address = queue[index]
    local fine, root = pcall(sitemap, address)
    -- One broken part among many must not stop the import.
    if not fine and index == 1 and #first == 1 then error(root, 0) end
    if not fine then
      log.warn(tostring(root))
      whole = false
    end
    read = read + 1
    if fine and root then found = found + 1 end
    context.progress(0, "sitemap " .. read .. ", " .. #pages .. " pages so far")
    for _, node in ipairs(fine and root or {}) do
      local location = type(node) == "table" and xml.content(xml.child(node, "loc"))
      local url = location and xml.resolve(location, address)
      local changed = location and dates.seconds(xml.content(xml.child(node, "lastmod")))
      if url and node.name == "sitemap" then
        if polite.host(url) ~= host then
          log.warn("a sitemap of another host was not read: " .. url)
        elseif not seen[url] then
          seen[url] = true
          queue[#queue + 1] = url
        end
      elseif url and node.name == "url" and polite.host(url) == host then
        local path = path_of(url)
        local wanted = (#include == 0 or fits(path, include)) and not fits(path, exclude) and is_allowed(rules, path)
        if wanted and not seen[path] then
          seen[path] = true
          -- Allows one day of tolerance: many sites give only the date.
          if since and changed and changed + 86400 < since then
            whole = false
          elseif #pages >= config.max_pages then
            whole = false
          else
            pages[#pages + 1] = { path = path, lastmod = changed }
          end
        end
      end
    end
  end
  if index < #queue then whole = false end
  return pages, whole, found
end

local function robots_of(config)
  local origin = config.url:match("^https?://[^/?#]+")
  local answer = polite.get(origin .. "/robots.txt")
  -- If the rules cannot be read, nothing is allowed.
  if answer.status >= 500 then error("robots.txt of the site answered with status " .. answer.status .. "; try again later", 0) end
  if not answer.ok then return {}, {} end
  return read_robots(xml.text(answer.body, answer.headers["content-type"]))
end

local function begin(config)
  local rules, listed = robots_of(config)
  local origin = config.url:match("^https?://[^/?#]+")
  local own = config.url:find("%.xml[^/]*$") or config.url:find("sitemap", 1, true)
  local first = {}
  if own then
    first = { config.url }
  else
    for _, address in ipairs(listed) do
      if polite.host(address) == polite.host(config.url) then first[#first + 1] = address end
    end
    if #first == 0 then first = { origin .. "/sitemap.xml" } end
  end
  local pages, whole, found = pages_of(config, first, rules)
  if found == 0 then error("there is no sitemap at " .. first[1] .. "; give its address instead of that of the site", 0) end
  local paths = json.array()
  for index, page in ipairs(pages) do paths[index] = { page.path, page.lastmod or 0 } end
  return { paths = paths, total = #paths, partial = not whole, delay = math.min(rules.delay or 0, LONGEST_DELAY) }
end

--- Returns a page as an item; nil if it has no content to keep.
local function item_of(url, changed)
  local answer = polite.get(url, { headers = { accept = "text/html" } })
  if answer.status == 404 or answer.status == 410 then return nil end
  if not answer.ok then return nil, "status " .. answer.status end
  local kind = (answer.headers["content-type"] or ""):lower()
  if not kind:find("html") then return nil end
  local html = xml.text(answer.body, kind)
  local robots = html:match("<meta%s[^>]*name=[\"']?robots[\"']?[^>]*>")
  if robots and robots:lower():find("noindex") then return nil end
  local title = html:match("<title[^>]*>%s*(.-)%s*</title>")
  return {
    source_id = path_of(url), title = title and xml.unescape(title:gsub("%s+", " ")) or nil,
    body = html, content_type = "text/html", source_url = url,
    updated_at = changed > 0 and dates.iso(changed) or nil,
  }
end

function connector.scan(config)
  local plan = config.cursor or begin(config)
  local origin = config.url:match("^https?://[^/?#]+")
  local items, failed, last = json.array(), 0, nil
  local count = math.min(#plan.paths, PER_CALL)
  for index = 1, count do
    local path, changed = plan.paths[index][1], plan.paths[index][2]
    context.progress((plan.total - #plan.paths + index) / plan.total, path)
    if index > 1 and plan.delay > 0 then sleep(plan.delay) end
    local fine, item, problem = pcall(item_of, origin .. path, changed)
    if not fine or problem then
      failed, last = failed + 1, not fine and tostring(item) or path .. ": " .. problem
      log.warn(last)
    elseif item then
      items[#items + 1] = item
    end
  end
  if count > 0 and failed == count then error("no page could be read; the last: " .. last, 0) end
  local partial = plan.partial or failed > 0
  local rest = json.array(table.move(plan.paths, count + 1, #plan.paths, 1, {}))
  local cursor = #rest > 0 and { paths = rest, total = plan.total, partial = partial, delay = plan.delay } or nil
  return { items = items, partial = partial, cursor = cursor }
end
