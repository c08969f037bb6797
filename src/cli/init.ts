// `perilune tool init NAME`: creates a working tool with passing test cases, a connector or an agent, and annotations
// for editors.
import { existsSync } from 'node:fs';
import { TOOL_NAME } from '../core/tool.ts';
import { WrongUse } from './command-line.ts';
import { GuardedFolder } from './guarded-folder.ts';
import type { Output } from './output.ts';

export type Scaffold = 'tool' | 'connector' | 'agent';

/**
 * @param forEditors text by path; existing files stay unchanged.
 * @throws WrongUse when the name is not valid for a tool, or one of its files already exists.
 */
export function initTool(
  name: string,
  scaffold: Scaffold,
  forEditors: Readonly<Record<string, string>>,
  output: Output,
): number {
  if (!TOOL_NAME.test(name)) {
    throw new WrongUse(`A ${scaffold} cannot be called '${name}': use 1 to 64 letters, digits, _ and -`);
  }
  const { files, next } = SCAFFOLDS[scaffold](name);
  const [taken] = Object.keys(files).filter((file) => existsSync(file));
  if (taken !== undefined) throw new WrongUse(`${taken} already exists; choose another name, or move it`);
  const here = new GuardedFolder('.');
  for (const [file, text] of Object.entries(files)) here.write(file, text);
  const beside = Object.entries(forEditors).filter(([file]) => !existsSync(file));
  for (const [file, text] of beside) here.write(file, text);
  const editors = beside.map(([file]) => file);
  output.value({ files: [...Object.keys(files), ...editors] });
  output.line(`Wrote ${Object.keys(files).join(' and ')}.`);
  if (editors.length > 0) output.line(`Wrote ${editors.join(' and ')} for the Lua language server.`);
  output.line('Try it:');
  for (const line of next) output.line(`  ${line}`);
  return 0;
}

interface Files {
  /** Text by path. */
  files: Record<string, string>;
  /** Suggested next commands. */
  next: string[];
}

const SCAFFOLDS: Record<Scaffold, (name: string) => Files> = {
  tool: (name) => ({
    files: { [`${name}.lua`]: script(name), [`${name}.cases.json`]: CASES },
    next: [
      `npx perilune tool test ${name}.lua --param text="hello moon"`,
      `npx perilune tool test ${name}.lua --cases`,
    ],
  }),
  connector: (name) => ({
    files: { [`${name}.lua`]: connector(name) },
    next: [`npx perilune tool test ${name}.lua --set count=2`],
  }),
  agent: (name) => ({
    files: { [`agents/${name}.lua`]: agent(name) },
    next: ['npx perilune serve .'],
  }),
};

function connector(name: string): string {
  return `-- ${name}: brings documents in. Change it into what you need: fetch pages with http.get, and say where each came from.
connector = {
  name = "${name}",
  version = "0.1.0",
  description = "Brings in a few example documents",
  config = { { name = "count", type = "integer", default = 3, description = "How many documents" } },
}

function connector.scan(config)
  local items = {}
  for number = 1, config.count do
    items[number] = {
      source_id = "example-" .. number,
      title = "Example " .. number,
      body = "This is example document number " .. number .. ".",
    }
  end
  log.info("found " .. #items .. " documents")
  return items
end
`;
}

function agent(name: string): string {
  return `-- ${name}: an agent. Its instructions are made for each conversation, with what the library says about the topic.
agent = {
  name = "${name}",
  description = "Answers questions about one topic",
  tools = { "search", "get" },
  arguments = { { name = "topic", description = "What the conversation is about", required = true } },
}

function agent.resolve(args, config, context)
  local lines = { "You answer questions about " .. args.topic .. ".", "Search before you answer, and name your sources." }
  local found, hits = pcall(context.search, args.topic, { limit = 3 })
  for _, hit in ipairs(found and hits or {}) do
    lines[#lines + 1] = "- " .. (hit.title or hit.source_id) .. ": " .. hit.snippet
  end
  return { system = table.concat(lines, "\\n"), tools = agent.tools }
end
`;
}

function script(name: string): string {
  return `-- ${name}: counts the words of a text. Change it into what you need.
tool = {
  name = "${name}",
  version = "0.1.0",
  description = "Counts the words of a text",
  parameters = {
    { name = "text", type = "string", required = true, description = "The text to look at" },
    { name = "longest", type = "boolean", default = false, description = "Also name the longest word" },
  },
}

function tool.execute(params, context)
  local count, longest = 0, ""
  for word in params.text:gmatch("%S+") do
    count = count + 1
    if #word > #longest then longest = word end
  end
  log.info("looked at " .. #params.text .. " bytes")
  return { words = count, longest = params.longest and longest or nil }
end
`;
}

const CASES = `${JSON.stringify(
  [
    { name: 'counts words', args: { text: 'hello moon' }, expect: { result: { words: 2 } } },
    {
      name: 'names the longest word when asked',
      args: { text: 'a quiet crater', longest: true },
      expect: { contains: { longest: 'crater' }, log: 'looked at 14 bytes' },
    },
    {
      name: 'needs a text',
      args: {},
      expect: { error: { code: 'bad_request', message: 'missing required parameter: text' } },
    },
  ],
  null,
  2,
)}\n`;
