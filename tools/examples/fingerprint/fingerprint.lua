-- Hashes, and cryptographically secure random bytes.
tool = {
  name = "fingerprint",
  version = "1.0.0",
  description = "Hashes a text with SHA-256, or creates a new id or password.",
  tags = { "text" },
  parameters = {
    { name = "make", required = true, enum = { "sha256", "uuid", "password" }, description = "What to make" },
    { name = "text", default = "", description = "The text to hash" },
  },
}

function tool.execute(params)
  if params.make == "sha256" then return crypto.sha256(params.text) end
  if params.make == "uuid" then return crypto.uuid() end
  -- 15 random bytes are 20 characters in Base64.
  return base64.encode(crypto.random(15))
end
