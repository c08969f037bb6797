-- Finds a line in the tool's own files and changes only that line. Writing asks for approval unless it is granted.
tool = {
  name = "mark_done",
  version = "1.0.0",
  description = "Marks a task in the tool's files as done.",
  tags = { "files" },
  parameters = {
    { name = "task", required = true, minLength = 1, description = "Words of the task" },
  },
}

function tool.execute(params)
  local found = fs.search(params.task)[1]
  if not found then return "No task contains these words." end
  local done = "[done] " .. found.text
  fs.patch(found.path, string.format("@@ -%d +%d @@\n-%s\n+%s\n", found.line, found.line, found.text, done))
  return done
end
