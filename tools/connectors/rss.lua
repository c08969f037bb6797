-- Imports the entries of a feed: RSS 2.0, Atom, RSS 1.0. Declares no host: the user grants the feed's host.
local dates = require("lib.dates")
local polite = require("lib.polite")
local xml = require("lib.xml")

connector = {
  name = "rss",
  version = "1.0.0",
  description = "Brings the entries of an RSS or Atom feed into the library. Entries that leave the feed stay.",
  tags = { "web", "news" },
  config = {
    {
      name = "url", type = "string", required = true, pattern = "^https?://",
      description = "The address of the feed, such as https://example.com/feed.xml. Its server must allow web pages to read it.",
    },
    { name = "limit", type = "integer", default = 200, minimum = 1, maximum = 2000, description = "Entries at most, from the top" },
  },
}

local ATOM = "http://www.w3.org/2005/Atom"
local CONTENT = "http://purl.org/rss/1.0/modules/content/"
local DUBLIN = "http://purl.org/dc/elements/1.1/"

--- Only text with a tag or an entity counts as HTML: plain text may contain a lone < or &.
local function is_html(text)
  return text:find("</?%a[^>]*>") ~= nil or text:find("&#?%w+;") ~= nil
end

local function of_html(text, base)
  if text and is_html(text) then return xml.absolute(text, base), "text/html" end
  return text, "text/plain"
end

--- A title may be HTML, escaped once or twice.
local function plain(text)
  if not text then return nil end
  local words = xml.unescape(text):gsub("<[^>]*>", ""):gsub("%s+", " ")
  words = xml.unescape(words):match("^%s*(.-)%s*$")
  return words ~= "" and words or nil
end

--- Returns the text of an Atom construct, and its type.
local function atom_text(node)
  if not node then return nil end
  local kind = (node.attributes.type or "text"):lower()
  if kind == "xhtml" or kind == "application/xhtml+xml" then
    return xml.absolute(xml.markup(xml.child(node, "div") or node), node.base), "text/html"
  end
  local text = xml.content(node)
  if kind == "html" or kind == "text/html" then return text and xml.absolute(text, node.base), "text/html" end
  -- Pictures and other media are base64, or stored elsewhere.
  if kind:find("/") and not kind:find("^text/") then return nil end
  return text, "text/plain"
end

local function atom_link(entry)
  local any
  for _, link in ipairs(xml.children(entry, "link")) do
    local address = link.attributes.href and xml.resolve(link.attributes.href, link.base)
    local rel = link.attributes.rel or "alternate"
    if address and rel == "alternate" then return address end
    if address and rel ~= "enclosure" and rel ~= "self" and rel ~= "edit" then any = any or address end
  end
  return any
end

local function words_of(nodes, attribute)
  local list = json.array()
  for _, node in ipairs(nodes) do
    local word = attribute and node.attributes[attribute] or plain(xml.content(node))
    if word and word ~= "" then list[#list + 1] = word end
  end
  return list
end

local function atom_item(entry, author)
  local body, kind = atom_text(xml.child(entry, "content"))
  if not body then body, kind = atom_text(xml.child(entry, "summary")) end
  local link = atom_link(entry)
  local person = xml.child(entry, "author")
  return {
    source_id = xml.content(xml.child(entry, "id")) or link,
    title = plain((atom_text(xml.child(entry, "title")))),
    body = body, content_type = kind, source_url = link,
    author = plain(xml.content(person and xml.child(person, "name"))) or author,
    created_at = dates.iso(xml.content(xml.child(entry, "published"))),
    updated_at = dates.iso(xml.content(xml.child(entry, "updated")) or xml.content(xml.child(entry, "published"))),
    tags = words_of(xml.children(entry, "category"), "term"),
  }
end

local function rss_item(item)
  local guid, link = xml.child(item, "guid"), nil
  for _, node in ipairs(xml.children(item, "link")) do
    local address = node.space == ATOM and node.attributes.href or xml.content(node)
    if address and not link then link = xml.resolve(address, node.base) end
  end
  local id = xml.content(guid) or item.attributes["rdf:about"]
  if not link and id and guid and (guid.attributes.isPermaLink or "true") == "true" and id:find("^https?://") then link = id end
  local text = xml.content(xml.child(item, "encoded", CONTENT)) or xml.content(xml.child(item, "description"))
  local body, kind = of_html(text, link or item.base)
  local date = xml.content(xml.child(item, "pubDate")) or xml.content(xml.child(item, "date", DUBLIN))
  local author = xml.content(xml.child(item, "creator", DUBLIN)) or xml.content(xml.child(item, "author"))
  return {
    source_id = id or link,
    title = plain(xml.content(xml.child(item, "title"))),
    body = body, content_type = kind, source_url = link,
    -- RSS expects an e-mail address with the name in parentheses.
    author = plain(author and (author:match("%S+@%S+%s+%((.-)%)") or author)),
    created_at = dates.iso(date), updated_at = dates.iso(date),
    tags = words_of(xml.children(item, "category")),
  }
end

--- Returns the entries of a feed of any format, and the feed's title.
local function entries_of(root)
  local items = {}
  if root.name == "feed" then
    local person = xml.child(root, "author")
    local author = plain(xml.content(person and xml.child(person, "name")))
    for _, entry in ipairs(xml.children(root, "entry")) do items[#items + 1] = atom_item(entry, author) end
    return items, plain((atom_text(xml.child(root, "title"))))
  end
  local channel = xml.child(root, "channel")
  if root.name ~= "rss" and root.name ~= "RDF" then return nil end
  -- In RSS 1.0, items are siblings of the channel.
  for _, parent in ipairs({ channel or root, root }) do
    for _, item in ipairs(xml.children(parent, "item")) do items[#items + 1] = rss_item(item) end
    if #items > 0 then break end
  end
  return items, plain(xml.content(channel and xml.child(channel, "title")))
end

function connector.scan(config)
  local answer = polite.get(config.url)
  if not answer.ok then error("the feed answered with status " .. answer.status .. ": " .. config.url, 0) end
  local read, root = pcall(function()
    return xml.parse(xml.text(answer.body, answer.headers["content-type"]), config.url)
  end)
  if not read then error("the feed cannot be read: " .. tostring(root), 0) end
  local entries, name = entries_of(root)
  if not entries then
    local hint = root.name:lower() == "html" and "; this is a web page: look in it for a link to its feed" or ""
    error("this is no RSS or Atom feed, but <" .. root.name .. ">" .. hint, 0)
  end
  local items = json.array()
  for index, entry in ipairs(entries) do
    if index > config.limit then break end
    local tags = entry.tags
    entry.tags = nil
    -- Some entries have only a title, and some have no id.
    entry.body = entry.body or entry.title
    entry.source_id = entry.source_id or (entry.title and "sha256:" .. crypto.sha256(entry.title .. (entry.created_at or "")))
    entry.metadata = { feed = name, tags = #tags > 0 and tags or nil }
    items[#items + 1] = entry
  end
  -- A feed lists only recent entries: older ones may still exist.
  return { items = items, partial = true }
end
