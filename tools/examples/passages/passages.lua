-- Searches the documents, like an answer in the chat.
tool = {
  name = "passages",
  version = "1.0.0",
  description = "Finds the passages of your documents that fit a question, with their titles.",
  tags = { "documents" },
  parameters = {
    { name = "question", required = true, minLength = 1, description = "What to look for" },
    { name = "limit", type = "integer", default = 3, minimum = 1, maximum = 10, description = "How many passages" },
  },
}

function tool.execute(params, context)
  local found = context.search(params.question, { limit = params.limit })
  -- An empty table could be a list or an object: json.array makes it a list.
  local answer = json.array()
  for _, passage in ipairs(found) do
    answer[#answer + 1] = { title = passage.title or passage.source_id, text = passage.snippet }
  end
  return answer
end
