-- Current weather and the next days, from Open-Meteo, which needs no key.

tool = {
  name = "weather_check",
  version = "1.0.1",
  description = "Gets the current weather and a forecast of up to 16 days for a city, or for a latitude and longitude.",
  tags = { "web", "weather" },
  hosts = { "api.open-meteo.com", "geocoding-api.open-meteo.com" },
  parameters = {
    { name = "city", type = "string", minLength = 2, description = "Name of the city, optionally with a country or region: Paris, Texas" },
    { name = "latitude", type = "number", minimum = -90, maximum = 90, description = "Degrees north; with longitude, replaces city" },
    { name = "longitude", type = "number", minimum = -180, maximum = 180, description = "Degrees east" },
    {
      name = "units", type = "string", default = "metric", enum = { "metric", "imperial" },
      description = "metric: °C, km/h, mm; imperial: °F, mph, inch",
    },
    { name = "days", type = "integer", default = 1, minimum = 1, maximum = 16, description = "Days of forecast, including today" },
  },
  returns = {
    { name = "place", type = "string", required = true, description = "Place that was found" },
    { name = "latitude", type = "number", required = true, description = "Degrees north" },
    { name = "longitude", type = "number", required = true, description = "Degrees east" },
    { name = "timezone", type = "string", description = "Time zone of the times" },
    {
      name = "units", type = "object", required = true, description = "Units of the numbers",
      properties = {
        { name = "temperature", type = "string", required = true },
        { name = "wind", type = "string", required = true },
        { name = "precipitation", type = "string", required = true },
      },
    },
    {
      name = "current", type = "object", required = true,
      description = "time, conditions, temperature, feels_like, humidity in percent, wind, precipitation",
    },
    {
      name = "forecast", type = "array", items = { type = "object" }, required = true,
      description = "A list of date, conditions, low, high, precipitation, rain_chance in percent, wind",
    },
    { name = "summary", type = "string", required = true, description = "Current weather in one sentence" },
  },
}

-- Weather codes of the World Meteorological Organization, as used by Open-Meteo.
local CONDITIONS = {
  [0] = "clear", [1] = "mostly clear", [2] = "partly cloudy", [3] = "overcast", [45] = "fog", [48] = "freezing fog",
  [51] = "light drizzle", [53] = "drizzle", [55] = "heavy drizzle", [56] = "light freezing drizzle", [57] = "freezing drizzle",
  [61] = "light rain", [63] = "rain", [65] = "heavy rain", [66] = "light freezing rain", [67] = "freezing rain",
  [71] = "light snow", [73] = "snow", [75] = "heavy snow", [77] = "snow grains", [80] = "light showers", [81] = "showers",
  [82] = "violent showers", [85] = "light snow showers", [86] = "snow showers", [95] = "thunderstorm",
  [96] = "thunderstorm with hail", [99] = "thunderstorm with heavy hail",
}

local UNITS = {
  metric = { temperature = "°C", wind = "km/h", precipitation = "mm" },
  imperial = { temperature = "°F", wind = "mph", precipitation = "inch" },
}
local ASKED_UNITS = {
  metric = {},
  imperial = { temperature_unit = "fahrenheit", wind_speed_unit = "mph", precipitation_unit = "inch" },
}

local function is_filled(value)
  return type(value) == "string" and value ~= ""
end

local function ask(url, params)
  local answer = http.get(url, { params = params, retries = 2 })
  local told = type(answer.json) == "table" and answer.json or nil
  if answer.status == 429 then
    local after = answer.headers["retry-after"]
    error("the weather service wants a pause; call again " .. (after and "in " .. after .. " seconds" or "later"))
  end
  if not answer.ok then
    local reason = told and type(told.reason) == "string" and ": " .. told.reason or ""
    error("the weather service returned " .. answer.status .. reason)
  end
  if not told then error("the weather service answered with something that is not JSON; call again later") end
  return told
end

local function names(place)
  local list = {}
  for _, field in ipairs { "name", "admin1", "admin2", "country" } do
    local value = place[field]
    if type(value) == "string" and value ~= "" and value ~= list[#list] then list[#list + 1] = value end
  end
  return list
end

--- Whether the region or country matches the caller's text.
local function lies_in(place, region)
  if region == "" then return true end
  for _, field in ipairs { "country", "country_code", "admin1", "admin2" } do
    if type(place[field]) == "string" and place[field]:lower() == region then return true end
  end
  return false
end

local function find(city, url)
  local name, region = city:match("^%s*(.-)%s*,%s*(.-)%s*$")
  name, region = name or city, (region or ""):lower()
  local found = ask(url .. "/v1/search", { name = name, count = 10, language = "en", format = "json" })
  for _, place in ipairs(found.results or {}) do
    if lies_in(place, region) then return place.latitude, place.longitude, table.concat(names(place), ", ") end
  end
  error("no place called '" .. city .. "' was found; spell it differently, or give latitude and longitude")
end

--- Returns the value if it is a number: the service may leave it out.
local function number(value)
  return type(value) == "number" and value or nil
end

function tool.execute(params, context)
  local config = context.config
  local own = is_filled(config.base_url) and config.base_url:gsub("/+$", "") or nil
  local places = is_filled(config.geocoding_url) and config.geocoding_url:gsub("/+$", "") or own
  local latitude, longitude, place = params.latitude, params.longitude, nil
  if params.city then
    latitude, longitude, place = find(params.city, places or "https://geocoding-api.open-meteo.com")
  elseif not (latitude and longitude) then
    error("give a city, or latitude and longitude")
  end
  local asked = {
    latitude = latitude, longitude = longitude, timezone = "auto", forecast_days = params.days,
    current = "temperature_2m,apparent_temperature,relative_humidity_2m,precipitation,weather_code,wind_speed_10m",
    daily = "weather_code,temperature_2m_max,temperature_2m_min,precipitation_sum,precipitation_probability_max,wind_speed_10m_max",
  }
  for name, value in pairs(ASKED_UNITS[params.units]) do asked[name] = value end
  local told = ask((own or "https://api.open-meteo.com") .. "/v1/forecast", asked)
  local now, daily, units = told.current, told.daily, UNITS[params.units]
  if type(now) ~= "table" or type(daily) ~= "table" or type(daily.time) ~= "table" then
    error("the weather service left the weather out of its answer; call again later")
  end
  local forecast = json.array()
  for day, date in ipairs(daily.time) do
    local function of(field)
      return type(daily[field]) == "table" and number(daily[field][day]) or nil
    end
    forecast[day] = {
      date = date, conditions = CONDITIONS[of("weather_code")] or "unknown",
      low = of("temperature_2m_min"), high = of("temperature_2m_max"), wind = of("wind_speed_10m_max"),
      precipitation = of("precipitation_sum"), rain_chance = of("precipitation_probability_max"),
    }
  end
  place = place or string.format("%.2f, %.2f", latitude, longitude)
  local conditions, temperature = CONDITIONS[number(now.weather_code)] or "unknown", number(now.temperature_2m)
  return {
    place = place, latitude = latitude, longitude = longitude, units = units,
    timezone = type(told.timezone) == "string" and told.timezone or nil,
    current = {
      time = now.time, conditions = conditions, temperature = temperature, feels_like = number(now.apparent_temperature),
      humidity = number(now.relative_humidity_2m), wind = number(now.wind_speed_10m), precipitation = number(now.precipitation),
    },
    forecast = forecast,
    summary = place .. ": " .. conditions .. (temperature and ", " .. temperature .. " " .. units.temperature or ""),
  }
end
