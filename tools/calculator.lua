-- Evaluates an arithmetic expression by parsing it. It never uses `load`, which could run any code.

tool = {
  name = "calculator",
  version = "1.0.2",
  description = "Evaluates an arithmetic expression, such as 0.19 * (250 + 99.5). Supports + - * / %, powers with ^, pi and e, "
    .. "and functions: abs, ceil, exp, floor, ln, log, log10, max, min, round, sqrt, sin, cos, tan and their inverses.",
  tags = { "math" },
  parameters = {
    {
      name = "expression",
      type = "string",
      required = true,
      description = "The expression, such as 0.19 * (250 + 99.5), 2^10 or round(sqrt(2), 3)",
    },
  },
}

local CONSTANTS = { pi = math.pi, e = math.exp(1), tau = 2 * math.pi }

local function round(x, digits)
  local scale = 10 ^ (digits or 0)
  return (x >= 0 and math.floor(x * scale + 0.5) or math.ceil(x * scale - 0.5)) / scale
end

-- name = { minimum arguments, maximum arguments, function }
local FUNCTIONS = {
  abs = { 1, 1, math.abs },
  acos = { 1, 1, math.acos },
  asin = { 1, 1, math.asin },
  atan = { 1, 2, math.atan },
  ceil = { 1, 1, math.ceil },
  cos = { 1, 1, math.cos },
  exp = { 1, 1, math.exp },
  floor = { 1, 1, math.floor },
  ln = { 1, 1, math.log },
  log = { 1, 2, math.log },
  log2 = { 1, 1, function(x) return math.log(x, 2) end },
  log10 = { 1, 1, function(x) return math.log(x, 10) end },
  max = { 1, 255, math.max },
  min = { 1, 255, math.min },
  round = { 1, 2, round },
  sin = { 1, 1, math.sin },
  sqrt = { 1, 1, math.sqrt },
  tan = { 1, 1, math.tan },
}

local MAX_DEPTH = 100

-- The parser: a cursor over the text, and one function per level of precedence.

local text, at, depth

local function stop(problem, place)
  error(problem .. " at position " .. (place or at))
end

local function skip_space()
  at = text:find("%S", at) or #text + 1
end

--- Consumes one of the given characters if it comes next.
local function take(characters)
  skip_space()
  local character = text:sub(at, at)
  if character ~= "" and characters:find(character, 1, true) then
    at = at + 1
    return character
  end
end

local function expect(character)
  if not take(character) then
    stop(at > #text and "the expression ends where '" .. character .. "' should be" or "expected '" .. character .. "'")
  end
end

local sum

local function arguments(name, place)
  local values = {}
  if not take(")") then
    repeat
      values[#values + 1] = sum()
    until not take(",")
    expect(")")
  end
  local fewest, most = FUNCTIONS[name][1], FUNCTIONS[name][2]
  if #values < fewest or #values > most then
    local wanted = fewest == most and fewest or fewest .. " to " .. most
    stop(name .. " takes " .. wanted .. (most == 1 and " argument, not " or " arguments, not ") .. #values, place)
  end
  return values
end

local function name_or_call(name, place)
  if FUNCTIONS[name] then
    if not take("(") then stop(name .. " needs its argument in parentheses") end
    return FUNCTIONS[name][3](table.unpack(arguments(name, place)))
  end
  return CONSTANTS[name] or stop("unknown name '" .. name .. "'", place)
end

local function number()
  local digits = text:match("^%d[%d_]*%.?%d*", at) or text:match("^%.%d+", at)
  if not digits then return nil end
  local place = at
  at = at + #digits
  local exponent = text:match("^[eE][+-]?%d+", at)
  at = at + #(exponent or "")
  -- As a float, since Lua's integers would overflow.
  local value = tonumber((digits:gsub("_", "")) .. (exponent or "")) + 0.0
  if text:find("^[%a.]", at) then stop("a number cannot be read", place) end
  return value
end

local function atom()
  skip_space()
  if take("(") then
    depth = depth + 1
    if depth > MAX_DEPTH then stop("more than " .. MAX_DEPTH .. " parentheses are open") end
    local value = sum()
    expect(")")
    depth = depth - 1
    return value
  end
  local value = number()
  if value then return value end
  local place, name = at, text:match("^%a%w*", at)
  if name then
    at = at + #name
    return name_or_call(name:lower(), place)
  end
  if at > #text then stop("the expression ends where a number should be") end
  stop("unexpected '" .. text:match(utf8.charpattern, at) .. "'")
end

local unary

--- 2^3^2 is 2^(3^2), and -2^2 is -(2^2).
local function power()
  local base = atom()
  if take("^") then return base ^ unary() end
  return base
end

function unary()
  depth = depth + 1
  if depth > MAX_DEPTH then stop("more than " .. MAX_DEPTH .. " signs or powers follow each other") end
  local sign = take("+-")
  local value
  if sign then
    value = unary()
    if sign == "-" then value = -value end
  else
    value = power()
  end
  depth = depth - 1
  return value
end

local function product()
  local value = unary()
  while true do
    local operator = take("*/%")
    if not operator then return value end
    local place = at - 1
    local right = unary()
    if operator ~= "*" and right == 0 then stop("division by zero", place) end
    if operator == "*" then
      value = value * right
    elseif operator == "/" then
      value = value / right
    else
      value = value % right
    end
  end
end

function sum()
  local value = product()
  while true do
    local operator = take("+-")
    if not operator then return value end
    local right = product()
    value = operator == "+" and value + right or value - right
  end
end

--- Formats a whole number without decimals, however it was computed.
local function tidy(value)
  if value ~= value then error("the result is not a number") end
  if value == math.huge or value == -math.huge then error("the result is too large") end
  return math.tointeger(value) or value
end

function tool.execute(params)
  text, at, depth = params.expression, 1, 0
  skip_space()
  if at > #text then error("the expression is empty") end
  local value = sum()
  skip_space()
  if at <= #text then stop("unexpected '" .. text:match(utf8.charpattern, at) .. "'") end
  return { expression = params.expression, result = tidy(value) }
end
