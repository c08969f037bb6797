// Pasted tools, and texts that only speak of them.
import { expect, it } from 'vitest';
import { pastedTool } from './pasted-tool.ts';

const TOOL = 'tool = { name = "hello", version = "1.0.0" }\nfunction tool.execute() end';

it.each([
  ['a script', TOOL, 'hello.lua'],
  ['a script below comments', `-- Says hello\n--[[ and\nmore ]]\n\n${TOOL}`, 'hello.lua'],
  ['a name with characters that files lack', 'tool = { name = "../x" }', 'tool.lua'],
])('recognizes %s', async (_, text, name) => {
  const file = pastedTool(text);
  expect(file?.name).toBe(name);
  expect(await file?.text()).toBe(text);
});

it.each([
  ['prose', 'A tool = { name } table describes it.'],
  ['a tool inside a document', `# Tools\n\n\`\`\`lua\n${TOOL}\n\`\`\``],
  ['a module', 'local tool = {}\nreturn tool'],
  ['nothing', ''],
  ['a very long text', TOOL + ' '.repeat(200_000)],
])('leaves %s alone', (_, text) => {
  expect(pastedTool(text)).toBeUndefined();
});

it('reads a text of comments in linear time', () => {
  const started = performance.now();
  expect(pastedTool(`${'-- tool\n'.repeat(20_000)}x`)).toBeUndefined();
  expect(pastedTool(`${'--[[ tool '.repeat(15_000)}x`)).toBeUndefined();
  expect(pastedTool(`${'--[[tool]]\n'.repeat(15_000)}x`)).toBeUndefined();
  expect(performance.now() - started).toBeLessThan(1000);
});
