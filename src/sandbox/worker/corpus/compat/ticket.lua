-- Opens a ticket: config it cannot do without, a search that enriches, base64 for the login, a JSON body, an error as data.
tool = {
  description = "Open a ticket and link what is known about it",
  parameters = {
    { name = "title", type = "string", required = true },
    { name = "body", type = "string", required = true },
    { name = "priority", type = "string", enum = { "Low", "Medium", "High" }, default = "Medium" },
    { name = "enrich", type = "boolean", default = true },
  },
}

local function related(context, title)
  local lines = {}
  for _, hit in ipairs(context.search(title, { mode = "hybrid", limit = 2 })) do
    lines[#lines + 1] = string.format("- %s (%s)", hit.title or hit.source_id, hit.source_url or "no link")
  end
  return #lines > 0 and "\n\nRelated:\n" .. table.concat(lines, "\n") or ""
end

function tool.execute(params, context)
  local config = context.config
  local text = params.body
  if params.enrich then text = text .. related(context, params.title) end
  if not config.url or not config.email or not config.api_token then
    return { success = false, error = "Missing config: url, email and api_token are required", preview = text:sub(1, 20) }
  end
  local resp = http.post(config.url .. "/rest/issue", json.encode({
    fields = { summary = params.title, description = text, priority = { name = params.priority } },
  }), {
    headers = {
      ["Content-Type"] = "application/json",
      ["Authorization"] = "Basic " .. base64.encode(config.email .. ":" .. config.api_token),
    },
    timeout = 10,
  })
  if not resp.ok then
    log.error("the tracker said " .. resp.status)
    return { success = false, error = "HTTP " .. resp.status .. ": " .. resp.body }
  end
  return { success = true, key = resp.json.key }
end
