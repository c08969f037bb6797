-- Reads the best matching document completely.
tool = {
  name = "reading",
  version = "1.0.0",
  description = "Opens the document that fits a question best and estimates its reading time.",
  tags = { "documents" },
  parameters = {
    { name = "question", required = true, minLength = 1, description = "What the document is about" },
    { name = "speed", type = "integer", default = 220, minimum = 50, description = "Words per minute" },
  },
}

function tool.execute(params, context)
  local best = context.search(params.question, { limit = 1 })[1]
  if not best then error("no document is about " .. params.question) end
  local document = context.get(best.id)
  local _, words = document.body:gsub("%S+", "")
  return {
    title = document.title or document.source_id,
    words = words,
    minutes = math.ceil(words / params.speed),
    parts = #document.chunks,
  }
end
