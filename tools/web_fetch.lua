-- Reads one page of the web. It asks for no host of its own: its user grants those it may read.

tool = {
  name = "web_fetch",
  version = "1.0.0",
  description = "Reads a web page or an API and returns its text. Only hosts that the user granted to this tool can be read.",
  parameters = {
    { name = "url", type = "string", required = true, pattern = "^https?://", description = "The whole address" },
    {
      name = "max_length", type = "integer", default = 5000, minimum = 1, maximum = 100000,
      description = "Characters of text at most",
    },
  },
}

local ENTITIES = { amp = "&", lt = "<", gt = ">", quot = '"', apos = "'", nbsp = " " }

local function entity(name)
  local code = name:match("^#(%d+)$") or name:match("^#[xX](%x+)$")
  local number = code and tonumber(code, name:match("^#[xX]") and 16 or 10)
  if number and number > 0 and number <= 0x10FFFF then return utf8.char(number) end
  return ENTITIES[name]
end

--- The words of a page, without what only a browser reads.
local function words_of(html)
  local text = html:gsub("%s+", " "):gsub("<!%-%-.-%-%->", " ")
  for _, element in ipairs({ "script", "style", "noscript", "template", "svg" }) do
    text = text:gsub("<" .. element .. "[%s>].-</" .. element .. "%s*>", " ")
  end
  text = text:gsub("</?[hp][1-6]?[^>]*>", "\n"):gsub("<br[^>]*>", "\n"):gsub("<li[^>]*>", "\n- ")
  text = text:gsub("<[^>]*>", " "):gsub("&(#?%w+);", entity)
  return (text:gsub(" +", " "):gsub(" ?\n[ \n]*", "\n"):match("^%s*(.-)%s*$"))
end

--- At most so many characters, none of them cut in half. Bytes that are no UTF-8 are counted as they are.
local function first(text, count)
  local stop = utf8.len(text) and utf8.offset(text, count + 1) or count + 1
  if not stop or stop > #text then return text, false end
  return text:sub(1, stop - 1), true
end

function tool.execute(params)
  local answer = http.get(params.url, { retries = 2 })
  local kind = answer.headers["content-type"] or ""
  local is_page = kind:find("html", 1, true) ~= nil
  local title = is_page and answer.body:match("<title[^>]*>%s*(.-)%s*</title>") or nil
  local text, truncated = first(is_page and words_of(answer.body) or answer.body, params.max_length)
  return { status = answer.status, content_type = kind, title = title, text = text, truncated = truncated }
end
