-- Lists the sources of the documents, with the number of documents in each.
tool = {
  name = "shelves",
  version = "1.0.0",
  description = "Lists the number of documents in each source of the library, largest first.",
  tags = { "documents" },
  parameters = {},
}

function tool.execute(_, context)
  local sources = context.sources()
  table.sort(sources, function(a, b) return a.documents > b.documents end)
  local lines = {}
  for _, source in ipairs(sources) do
    lines[#lines + 1] = source.name .. ": " .. source.documents
  end
  if #lines == 0 then return "The library is empty." end
  return table.concat(lines, "\n")
end
