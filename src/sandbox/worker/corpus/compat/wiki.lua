-- A connector with a cursor in a POST body, metadata as a table, dates from os.date, and a pause between pages.
connector = { name = "wiki", config = { space = "string" } }

local function plain(html)
  return (html:gsub("<br%s*/?>", "\n"):gsub("<[^>]+>", ""):gsub("&amp;", "&"):gsub("^%s+", ""):gsub("%s+$", ""))
end

function connector.scan(config)
  local items, cursor = {}, nil
  repeat
    local resp = http.post("https://wiki.example/search", json.encode({ space = config.space, cursor = cursor }), {
      headers = { Authorization = "Basic " .. base64.encode((config.user or "") .. ":" .. (env.get("WIKI_TOKEN") or "")) },
    })
    local page = json.decode(resp.body)
    for _, entry in ipairs(page.results) do
      items[#items + 1] = {
        source_id = entry.id,
        title = entry.title,
        body = plain(entry.html),
        content_type = "text/plain",
        metadata = { space = config.space, labels = entry.labels, tags = {} },
        updated_at = os.date("!%Y-%m-%dT%H:%M:%SZ", math.floor(tonumber(entry.ts))),
      }
    end
    cursor = page.next_cursor
    sleep(0.001)
  until not cursor
  return items
end
