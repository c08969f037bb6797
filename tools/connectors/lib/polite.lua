-- Sends requests politely: retries a busy server later, and keeps to Perilune's request limit.
local polite = {}

--- Like http.get, but waits and retries where that helps. Raises the same errors.
function polite.get(url, options)
  local given = { retries = { count = 3, wait = 1, longest = 60 } }
  for key, value in pairs(options or {}) do given[key] = value end
  for attempt = 1, 3 do
    local fine, answer = pcall(http.get, url, given)
    if fine then return answer end
    -- A tool may send a limited number of requests a minute; the message says when the next one is allowed.
    local wait = tostring(answer):match("requests a minute.*wait (%d+) seconds")
    if not wait or attempt == 3 then error(answer, 0) end
    context.progress(0, "waiting " .. wait .. " seconds, not to ask too often")
    sleep(tonumber(wait))
  end
end

--- Returns the address in a Link header for `rel`, such as "next".
function polite.link(header, rel)
  for address, parameters in (header or ""):gmatch("<([^>]*)>([^<]*)") do
    if parameters:find('rel%s*=%s*"?' .. rel .. '"?') then return address end
  end
end

--- Returns the host of an address with its port, in lowercase.
function polite.host(url)
  return (url:match("^https?://([^/?#]+)") or ""):lower()
end

return polite
