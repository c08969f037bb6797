-- Counts the words of a text by length, and shows the counts as a chart.
tool = {
  name = "word_lengths",
  version = "1.0.0",
  description = "Charts the lengths of the words in a text.",
  tags = { "text", "chart" },
  parameters = {
    { name = "text", required = true, description = "The text to count" },
  },
}

function tool.execute(params)
  local counts, longest = {}, 0
  for word in params.text:gmatch("%a+") do
    counts[#word] = (counts[#word] or 0) + 1
    longest = math.max(longest, #word)
  end
  local rows = {}
  for length = 1, longest do
    rows[length] = { letters = tostring(length), words = counts[length] or 0 }
  end
  return view.chart { rows = rows, kind = "bar", x = "letters", y = "words", title = "Words by length" }
end
