// `perilune tool init NAME`: a tool that works, cases that it passes, and what an editor is to know of its calls.
import { existsSync, writeFileSync } from 'node:fs';
import { TOOL_NAME } from '../core/tool.ts';
import { WrongUse } from './command-line.ts';
import { GuardedFolder } from './guarded-folder.ts';
import type { Output } from './output.ts';

/**
 * @param forEditors text by path; what is there already stays as it is.
 * @throws WrongUse when the name cannot be a tool's, or a file of the tool is there already.
 */
export function initTool(name: string, forEditors: Readonly<Record<string, string>>, output: Output): number {
  if (!TOOL_NAME.test(name)) {
    throw new WrongUse(`A tool cannot be called '${name}': use 1 to 64 letters, digits, _ and -`);
  }
  const files = { [`${name}.lua`]: script(name), [`${name}.cases.json`]: CASES };
  const [taken] = Object.keys(files).filter((file) => existsSync(file));
  if (taken !== undefined) throw new WrongUse(`${taken} already exists; choose another name, or move it`);
  for (const [file, text] of Object.entries(files)) writeFileSync(file, text, { flag: 'wx' });
  const beside = Object.entries(forEditors).filter(([file]) => !existsSync(file));
  const here = new GuardedFolder('.');
  for (const [file, text] of beside) here.write(file, text);
  const editors = beside.map(([file]) => file);
  output.value({ files: [...Object.keys(files), ...editors] });
  output.line(`Wrote ${Object.keys(files).join(' and ')}.`);
  if (editors.length > 0) output.line(`Wrote ${editors.join(' and ')} for the Lua language server.`);
  output.line('Try it:');
  output.line(`  npx perilune tool test ${name}.lua --param text="hello moon"`);
  output.line(`  npx perilune tool test ${name}.lua --cases`);
  return 0;
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
