-- Prelude: results that say how to draw them. Each is plain data, so any reader of the result sees the rows.
local P = ...
local bad_argument, fail = P.bad_argument, P.fail
local next, type = next, type
local format = string.format
local array = json.array

local KINDS = { bar = true, line = true, area = true, scatter = true, histogram = true, heatmap = true }

_G.view = {}

--- chart { rows = { { day = '2026-03-01', n = 1 }, … }, kind = 'line', x = 'day', y = 'n', title = 'Visits' }
function view.chart(options)
  if type(options) ~= 'table' then bad_argument(1, 'view.chart', 'table', type(options)) end
  local rows = options.rows
  if type(rows) ~= 'table' then fail(format('view.chart: rows must be a list of tables, got %s', type(rows))) end
  local result = { view = 'chart', rows = next(rows) == nil and array() or rows }
  for _, field in P.ipairs({ 'kind', 'x', 'y', 'value', 'title' }) do
    local given = options[field]
    if given ~= nil and type(given) ~= 'string' then
      fail(format('view.chart: %s must be a string, got %s', field, type(given)))
    end
    result[field] = given
  end
  if result.kind ~= nil and not KINDS[result.kind] then
    fail('view.chart: kind must be bar, line, area, scatter, histogram or heatmap')
  end
  return result
end
