-- Posts a message and reads the answer with json.decode, as many published scripts do.
tool = {
  description = "Post to a channel",
  parameters = {
    { name = "channel", required = true },
    { name = "text", type = "string", required = true },
    { name = "labels", type = "array", required = false },
  },
}

function tool.execute(params, context)
  local payload = { channel = params.channel, text = params.text, labels = params.labels or {} }
  local response = http.post("https://chat.example/post", json.encode(payload), { headers = { Authorization = "Bearer " .. (context.config.token or "") } })
  local answer = json.decode(response.body)
  if not answer.ok then error("posting failed: " .. (answer.error or "unknown")) end
  return { posted = true, at = answer.ts, labels = payload.labels }
end
