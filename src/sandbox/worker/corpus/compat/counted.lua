-- A connector without network: counts, with numbers that come as text.
connector = { name = "counted" }

function connector.scan(config)
  local items = {}
  for i = 1, tonumber(config.count or "1") do
    items[i] = { source_id = config.prefix .. "-" .. i, body = "Item " .. i, title = "Number " .. i }
  end
  log.info("made " .. #items)
  return items
end
