-- Signs a message with a secret, like a webhook, so that the receiver can verify its origin.
tool = {
  name = "signature",
  version = "1.0.0",
  description = "Signs a text with your key (HMAC-SHA256), in hexadecimal or Base64.",
  tags = { "secrets", "text" },
  parameters = {
    { name = "text", required = true, description = "The text to sign" },
    { name = "form", enum = { "hex", "base64" }, default = "hex", description = "Encoding of the signature" },
  },
}

local function bytes_of(hex)
  return (hex:gsub("%x%x", function(pair) return string.char(tonumber(pair, 16)) end))
end

function tool.execute(params)
  local key = env.get("key") or error("set key in the settings to a secret, such as ${SIGNING_KEY}")
  local hex = crypto.hmac_sha256(key, params.text)
  if params.form == "hex" then return hex end
  local text = base64.encode(bytes_of(hex))
  assert(base64.decode(text) == bytes_of(hex))
  return text
end
