-- Computes with dates as day numbers: no clock except for "today" and "now", no time zones, always the Gregorian calendar.

tool = {
  name = "date_calculator",
  version = "1.2.0",
  description = "Finds the weekday of a date, counts the time between two dates, adds days, weeks, months or years to a date, or tells the time of day.",
  tags = { "time" },
  parameters = {
    {
      name = "date",
      type = "string",
      default = "today",
      description = "Start date: YYYY-MM-DD, today, tomorrow or yesterday; now also tells the time of day",
    },
    { name = "to", type = "string", description = "End date, to count the time between the two" },
    { name = "add", type = "integer", minimum = -1000000, maximum = 1000000, description = "Number of units to add; negative to subtract" },
    {
      name = "unit",
      type = "string",
      enum = { "days", "weeks", "months", "years" },
      default = "days",
      description = "Unit to add or count",
    },
  },
}

local WEEKDAYS = { "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday" }
local MONTHS = {
  "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December",
}
local LENGTHS = { 31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31 }

local function is_leap(year) return year % 4 == 0 and (year % 100 ~= 0 or year % 400 == 0) end

local function month_length(year, month)
  return month == 2 and is_leap(year) and 29 or LENGTHS[month]
end

--- Days since 1 March of year 0, so that the leap day is the last day of its year.
local function to_number(year, month, day)
  local y = month <= 2 and year - 1 or year
  local m = (month + 9) % 12
  return 365 * y + y // 4 - y // 100 + y // 400 + (153 * m + 2) // 5 + day - 1
end

local function from_number(number)
  local era = number // 146097
  local rest = number % 146097
  local y = (rest - rest // 1460 + rest // 36524 - rest // 146096) // 365
  local of_year = rest - (365 * y + y // 4 - y // 100)
  local m = (5 * of_year + 2) // 153
  local day = of_year - (153 * m + 2) // 5 + 1
  local month = (m + 2) % 12 + 1
  return era * 400 + y + (month <= 2 and 1 or 0), month, day
end

local SHIFTS = { today = 0, now = 0, tomorrow = 1, yesterday = -1 }

local function read(text)
  local word = text:lower():match("^%s*(%a+)%s*$")
  if word and SHIFTS[word] then
    local now = os.date("*t")
    return to_number(now.year, now.month, now.day) + SHIFTS[word]
  end
  local year, month, day = text:match("^%s*(%d%d%d%d)-(%d%d?)-(%d%d?)%s*$")
  year, month, day = math.tointeger(year), math.tointeger(month), math.tointeger(day)
  if not year then error("'" .. text .. "' is not a date; write it as YYYY-MM-DD") end
  if month < 1 or month > 12 or day < 1 or day > month_length(year, month) then
    error("there is no day " .. text .. " in the calendar")
  end
  return to_number(year, month, day)
end

local function iso(number) return string.format("%04d-%02d-%02d", from_number(number)) end

local function weekday(number) return WEEKDAYS[(number + 2) % 7 + 1] end

local function spoken(number)
  local year, month, day = from_number(number)
  return weekday(number) .. ", " .. day .. " " .. MONTHS[month] .. " " .. year
end

--- A day that a shorter month lacks becomes that month's last day.
local function add_months(number, count)
  local year, month, day = from_number(number)
  local months = year * 12 + month - 1 + count
  year, month = months // 12, months % 12 + 1
  return to_number(year, month, math.min(day, month_length(year, month)))
end

--- Returns the whole months from the earlier to the later day.
local function months_between(first, last)
  local year, month = from_number(first)
  local to_year, to_month = from_number(last)
  local count = (to_year - year) * 12 + to_month - month
  return add_months(first, count) > last and count - 1 or count
end

local function counted(count, unit)
  return count .. " " .. (count == 1 and unit:sub(1, -2) or unit)
end

local function between(first, last, unit)
  local days = last - first
  local early, late = math.min(first, last), math.max(first, last)
  local whole, rest = late - early, 0
  if unit == "weeks" then
    whole, rest = whole // 7, whole % 7
  elseif unit ~= "days" then
    local months = months_between(early, late)
    whole = unit == "years" and months // 12 or months
    rest = late - add_months(early, unit == "years" and whole * 12 or whole)
  end
  local said, span = counted(whole, unit), { [unit] = whole }
  if rest > 0 then
    said = said .. " and " .. counted(rest, "days")
    span.days = rest
  end
  return {
    from = iso(first),
    to = iso(last),
    days = days,
    span = span,
    text = said .. " from " .. spoken(early) .. " to " .. spoken(late),
  }
end

--- The time of day on the clock of this device.
local function clock()
  local now = os.date("*t")
  local time = string.format("%02d:%02d", now.hour, now.min)
  local today = to_number(now.year, now.month, now.day)
  return { date = iso(today), weekday = weekday(today), time = time, text = time .. " on " .. spoken(today) }
end

function tool.execute(params)
  if params.date:match("^%s*[nN][oO][wW]%s*$") and not params.to and not params.add then return clock() end
  local first = read(params.date)
  if params.to then return between(first, read(params.to), params.unit) end
  local add = params.add or 0
  local number = first
  if params.unit == "days" then
    number = first + add
  elseif params.unit == "weeks" then
    number = first + 7 * add
  else
    number = add_months(first, params.unit == "years" and 12 * add or add)
  end
  local year = from_number(number)
  if year < 1 or year > 9999 then error("the year " .. year .. " is outside of 1 to 9999") end
  return { date = iso(number), weekday = weekday(number), text = spoken(number) }
end
