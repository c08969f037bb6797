-- Creates, replaces, changes and deletes something on a server, as most APIs do it.
tool = {
  name = "remote_note",
  version = "1.0.0",
  description = "Keeps notes on a server: creates, replaces, renames or deletes one.",
  tags = { "web" },
  approve = true,
  parameters = {
    { name = "act", required = true, enum = { "create", "replace", "rename", "delete" }, description = "What to do" },
    { name = "id", type = "integer", description = "Id of the note; leave it out for a new one" },
    { name = "title", description = "Its title" },
    { name = "text", description = "Its text" },
  },
}

function tool.execute(params, context)
  local base = context.config.base_url or error("set base_url in the settings to the address of the notes")
  local function one()
    return base .. "/" .. (params.id or error("say which note, by its id"))
  end
  local answer
  if params.act == "create" then
    answer = http.post(base, { title = params.title, text = params.text })
  elseif params.act == "replace" then
    answer = http.put(one(), { title = params.title, text = params.text })
  elseif params.act == "rename" then
    answer = http.patch(one(), { title = params.title })
  else
    answer = http.delete(one())
  end
  if not answer.ok then error("the server answered " .. answer.status) end
  return answer.json or "done"
end
