-- Sums a column of a table for each value of another one, in SQL.
tool = {
  name = "table_totals",
  version = "1.0.0",
  description = "Adds up a column of a CSV file or spreadsheet of the library for each value of another column.",
  tags = { "documents" },
  parameters = {
    { name = "document", required = true, minLength = 1, description = "Title or file name of the table" },
    { name = "column", required = true, minLength = 1, description = "The column to add up" },
    { name = "by", required = true, minLength = 1, description = "The column to group by" },
  },
}

-- In quotes, any text is a name and never SQL.
local function quoted(name) return '"' .. name:gsub('"', '""') .. '"' end

function tool.execute(params, context)
  local by, column = quoted(params.by), quoted(params.column)
  local sql = "SELECT " .. by .. " AS name, sum(" .. column .. ") AS total FROM data GROUP BY 1 ORDER BY 2 DESC"
  local answer = context.query(sql, { document = params.document })
  local lines = {}
  for _, row in ipairs(answer.rows) do
    lines[#lines + 1] = tostring(row.name) .. ": " .. tostring(row.total)
  end
  return table.concat(lines, "\n")
end
