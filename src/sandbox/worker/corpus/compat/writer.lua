-- Builds a prompt from what it finds: string work of every common kind.
tool = { parameters = { { name = "topic", required = true } } }

local TEMPLATE = [[
# {title}

{context}]]

function tool.execute(params, context)
  local ok, hits = pcall(context.search, params.topic, { mode = "hybrid", limit = 4 })
  local parts = {}
  for i, hit in ipairs(ok and hits or {}) do
    parts[#parts + 1] = ("[%d] %s\n%s"):format(i, hit.title or "Untitled", hit.snippet:gsub("%s+", " "):sub(1, 40))
  end
  local fields = { title = params.topic:gsub("^%l", string.upper), context = table.concat(parts, "\n\n") }
  return { system = (TEMPLATE:gsub("{(%w+)}", fields)), found = #parts, searched = ok }
end
