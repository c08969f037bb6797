-- Keeps a list in a file of the tool's own folder. Writing asks for approval unless it is granted.
tool = {
  name = "shopping_list",
  version = "1.0.0",
  description = "Keeps a shopping list: adds to it, shows it, or starts a new one.",
  tags = { "files" },
  parameters = {
    { name = "add", description = "What to put on the list" },
    { name = "clear", type = "boolean", default = false, description = "Starts a new list first" },
  },
}

local FILE = "list.txt"

local function exists()
  return #fs.list("", FILE) > 0
end

function tool.execute(params)
  if params.clear and exists() then fs.delete(FILE) end
  local text = exists() and fs.read(FILE) or ""
  if params.add then
    text = text .. params.add .. "\n"
    fs.write(FILE, text)
  end
  local items = json.array()
  for line in text:gmatch("[^\n]+") do items[#items + 1] = line end
  return items
end
