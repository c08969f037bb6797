-- Reads a web page. Declares no host: the user grants the hosts it may read.

tool = {
  name = "web_fetch",
  version = "1.1.1",
  description = "Fetches a web page or an API response and returns its text. Reads only hosts that are granted to this tool.",
  tags = { "web" },
  parameters = {
    { name = "url", type = "string", required = true, pattern = "^https?://", description = "Full address" },
    {
      name = "max_length", type = "integer", default = 5000, minimum = 1, maximum = 100000,
      description = "Maximum number of characters",
    },
  },
  returns = {
    { name = "status", type = "integer", required = true, description = "HTTP status" },
    { name = "content_type", type = "string", required = true, description = "Content type sent by the server" },
    { name = "title", type = "string", description = "Title of the page" },
    { name = "text", type = "string", required = true, description = "Text of the page, or the response as received" },
    { name = "truncated", type = "boolean", required = true, description = "Whether more text follows" },
  },
}

local ENTITIES = { amp = "&", lt = "<", gt = ">", quot = '"', apos = "'", nbsp = " " }

-- Block elements, which start on a new line.
local BLOCKS = {}
local NAMES = "p h1 h2 h3 h4 h5 h6 br hr div tr ul ol dl dt dd table section article header footer nav aside main "
  .. "blockquote pre figure form"
for name in NAMES:gmatch("%S+") do BLOCKS[name] = true end

local function entity(name)
  local code = name:match("^#(%d+)$") or name:match("^#[xX](%x+)$")
  local number = code and tonumber(code, name:match("^#[xX]") and 16 or 10)
  if number and number > 0 and number <= 0x10FFFF then return utf8.char(number) end
  return ENTITIES[name]
end

--- Returns the text of a page, without parts only a browser needs.
local function words_of(html)
  local text = html:gsub("%s+", " "):gsub("<!%-%-.-%-%->", " ")
  for _, element in ipairs({ "script", "style", "noscript", "template", "svg" }) do
    text = text:gsub("<" .. element .. "[%s>].-</" .. element .. "%s*>", " ")
  end
  text = text:gsub("<title[^>]*>.-</title>", "%0\n"):gsub("<li[^>]*>", "\n- "):gsub("<(/?%a[%w-]*)[^>]*>", function(tag)
    return BLOCKS[tag:lower():gsub("^/", "")] and "\n" or nil
  end)
  text = text:gsub("<[^>]*>", " "):gsub("&(#?%w+);", entity)
  return (text:gsub(" +", " "):gsub(" ?\n[ \n]*", "\n"):match("^%s*(.-)%s*$"))
end

--- Returns at most that many characters, without splitting one.
local function first(text, count)
  local stop = utf8.offset(text, count + 1)
  if not stop or stop > #text then return text, false end
  return text:sub(1, stop - 1), true
end

--- Returns a response's text as UTF-8, or nil if it is binary. Older pages use one byte per character.
local function text_of(body, kind)
  if utf8.len(body) then return body end
  local charset = kind:match("charset=[\"']?([%w_-]+)") or ""
  if charset:find("8859-1", 1, true) or charset:find("1252", 1, true) or charset == "latin1" then
    return (body:gsub("[\128-\255]", function(byte)
      return utf8.char(byte:byte())
    end))
  end
end

local function plain(text)
  return (text:gsub("%s+", " "):gsub("&(#?%w+);", entity))
end

function tool.execute(params)
  local answer = http.get(params.url, { retries = 2 })
  local kind = answer.headers["content-type"] or ""
  local body = text_of(answer.body, kind:lower())
  if not body then error("this is no text: " .. #answer.body .. " bytes of " .. (kind ~= "" and kind or "unknown type")) end
  local is_page = kind:find("html", 1, true) ~= nil
  local title = is_page and body:match("<title[^>]*>%s*(.-)%s*</title>")
  local text, truncated = first(is_page and words_of(body) or body, params.max_length)
  return { status = answer.status, content_type = kind, title = title and plain(title) or nil, text = text, truncated = truncated }
end
