-- Reads a web page as Markdown, in parts if it is long. Asks for the host of each new address.

tool = {
  name = "read_page",
  version = "1.0.1",
  description = "Reads a web page and returns its text as Markdown, with links. Cite it by its address. Use start to continue "
    .. "a long page.",
  tags = { "web" },
  hosts = { "{url}" },
  parameters = {
    { name = "url", type = "string", required = true, pattern = "^https?://", description = "Full address of the page" },
    { name = "start", type = "integer", default = 0, minimum = 0, description = "Position to start from, in characters" },
    {
      name = "max_length", type = "integer", default = 20000, minimum = 1, maximum = 200000,
      description = "Maximum number of characters",
    },
  },
  returns = {
    { name = "id", type = "string", required = true, description = "Address, used for citation" },
    { name = "title", type = "string", description = "Title of the page" },
    { name = "source", type = "string", required = true, description = "Host of the page" },
    { name = "source_url", type = "string", required = true, description = "Address of the page" },
    { name = "updated_at", type = "string", description = "Last change, as stated by the page" },
    { name = "snippet", type = "string", required = true, description = "Beginning of the text" },
    { name = "text", type = "string", required = true, description = "Text as Markdown, from start on" },
    { name = "length", type = "integer", required = true, description = "Length of the whole text, in characters" },
    { name = "truncated", type = "boolean", required = true, description = "Whether more text follows" },
  },
}

-- Maximum characters.
local SNIPPET = 200

local INSTEAD = "Open it in the browser, save it as a file and add that file to the library, or copy its text into the chat"

local REFUSALS = {
  [401] = "asks for a login. " .. INSTEAD,
  [403] = "does not let programs read this page. " .. INSTEAD,
  [404] = "has no page at this address",
  [410] = "has no page at this address any more",
  [429] = "wants a pause; read it again later",
}

local function host_of(url)
  local host = (url:match("^%a+://([^/?#]+)") or url):gsub("^.*@", "")
  return host
end

--- Returns the response, or an error with advice for the user.
local function fetch(url)
  local ok, answer = pcall(http.get, url, { headers = { accept = "text/html, text/*;q=0.9" }, retries = 1 })
  if not ok then
    if tostring(answer):find("(CORS)", 1, true) then
      error(host_of(url) .. " does not let other pages read it (CORS). " .. INSTEAD, 0)
    end
    error(answer, 0)
  end
  if answer.ok then return answer end
  error(host_of(url) .. " " .. (REFUSALS[answer.status] or "answered with an error; read it again later")
    .. " (" .. answer.status .. ")", 0)
end

local function read(url)
  local answer = fetch(url)
  local kind = (answer.headers["content-type"] or ""):lower()
  if kind:find("html", 1, true) or (kind == "" and answer.body:find("^%s*<")) then return html.markdown(answer.body, url) end
  if not utf8.len(answer.body) or answer.body:find("\0", 1, true) then
    error("this is " .. (kind ~= "" and kind or "no text") .. ", not a web page. Download it and add the file to the library", 0)
  end
  return { markdown = answer.body }
end

--- Returns at most that many characters from a start position, and whether more follow.
local function part_of(text, start, most)
  local from = utf8.offset(text, start + 1) or #text + 1
  local till = utf8.offset(text, most + 1, from) or #text + 1
  return text:sub(from, till - 1), till <= #text
end

function tool.execute(params)
  local url = params.url:gsub("#.*$", "")
  local page = read(url)
  local text, truncated = part_of(page.markdown, params.start, params.max_length)
  local snippet = part_of(page.markdown, 0, SNIPPET):gsub("%s+", " ")
  return {
    id = url, source = host_of(url), source_url = url, title = page.title, updated_at = page.updated_at,
    snippet = snippet, text = text, length = utf8.len(page.markdown), truncated = truncated,
  }
end
