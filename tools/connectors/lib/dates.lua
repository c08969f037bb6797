-- Parses dates as found on the web: all forms of ISO 8601, RFC 822 (e-mail, RSS), seconds since 1970.
local dates = {}

local MONTHS = { jan = 1, feb = 2, mar = 3, apr = 4, may = 5, jun = 6, jul = 7, aug = 8, sep = 9, oct = 10, nov = 11, dec = 12 }
-- Offset from UTC in hours.
local ZONES = { ut = 0, utc = 0, gmt = 0, z = 0, est = -5, edt = -4, cst = -6, cdt = -5, mst = -7, mdt = -6, pst = -8, pdt = -7 }

--- Days from 1970 to a Gregorian date.
local function days(year, month, day)
  if month <= 2 then year = year - 1 end
  local era = year // 400
  local year_of_era = year - era * 400
  local day_of_year = (153 * (month + (month > 2 and -3 or 9)) + 2) // 5 + day - 1
  return era * 146097 + year_of_era * 365 + year_of_era // 4 - year_of_era // 100 + day_of_year - 719468
end

local function offset(text)
  local zone = text:match("^%s*(.-)%s*$"):lower():gsub("%s*%b()$", "")
  if ZONES[zone] then return ZONES[zone] * 3600 end
  local sign, hours, minutes = zone:match("^([+-])(%d%d):?(%d?%d?)$")
  if not sign then return 0 end
  return (sign == "-" and -1 or 1) * (tonumber(hours) * 3600 + (tonumber(minutes) or 0) * 60)
end

local function seconds(year, month, day, hour, minute, second, zone)
  year, month, day = tonumber(year), tonumber(month), tonumber(day)
  hour, minute, second = tonumber(hour) or 0, tonumber(minute) or 0, tonumber(second) or 0
  if month < 1 or month > 12 or day < 1 or day > 31 or hour > 24 or minute > 59 or second > 60 then return nil end
  return days(year, month, day) * 86400 + hour * 3600 + minute * 60 + second - offset(zone or "")
end

--- Returns seconds since 1970; nil for an invalid date.
function dates.seconds(text)
  if type(text) == "number" then return math.floor(text) end
  if type(text) ~= "string" then return nil end
  local year, month, day, rest = text:match("^%s*(%d%d%d%d)%-(%d%d?)%-(%d%d?)(.*)$")
  if year then
    local hour, minute, more = rest:match("^[Tt ]%s*(%d%d?):(%d%d)(.*)$")
    local second, zone = (more or ""):match("^:(%d%d)[.,]?%d*(.*)$")
    return seconds(year, month, day, hour, minute, second, zone or more)
  end
  year, month = text:match("^%s*(%d%d%d%d)%-(%d%d)%s*$")
  if year then return seconds(year, month, 1) end
  year = text:match("^%s*(%d%d%d%d)%s*$")
  if year then return seconds(year, 1, 1) end
  local name
  day, name, year, rest = text:match("(%d%d?)[%s-]+(%a%a%a)%a*[%s-]+(%d%d%d?%d?)(.*)$")
  if not day then
    name, day, year, rest = text:match("(%a%a%a)%a*%s+(%d%d?),?%s+(%d%d%d%d)(.*)$")
  end
  month = name and MONTHS[name:lower()]
  if not month then return nil end
  if #year < 4 then year = tonumber(year) + (tonumber(year) < 50 and 2000 or 1900) end
  local hour, minute, more = rest:match("^[%s,T]*(%d%d?):(%d%d)(.*)$")
  local second, zone = (more or ""):match("^:(%d%d)(.*)$")
  return seconds(year, month, day, hour, minute, second, zone or more)
end

--- Returns `2026-01-31T12:00:00Z`; nil for an invalid date.
function dates.iso(text)
  local at = dates.seconds(text)
  return at and os.date("!%Y-%m-%dT%H:%M:%SZ", at)
end

--- Returns the later of two dates in ISO format; either may be nil.
function dates.later(one, other)
  local a, b = dates.seconds(one), dates.seconds(other)
  if not a or not b then return dates.iso(a or b) end
  return dates.iso(math.max(a, b))
end

return dates
