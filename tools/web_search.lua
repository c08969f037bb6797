-- Searches the web with the user's service: SearXNG, Tavily, Jina, or Brave behind their own proxy.

tool = {
  name = "web_search",
  version = "1.0.1",
  description = "Searches the web with the service set up in the settings. Returns titles, addresses and excerpts for citation. "
    .. "Use read_page to read a whole page.",
  tags = { "web" },
  parameters = {
    { name = "query", type = "string", required = true, minLength = 1, maxLength = 400, description = "Search terms" },
    { name = "limit", type = "integer", default = 6, minimum = 1, maximum = 20, description = "Maximum number of pages" },
  },
  returns = {
    { name = "query", type = "string", required = true, description = "Search terms that were used" },
    {
      name = "results", type = "array", items = { type = "object" }, required = true,
      description = "A list of id, title, source_url, source, snippet and updated_at",
    },
  },
}

-- Maximum characters of a short text.
local SNIPPET = 500

--- Returns a text of the config or response if it is set; a secret without a value reads as "".
local function filled(value)
  return type(value) == "string" and value:find("%S") and value or nil
end

local function bearer(key)
  return key and { authorization = "Bearer " .. key } or nil
end

-- Each service's address, request format and result fields.
local SERVICES = {
  searxng = {
    name = "SearXNG",
    ask = function(address, key, query)
      return http.get(address .. "/search", { params = { q = query, format = "json" }, headers = bearer(key), retries = 1 })
    end,
    pages = function(told) return told.results end,
    text = "content", date = "publishedDate",
    forbidden = "allow the format json in its settings.yml (search.formats)",
  },
  tavily = {
    name = "Tavily", address = "https://api.tavily.com", needs_key = true,
    ask = function(address, key, query, limit)
      return http.post(address .. "/search", { query = query, max_results = limit }, { headers = bearer(key) })
    end,
    pages = function(told) return told.results end,
    text = "content", date = "published_date",
  },
  jina = {
    name = "Jina", address = "https://s.jina.ai", needs_key = true,
    ask = function(address, key, query)
      local headers = bearer(key)
      headers.accept, headers["x-respond-with"] = "application/json", "no-content"
      return http.get(address .. "/", { params = { q = query }, headers = headers, retries = 1 })
    end,
    pages = function(told) return told.data end,
    text = "description", date = "date",
  },
  brave = {
    name = "Brave",
    ask = function(address, key, query, limit)
      local headers = key and { ["x-subscription-token"] = key } or nil
      local asked = { q = query, count = limit, text_decorations = "false" }
      return http.get(address .. "/res/v1/web/search", { params = asked, headers = headers, retries = 1 })
    end,
    pages = function(told) return type(told.web) == "table" and told.web.results or {} end,
    text = "description", date = "page_age",
  },
}

local SET_UP = "choose it in Settings, Web"

local function refusal(service, answer)
  if answer.status == 401 or (answer.status == 403 and not service.forbidden) then
    return service.name .. " does not take the key; check it in Settings, Web"
  elseif answer.status == 403 then
    return service.name .. " refuses the search: " .. service.forbidden
  elseif answer.status == 429 then
    local after = answer.headers["retry-after"]
    return service.name .. " wants a pause; search again " .. (after and "in " .. after .. " seconds" or "later")
  end
  return service.name .. " answered with status " .. answer.status .. "; check its address in Settings, Web"
end

--- Returns the beginning of a text without tags and without splitting a character.
local function short(text)
  local plain = text:gsub("<[^>]*>", ""):gsub("%s+", " ")
  return plain:sub(1, (utf8.offset(plain, SNIPPET + 1) or #plain + 1) - 1)
end

--- Returns the results in citation format, without those that have no web address.
local function result_of(page, service)
  local url = type(page) == "table" and filled(page.url)
  if not (url and url:find("^https?://")) then return nil end
  local host = url:match("^%a+://([^/?#]+)"):gsub("^.*@", "")
  local text = filled(page[service.text])
  return {
    id = url, source_url = url, source = host,
    title = short(filled(page.title) or url), snippet = text and utf8.len(text) and short(text) or "",
    updated_at = filled(page[service.date]),
  }
end

function tool.execute(params, context)
  local config = context.config
  local service = SERVICES[config.engine]
  if not service then error("no search service is set up; " .. SET_UP, 0) end
  local address, key = filled(config.address) or service.address, filled(config.key)
  if not address then error(service.name .. " needs an address; " .. SET_UP, 0) end
  if service.needs_key and not key then error(service.name .. " needs a key; " .. SET_UP, 0) end
  local answer = service.ask(address:gsub("/+$", ""), key, params.query, params.limit)
  if not answer.ok then error(refusal(service, answer), 0) end
  local pages = type(answer.json) == "table" and service.pages(answer.json) or nil
  if type(pages) ~= "table" then error(service.name .. " answered with something else than results; check its address in Settings, Web", 0) end
  local results = json.array()
  for _, page in ipairs(pages) do
    if #results == params.limit then break end
    results[#results + 1] = result_of(page, service)
  end
  return { query = params.query, results = results }
end
