-- Computes figures about a text. Characters are Unicode code points, words are runs of letters and digits.

tool = {
  name = "text_analysis",
  version = "1.0.2",
  description = "Counts the characters, words, sentences, lines and paragraphs of a text, estimates its reading time, "
    .. "and lists its most frequent words.",
  tags = { "text" },
  parameters = {
    { name = "text", type = "string", required = true, description = "Text to analyze" },
    {
      name = "top",
      type = "integer",
      default = 10,
      minimum = 0,
      maximum = 100,
      description = "Number of frequent words to list",
    },
    {
      name = "min_length",
      type = "integer",
      default = 4,
      minimum = 1,
      description = "Minimum length of frequent words, to leave out 'the' and 'and'",
    },
  },
}

local WORDS_PER_MINUTE = 230

-- A word: letters and digits (bytes above 127 are parts of other letters), with ' and - inside.
local WORD = "[%w\128-\255][%w\128-\255'-]*"

local function count(text, pattern)
  local _, found = text:gsub(pattern, "")
  return found
end

local function length(text)
  return utf8.len(text) or #text
end

local function frequent(counts, top, min_length)
  local words = {}
  for word, times in pairs(counts) do
    if length(word) >= min_length then words[#words + 1] = { word = word, count = times } end
  end
  table.sort(words, function(a, b)
    if a.count ~= b.count then return a.count > b.count end
    return a.word < b.word
  end)
  return json.array(table.move(words, 1, math.min(top, #words), 1, {}))
end

function tool.execute(params)
  local text = params.text
  -- A lone quote or dash, or punctuation made of bytes above 127, is not a word.
  local plain = text:gsub("\226\128[\144-\191]", " ")
  local counts, words, letters, different = {}, 0, 0, 0
  for word in plain:gmatch(WORD) do
    word = word:gsub("['-]+$", ""):lower()
    words, letters = words + 1, letters + length(word)
    if not counts[word] then different = different + 1 end
    counts[word] = (counts[word] or 0) + 1
  end
  local sentences = count(text .. " ", "[.!?]+[%s\"')%]]")
  local paragraphs = 0
  for block in (text:gsub("\r\n?", "\n") .. "\n\n"):gmatch("(.-)\n%s*\n") do
    if block:find("%S") then paragraphs = paragraphs + 1 end
  end
  return {
    characters = length(text),
    words = words,
    different_words = different,
    sentences = words > 0 and math.max(sentences, 1) or 0,
    lines = text == "" and 0 or count(text, "\n") + (text:sub(-1) == "\n" and 0 or 1),
    paragraphs = paragraphs,
    average_word_length = words > 0 and math.floor(letters / words * 10 + 0.5) / 10 or 0,
    reading_minutes = math.ceil(words / WORDS_PER_MINUTE * 10) / 10,
    frequent_words = frequent(counts, params.top, params.min_length),
  }
end
