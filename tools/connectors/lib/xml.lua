-- Parses XML of feeds and sitemaps: tolerates malformed input, and ignores harmful features. Entities that a
-- document declares are never expanded.
local xml = {}

-- Deeper than any real feed.
local MAX_DEPTH = 100

local NAMED = {
  amp = "&", lt = "<", gt = ">", quot = '"', apos = "'", nbsp = "\u{A0}", copy = "©", reg = "®", trade = "™",
  hellip = "…", mdash = "—", ndash = "–", lsquo = "‘", rsquo = "’", ldquo = "“", rdquo = "”", laquo = "«", raquo = "»",
  bull = "•", middot = "·", euro = "€", pound = "£", deg = "°", times = "×", auml = "ä", ouml = "ö", uuml = "ü",
  Auml = "Ä", Ouml = "Ö", Uuml = "Ü", szlig = "ß", eacute = "é", egrave = "è", agrave = "à", ccedil = "ç", ntilde = "ñ",
}

local function entity(name)
  local decimal, hexadecimal = name:match("^#(%d+)$"), name:match("^#[xX](%x+)$")
  local code = tonumber(decimal) or tonumber(hexadecimal or "", 16)
  if not code then return NAMED[name] end
  if code < 1 or code > 0x10FFFF or (code >= 0xD800 and code <= 0xDFFF) then return "\u{FFFD}" end
  return utf8.char(code)
end

--- Replaces entities in a text; unknown ones stay unchanged.
function xml.unescape(text)
  return (text:gsub("&(#?%w+);", entity))
end

-- Windows-1252 characters at the positions of Latin-1's control characters.
local WINDOWS = {
  [128] = 0x20AC, [130] = 0x201A, [131] = 0x0192, [132] = 0x201E, [133] = 0x2026, [134] = 0x2020, [135] = 0x2021,
  [136] = 0x02C6, [137] = 0x2030, [138] = 0x0160, [139] = 0x2039, [140] = 0x0152, [142] = 0x017D, [145] = 0x2018,
  [146] = 0x2019, [147] = 0x201C, [148] = 0x201D, [149] = 0x2022, [150] = 0x2013, [151] = 0x2014, [152] = 0x02DC,
  [153] = 0x2122, [154] = 0x0161, [155] = 0x203A, [156] = 0x0153, [158] = 0x017E, [159] = 0x0178,
}

--- Decodes a response to UTF-8, by its own declaration or else the content type. Raises an error if it cannot.
function xml.text(bytes, content_type)
  local text = bytes:gsub("^\xEF\xBB\xBF", "")
  if text:find("^\xFF\xFE") or text:find("^\xFE\xFF") then error("it is written in UTF-16, which is not read here", 0) end
  if utf8.len(text) then return text end
  local charset = text:match("^%s*<%?xml[^>]-encoding%s*=%s*[\"']([^\"']+)") or (content_type or ""):match("charset=[\"']?([%w_-]+)")
  charset = (charset or "windows-1252"):lower()
  if charset == "utf-8" or charset:find("8859%-1$") or charset:find("1252") or charset == "latin1" then
    -- A page that claims UTF-8 but is invalid was mostly written on Windows.
    return (text:gsub("[\128-\255]", function(byte) return utf8.char(WINDOWS[byte:byte()] or byte:byte()) end))
  end
  error("it is written in " .. charset .. ", which is not read here", 0)
end

local function attributes(text)
  local found = {}
  for name, quote, value in text:gmatch("([%w_:.-]+)%s*=%s*([\"'])(.-)%2") do found[name] = xml.unescape(value) end
  return found
end

