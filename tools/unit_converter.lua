-- Converts between units of one kind through a base unit. Factors are exact if the unit is defined that way.

tool = {
  name = "unit_converter",
  version = "1.0.1",
  description = "Converts between units of length, area, volume, mass, time, speed, temperature, data, "
    .. "energy, power, pressure and angle.",
  tags = { "math" },
  parameters = {
    { name = "value", type = "number", required = true, description = "Number to convert" },
    { name = "from", type = "string", required = true, description = "Current unit, such as km, miles or °F" },
    { name = "to", type = "string", required = true, description = "Target unit, such as m, feet or °C" },
  },
}

-- kind = { { factor to the base unit, symbol, other names … } … }
local KINDS = {
  length = {
    { 1, "m", "metre", "meter" }, { 1000, "km", "kilometre", "kilometer" }, { 0.01, "cm", "centimetre", "centimeter" },
    { 0.001, "mm", "millimetre", "millimeter" }, { 1e-6, "µm", "um", "micrometre", "micrometer", "micron" },
    { 1e-9, "nm", "nanometre", "nanometer" }, { 0.0254, "in", "inch", "inche" }, { 0.3048, "ft", "foot", "feet" },
    { 0.9144, "yd", "yard" }, { 1609.344, "mi", "mile" }, { 1852, "nmi", "nautical mile" },
    { 9460730472580800, "ly", "light year" },
  },
  area = {
    { 1, "m²", "m2", "sqm", "square metre", "square meter" }, { 1e6, "km²", "km2", "square kilometre", "square kilometer" },
    { 1e-4, "cm²", "cm2", "square centimetre", "square centimeter" }, { 1e4, "ha", "hectare" },
    { 4046.8564224, "ac", "acre" }, { 0.09290304, "ft²", "ft2", "sqft", "square foot", "square feet" },
    { 2589988.110336, "mi²", "mi2", "square mile" },
  },
  volume = {
    { 1, "l", "litre", "liter" }, { 0.001, "ml", "millilitre", "milliliter" }, { 0.01, "cl", "centilitre", "centiliter" },
    { 0.1, "dl", "decilitre", "deciliter" }, { 1000, "m³", "m3", "cubic metre", "cubic meter" },
    { 3.785411784, "gal", "gallon", "us gallon" }, { 4.54609, "imp gal", "imperial gallon", "uk gallon" },
    { 0.946352946, "qt", "quart" }, { 0.473176473, "pt", "pint" }, { 0.2365882365, "cup", "cup" },
    { 0.0295735295625, "fl oz", "fluid ounce" }, { 0.01478676478125, "tbsp", "tablespoon" },
    { 0.00492892159375, "tsp", "teaspoon" },
  },
  mass = {
    { 1, "kg", "kilogram", "kilogramme", "kilo" }, { 0.001, "g", "gram", "gramme" }, { 1e-6, "mg", "milligram" },
    { 1000, "t", "tonne", "metric ton" }, { 0.45359237, "lb", "pound", "lbs" }, { 0.028349523125, "oz", "ounce" },
    { 6.35029318, "st", "stone" }, { 907.18474, "short ton", "us ton" },
  },
  time = {
    { 1, "s", "sec", "second" }, { 0.001, "ms", "millisecond" }, { 60, "min", "minute" }, { 3600, "h", "hr", "hour" },
    { 86400, "d", "day" }, { 604800, "wk", "week" }, { 31557600, "yr", "year" },
  },
  speed = {
    { 1, "m/s", "metre per second", "meter per second" },
    { 1 / 3.6, "km/h", "kmh", "kph", "kilometre per hour", "kilometer per hour" },
    { 0.44704, "mph", "mi/h", "mile per hour" }, { 1852 / 3600, "kn", "knot" }, { 0.3048, "ft/s", "foot per second" },
  },
  data = {
    { 1, "B", "byte" }, { 0.125, "bit", "bit" }, { 1e3, "kB", "kilobyte" }, { 1e6, "MB", "megabyte" },
    { 1e9, "GB", "gigabyte" }, { 1e12, "TB", "terabyte" }, { 1024, "KiB", "kibibyte" }, { 1048576, "MiB", "mebibyte" },
    { 1073741824, "GiB", "gibibyte" }, { 1099511627776, "TiB", "tebibyte" }, { 125000, "Mbit", "megabit" },
    { 125000000, "Gbit", "gigabit" },
  },
  energy = {
    { 1, "J", "joule" }, { 1000, "kJ", "kilojoule" }, { 4.184, "cal", "calorie" }, { 4184, "kcal", "kilocalorie" },
    { 3600, "Wh", "watt hour" }, { 3600000, "kWh", "kilowatt hour" }, { 1055.05585262, "BTU", "british thermal unit" },
  },
  power = { { 1, "W", "watt" }, { 1000, "kW", "kilowatt" }, { 1e6, "MW", "megawatt" }, { 745.6998715822702, "hp", "horsepower" } },
  pressure = {
    { 1, "Pa", "pascal" }, { 1000, "kPa", "kilopascal" }, { 100, "hPa", "hectopascal" }, { 100000, "bar", "bar" },
    { 100, "mbar", "millibar" }, { 101325, "atm", "atmosphere" }, { 6894.757293168361, "psi", "psi" },
    { 133.322387415, "mmHg", "mmhg" },
  },
  angle = { { 1, "rad", "radian" }, { math.pi / 180, "°", "deg", "degree" } },
}

