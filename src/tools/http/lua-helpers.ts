// The functions used by the scripts of HTTP tools; each script gets only those it uses.

interface Helper {
  lua: string;
  needs?: readonly HelperName[];
}

export type HelperName =
  | 'text'
  | 'dig'
  | 'encoded'
  | 'path'
  | 'host_part'
  | 'base_url'
  | 'listed'
  | 'form'
  | 'header'
  | 'needed'
  | 'or_null'
  | 'hex_to_base64'
  | 'beginning'
  | 'as_json'
  | 'as_text'
  | 'as_file'
  | 'by_type'
  | 'picked'
  | 'kept'
  | 'event_reader';

/** In the order they appear in a script. */
const HELPERS: Record<HelperName, Helper> = {
  text: {
    lua: `--- A value as text: nothing for what is missing, JSON for a table.
local function text(value)
  if value == nil or value == json.null then return "" end
  if type(value) == "table" then return json.encode(value) end
  return tostring(value)
end`,
  },
  dig: {
    lua: `--- What lies at a path inside a value, or nil.
local function dig(value, ...)
  for index = 1, select("#", ...) do
    if type(value) ~= "table" or value == json.null then return nil end
    value = value[(select(index, ...))]
  end
  return value
end`,
  },
  encoded: {
    needs: ['text'],
    lua: `--- Text that stays in its place in an address.
local function encoded(value)
  return (text(value):gsub("[^%w%-._~]", function(character) return ("%%%02X"):format(character:byte()) end))
end`,
  },
  path: {
    lua: `--- A path that no value has led out of its folder.
local function path(whole)
  local plain = whole:gsub("%%2[Ee]", ".")
  if (plain .. "/"):find("/%.%.?/") then error("an argument may not be . or .. in the path of the address", 0) end
  return whole
end`,
  },
  host_part: {
    needs: ['text'],
    lua: `--- A config value that is part of a host, and of nothing else.
local function host_part(value, name)
  local part = text(value)
  if part == "" then error(name .. " is not set; set it in the tool's settings", 0) end
  if not part:find("^[%w._-]+:?%d*$") then error(name .. " must be part of a host name; change it in the tool's settings", 0) end
  return part
end`,
  },
  base_url: {
    needs: ['text'],
    lua: `--- A config value that is the beginning of an address.
local function base_url(value, name)
  local base = text(value):gsub("/+$", "")
  if base == "" then error(name .. " is not set; set it in the tool's settings", 0) end
  local host, rest = base:match("^https?://([^/]+)(.*)$")
  if not host or not host:find("^[%w._:%[%]-]+$") or rest:find("[%c%s?#\\\\]") then
    error(name .. " must be an address such as https://api.example.com; change it in the tool's settings", 0)
  end
  return base
end`,
  },
  listed: {
    needs: ['text'],
    lua: `--- The texts of a value for the query or a form, one for each item of a list; nil when there are none.
local function listed(value)
  local is_list = type(value) == "table" and value ~= json.null and (#value > 0 or next(value) == nil)
  local list = {}
  for _, item in ipairs(is_list and value or { text(value) }) do
    local part = text(item)
    if part ~= "" then list[#list + 1] = part end
  end
  if #list > 0 then return list end
end`,
  },
  form: {
    needs: ['encoded'],
    lua: `--- Names and lists of texts as name=text&name=text, in the order of their names.
local function form(fields)
  local names, pairs_of = {}, {}
  for name in pairs(fields) do names[#names + 1] = name end
  table.sort(names)
  for _, name in ipairs(names) do
    for _, value in ipairs(fields[name]) do pairs_of[#pairs_of + 1] = encoded(name) .. "=" .. encoded(value) end
  end
  return table.concat(pairs_of, "&")
end`,
  },
  header: {
    lua: `--- A value that ends where its header ends; nothing when it is empty, so that the header is left out.
local function header(name, value)
  if value:find("%c") then
    error("the header " .. name .. " can’t contain line breaks or other control characters; change the argument for it", 0)
  end
  if value ~= "" then return value end
end`,
  },
  needed: {
    lua: `local function needed(value, name)
  if value == "" then error(name .. " is not set; set it in the tool's settings", 0) end
  return value
end`,
  },
  or_null: {
    lua: `--- An item of a list, which has no room for nil.
local function or_null(value)
  if value == nil then return json.null end
  return value
end`,
  },
  hex_to_base64: {
    lua: `local function hex_to_base64(hex)
  return base64.encode((hex:gsub("%x%x", function(pair) return string.char(tonumber(pair, 16)) end)))
end`,
  },
  beginning: {
    needs: ['as_text'],
    lua: `--- The first 500 characters, for messages.
local function beginning(body)
  local readable = as_text(body)
  local stop = utf8.offset(readable, 501)
  return stop and stop <= #readable and readable:sub(1, stop - 1) .. "…" or readable
end`,
  },
  as_text: {
    lua: `--- The body as text; bytes that are no UTF-8 are read as Latin-1.
local function as_text(body)
  if utf8.len(body) then return body end
  return (body:gsub("[\\128-\\255]", function(character) return utf8.char(character:byte()) end))
end`,
  },
  as_json: {
    needs: ['beginning'],
    lua: `--- The body as JSON. What leaves the tool has null where the server wrote it.
local function as_json(answer)
  local ok, value = pcall(json.parse, answer.body, { null = json.null })
  if not ok then error("response body is not valid JSON: " .. beginning(answer.body), 0) end
  return value
end`,
  },
  as_file: {
    lua: `--- Bytes as a value: kind is "file" or "image".
local function as_file(answer, kind)
  local disposition = answer.headers["content-disposition"] or ""
  local name = disposition:match('filename="([^"/\\\\%c]+)"') or disposition:match("filename=([^;\\"/\\\\%s]+)")
  return {
    kind = kind,
    content_type = answer.headers["content-type"] or "application/octet-stream",
    name = name and utf8.len(name) and name or nil,
    size = #answer.body,
    data = base64.encode(answer.body),
  }
end`,
  },
  by_type: {
    needs: ['as_json', 'as_text', 'as_file'],
    lua: `--- The answer as what its content type says it is.
local function by_type(answer)
  local kind = (answer.headers["content-type"] or ""):lower():match("^[^;%s]*")
  if kind:find("[/+]json$") then return as_json(answer) end
  if kind:find("^image/") then return as_file(answer, "image") end
  for _, pattern in ipairs({ "^text/", "xml$", "javascript$", "yaml$", "ndjson$", "urlencoded$" }) do
    if kind:find(pattern) then return as_text(answer.body) end
  end
  if kind == "" and utf8.len(answer.body) then return answer.body end
  return as_file(answer, "file")
end`,
  },
  picked: {
    needs: ['or_null'],
    lua: `--- What lies at a path of an answer; false in the path stands for every item of a list.
local function picked(value, path, at)
  at = at or 1
  local step = path[at]
  if step == nil then return value end
  if type(value) ~= "table" or value == json.null then return nil end
  if step ~= false then return picked(value[step], path, at + 1) end
  if #value == 0 and next(value) ~= nil then return nil end
  local list = json.array()
  for index = 1, #value do list[index] = or_null(picked(value[index], path, at + 1)) end
  return list
end`,
  },
  kept: {
    needs: ['or_null'],
    lua: `--- An answer with only its wanted fields; a list of one stands for what is wanted of every item.
local function kept(value, wanted)
  if wanted == true then return value end
  if type(value) ~= "table" or value == json.null then return nil end
  if wanted[1] == nil then
    if #value > 0 then return nil end
    local part = {}
    for name, inner in pairs(wanted) do part[name] = kept(value[name], inner) end
    return part
  end
  if #value == 0 and next(value) ~= nil then return nil end
  local list = json.array()
  for index = 1, #value do list[index] = or_null(kept(value[index], wanted[1])) end
  return list
end`,
  },
  event_reader: {
    needs: ['text'],
    lua: `--- Collects the events of a stream, and shows each as it comes: as a list, or joined to one text.
local function event_reader(context, options)
  local list, texts = json.array(), {}
  local function take(event)
    if event.data == "[DONE]" then return end
    local ok, value = pcall(json.parse, event.data, { null = json.null })
    if not ok then value = event.data end
    if options.part then value = options.part(value) end
    if value == nil or value == json.null then return end
    local shown = text(value)
    if options.joined then
      texts[#texts + 1] = shown
    else
      list[#list + 1] = options.part and value or { event = event.event, id = event.id, data = value }
      shown = shown .. "\\n"
    end
    context.emit(shown)
  end
  return {
    take = take,
    result = function() return options.joined and table.concat(texts) or list end,
  }
end`,
  },
};

const ORDER: readonly HelperName[] = [
  'text',
  'dig',
  'encoded',
  'path',
  'host_part',
  'base_url',
  'listed',
  'form',
  'header',
  'needed',
  'or_null',
  'hex_to_base64',
  'as_text',
  'beginning',
  'as_json',
  'as_file',
  'by_type',
  'picked',
  'kept',
  'event_reader',
];

/** Returns the Lua source of these helpers and of those they call. */
export function helpersSource(used: ReadonlySet<HelperName>): string {
  const all = new Set<HelperName>();
  const add = (name: HelperName): void => {
    HELPERS[name].needs?.forEach(add);
    all.add(name);
  };
  used.forEach(add);
  return ORDER.filter((name) => all.has(name))
    .map((name) => `${HELPERS[name].lua}\n\n`)
    .join('');
}