local function add_text(node, text)
  if text ~= "" then node[#node + 1] = text end
end

--- Returns the end of a tag: the first > outside quotes.
local function tag_end(text, from)
  local at = from
  while true do
    local stop = text:find("[>\"']", at)
    if not stop then return nil end
    local sign = text:sub(stop, stop)
    if sign == ">" then return stop end
    local close = text:find(sign, stop + 1, true)
    if not close then return text:find(">", from, true) end
    at = close + 1
  end
end

local function opened(parent, tag)
  local qualified = tag:match("^([^%s/]+)")
  local node = { attributes = attributes(tag:sub(#qualified + 1)), spaces = parent.spaces, base = parent.base, raw = qualified }
  for name, value in pairs(node.attributes) do
    local prefix = name == "xmlns" and "" or name:match("^xmlns:(.+)$")
    if prefix then
      if node.spaces == parent.spaces then node.spaces = setmetatable({}, { __index = parent.spaces }) end
      node.spaces[prefix] = value
    end
  end
  local prefix, name = qualified:match("^([^:]*):(.+)$")
  node.name, node.space = name or qualified, node.spaces[prefix or ""] or ""
  if node.attributes["xml:base"] then node.base = xml.resolve(node.attributes["xml:base"], parent.base) end
  return node
end

--- Parses a document into a tree. A node has `name` without prefix, `space` (its namespace), `attributes`, `base`,
--- and its texts and nodes as a list. Raises an error if there is no element.
--- base is the address of the document.
function xml.parse(text, base)
  local root = { name = "", space = "", attributes = {}, spaces = {}, base = base or "" }
  local stack, at = { root }, 1
  while true do
    local top = stack[#stack]
    local start = text:find("<", at, true)
    if not start then
      add_text(top, xml.unescape(text:sub(at)))
      break
    end
    add_text(top, xml.unescape(text:sub(at, start - 1)))
    if text:find("^<!%-%-", start) then
      local _, stop = text:find("-->", start + 4, true)
      at = (stop or #text) + 1
    elseif text:find("^<!%[CDATA%[", start) then
      local stop, last = text:find("]]>", start + 9, true)
      add_text(top, text:sub(start + 9, (stop or #text + 1) - 1))
      at = (last or #text) + 1
    elseif text:find("^<!", start) then
      -- A document type, with any declarations inside it.
      local inside = text:match("^<![^>%[]*%[()", start)
      local _, stop = text:find(inside and "%]%s*>" or ">", inside or start)
      at = (stop or #text) + 1
    elseif text:find("^<%?", start) then
      local _, stop = text:find("?>", start + 2, true)
      at = (stop or #text) + 1
    elseif text:find("^</", start) then
      local stop = text:find(">", start, true) or #text
      local qualified = text:sub(start + 2, stop - 1):match("^%s*(%S*)")
      for depth = #stack, 2, -1 do
        if stack[depth].raw == qualified then
          for _ = depth, #stack do table.remove(stack) end
          break
        end
      end
      at = stop + 1
    elseif text:find("^<[%a_:]", start) then
      local stop = tag_end(text, start + 1) or #text
      local tag = text:sub(start + 1, stop - 1)
      local node = opened(top, tag)
      top[#top + 1] = node
      if not tag:find("/%s*$") then
        if #stack > MAX_DEPTH then error("it is nested deeper than " .. MAX_DEPTH .. " levels", 0) end
        stack[#stack + 1] = node
      end
      at = stop + 1
    else
      add_text(top, "<")
      at = start + 1
    end
  end
  local element = xml.child(root)
  if not element then error("there is no XML in it", 0) end
  return element
end

--- Returns the first child of that name, and of that namespace if given.
function xml.child(node, name, space)
  for _, child in ipairs(node) do
    if type(child) == "table" and (name == nil or child.name == name) and (space == nil or child.space == space) then
      return child
    end
  end
end

--- Returns all of them.
function xml.children(node, name, space)
  local found = {}
  for _, child in ipairs(node) do
    if type(child) == "table" and child.name == name and (space == nil or child.space == space) then found[#found + 1] = child end
  end
  return found
end

--- Returns all text in a node, trimmed; nil if there is none.
function xml.content(node)
  if not node then return nil end
  local pieces = {}
  local function collect(one)
    for _, child in ipairs(one) do
      if type(child) == "table" then collect(child) else pieces[#pieces + 1] = child end
    end
  end
  collect(node)
  local text = table.concat(pieces):match("^%s*(.-)%s*$")
  return text ~= "" and text or nil
end

local ESCAPES = { ["&"] = "&amp;", ["<"] = "&lt;", [">"] = "&gt;", ['"'] = "&quot;" }

function xml.escape(text)
  return (text:gsub('[&<>"]', ESCAPES))
end

--- Returns a node's contents as markup, for XHTML in a feed.
function xml.markup(node)
  local pieces = {}
  local function write(one)
    for _, child in ipairs(one) do
      if type(child) == "string" then
        pieces[#pieces + 1] = xml.escape(child)
      else
        pieces[#pieces + 1] = "<" .. child.name
        for _, name in ipairs({ "href", "src", "alt", "title" }) do
          local value = child.attributes[name]
          if value then pieces[#pieces + 1] = " " .. name .. '="' .. xml.escape(value) .. '"' end
        end
        pieces[#pieces + 1] = ">"
        write(child)
        pieces[#pieces + 1] = "</" .. child.name .. ">"
      end
    end
  end
  write(node)
  return table.concat(pieces)
end

--- Resolves a relative reference; an absolute one stays unchanged.
function xml.resolve(reference, base)
  local address = reference:match("^%s*(.-)%s*$")
  if address:find("^%a[%w+.-]*:") or not base or base == "" then return address end
  local scheme, host, path = base:match("^(%a[%w+.-]*:)//([^/?#]*)([^?#]*)")
  if not scheme then return address end
  if address:find("^//") then return scheme .. address end
  local rest = address:match("[?#].*$") or ""
  local wanted = address:sub(1, #address - #rest)
  if wanted == "" then
    wanted = path
    if rest:find("^#") then rest = (base:match("%?[^#]*") or "") .. rest end
  elseif not wanted:find("^/") then
    wanted = (path:match("^(.*/)") or "/") .. wanted
  end
  local parts = {}
  for part in wanted:gmatch("[^/]+") do
    if part == ".." then table.remove(parts) elseif part ~= "." then parts[#parts + 1] = part end
  end
  local closing = (#parts > 0 and wanted:find("/%.?%.?$")) and "/" or ""
  return scheme .. "//" .. host .. "/" .. table.concat(parts, "/") .. closing .. rest
end

--- Makes the addresses of links and pictures in HTML absolute.
function xml.absolute(html, base)
  return (html:gsub("(%s[hHsS][rR][eEcC][fF]?%s*=%s*)([\"'])(.-)%2", function(name, quote, address)
    if address == "" or address:find("^#") then return nil end
    return name .. quote .. xml.resolve(xml.unescape(address), base):gsub("[&\"]", ESCAPES) .. quote
  end))
end

return xml
