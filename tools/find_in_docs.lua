-- Searches the library. Results contain what a citation needs: document, passage and position.

tool = {
  name = "find_in_docs",
  version = "1.0.2",
  description = "Searches the documents in the library and returns the best passages, each with its document's id, "
    .. "title and heading for citation.",
  tags = { "library" },
  parameters = {
    { name = "query", type = "string", required = true, minLength = 1, description = "Search terms" },
    { name = "limit", type = "integer", default = 5, minimum = 1, maximum = 20, description = "Maximum number of passages" },
    { name = "source", type = "string", description = "Search only this source; see context.sources()" },
  },
}

function tool.execute(params, context)
  local hits = context.search(params.query, { limit = params.limit, source = params.source })
  local results = json.array()
  for i, hit in ipairs(hits) do
    results[i] = {
      id = hit.id,
      title = hit.title,
      heading = hit.heading,
      snippet = hit.snippet,
      chunk = hit.chunk,
      score = hit.score,
      source = hit.source,
      source_url = hit.source_url,
    }
  end
  if #results == 0 then log.info("nothing found for '" .. params.query .. "'") end
  return { query = params.query, results = results }
end
