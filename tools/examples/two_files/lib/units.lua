-- Units of length in metres.
local METRES = { cm = 0.01, foot = 0.3048, inch = 0.0254, km = 1000, m = 1, mile = 1609.344 }

local units = { names = {} }
for name in pairs(METRES) do units.names[#units.names + 1] = name end
table.sort(units.names)

function units.convert(length, from, to)
  return length * METRES[from] / METRES[to]
end

return units