local TEMPERATURES = {
  c = "°C", celsius = "°C", f = "°F", fahrenheit = "°F", k = "K", kelvin = "K",
}

local by_symbol, by_name = {}, {}
for kind, units in pairs(KINDS) do
  for _, unit in ipairs(units) do
    local known = { kind = kind, factor = unit[1], symbol = unit[2] }
    by_symbol[unit[2]] = known
    for i = 2, #unit do
      by_name[unit[i]:lower()] = by_name[unit[i]:lower()] or known
    end
  end
end

local function clean(text) return (text:gsub("^%s+", ""):gsub("[%s%.]+$", ""):gsub("%s+", " ")) end

local function temperature(text)
  local word = clean(text):lower():gsub("°%s*", ""):gsub("^degrees? ", "")
  return TEMPERATURES[word]
end

--- Tries the exact spelling first, since MB is not Mb; then lowercase, singular, and "per" for the slash.
local function find(text)
  local written = clean(text)
  local name = written:lower()
  local found = by_symbol[written] or by_name[name] or by_name[name:gsub("s$", "")]
  if not found then
    -- In "miles per hour" or "square miles", the plural is in the middle or at the end.
    found = by_name[(name:gsub("(%a%a%a)s%f[%A]", "%1"))] or by_name[(name:gsub("feet", "foot"))]
  end
  return found or error("'" .. text .. "' is not a unit that is known here")
end

local TO_KELVIN = {
  ["°C"] = function(x) return x + 273.15 end,
  ["°F"] = function(x) return (x + 459.67) * 5 / 9 end,
  K = function(x) return x end,
}
local FROM_KELVIN = {
  ["°C"] = function(x) return x - 273.15 end,
  ["°F"] = function(x) return x * 9 / 5 - 459.67 end,
  K = function(x) return x end,
}

--- Ten digits: more would show floating-point errors.
local function tidy(value)
  local rounded = tonumber(string.format("%.10g", value))
  return math.tointeger(rounded) or rounded
end

local function answer(value, from, result, to)
  result = tidy(result)
  local function shown(number, symbol) return string.format("%.10g", number) .. " " .. symbol end
  return { value = tidy(value), from = from, result = result, to = to, text = shown(value, from) .. " = " .. shown(result, to) }
end

function tool.execute(params)
  local value = params.value + 0.0
  local from, to = temperature(params.from), temperature(params.to)
  if from and to then
    local kelvin = TO_KELVIN[from](value)
    if kelvin < -1e-9 then error("nothing is colder than absolute zero, -273.15 °C") end
    return answer(value, from, FROM_KELVIN[to](kelvin), to)
  end
  local source, target = find(params.from), find(params.to)
  if source.kind ~= target.kind then
    error(source.symbol .. " measures " .. source.kind .. " and " .. target.symbol .. " measures " .. target.kind)
  end
  return answer(value, source.symbol, value * source.factor / target.factor, target.symbol)
end
