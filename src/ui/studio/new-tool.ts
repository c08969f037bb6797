// What a new tool starts from. Pure.

/** `my_tool`, or the first of `my_tool_2`, `my_tool_3` … that is free. */
export function freeName(taken: (name: string) => boolean, wish = 'my_tool'): string {
  if (!taken(wish)) return wish;
  let number = 2;
  while (taken(`${wish}_${number}`)) number += 1;
  return `${wish}_${number}`;
}

export function newToolSource(name: string): string {
  return `-- A tool is a table that says what it is, and a function that does it.
tool = {
  name = "${name}",
  version = "0.1.0",
  description = "Finds the passages that answer a question",
  parameters = {
    { name = "question", type = "string", required = true, description = "What to look for" },
    { name = "limit", type = "integer", default = 3, minimum = 1, maximum = 10, description = "How many passages" },
  },
}

function tool.execute(params, context)
  local found = context.search(params.question, { limit = params.limit })
  log.info("found " .. #found .. " passages")
  local answer = json.array()
  for index, hit in ipairs(found) do
    answer[index] = { title = hit.title, text = hit.snippet }
  end
  return { passages = answer }
end
`;
}
