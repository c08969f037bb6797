-- A tool of the plainest kind: parameters with defaults, a search on demand, the sources, its config, the log.
tool = {
  name = "parrot",
  version = "1.0.0",
  description = "Says what it was told, and shows what it can reach",
  parameters = {
    { name = "message", type = "string", required = true, description = "What to say" },
    { name = "search", type = "boolean", required = false, default = false },
    { name = "limit", type = "integer", required = false, default = 3 },
  },
}

function tool.execute(params, context)
  log.info("told: " .. params.message)
  local found = {}
  if params.search then
    for i, hit in ipairs(context.search(params.message, { mode = "keyword", limit = params.limit })) do
      found[i] = { id = hit.id, title = hit.title or "(untitled)", score = hit.score }
    end
  end
  local names = {}
  for _, source in ipairs(context.sources()) do
    table.insert(names, source.name .. (source.healthy and "" or " (ill)"))
  end
  return {
    echo = (context.config.prefix or "Parrot: ") .. params.message,
    params = params,
    found = found,
    sources = names,
  }
end
