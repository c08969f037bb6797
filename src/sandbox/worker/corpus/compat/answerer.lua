-- Searches with one table of everything and reads whole documents with their metadata.
tool = { parameters = { { name = "question", type = "string", required = true } } }

function tool.execute(params, context)
  local hits = context.search({ query = params.question, mode = "keyword", limit = 5, filters = { source = "blog", since = "2024-01-01" } })
  local best = {}
  for i, hit in ipairs(hits) do
    if i > 2 then break end
    local doc = context.get(hit.id)
    best[#best + 1] = {
      title = doc.title,
      opening = doc.body:match("^[^\n]*"),
      section = doc.chunks[1] and doc.chunks[1].heading,
      author = doc.metadata and doc.metadata.author,
      words = select(2, doc.body:gsub("%S+", "")),
    }
  end
  return best
end
