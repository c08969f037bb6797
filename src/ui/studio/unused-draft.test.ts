// A draft is opened again only while it is the template.
import { expect, it } from 'vitest';
import type { Tool } from '../../core/tool.ts';
import { newToolSource } from './new-tool.ts';
import { unusedDraft } from './unused-draft.ts';

const tool = (name: string, change: Partial<Tool> = {}): Tool =>
  ({ name, draft: true, source: newToolSource(name), files: {}, ...change }) as Tool;
const find = (tools: Tool[], edited: string[] = []): Promise<string | undefined> =>
  unusedDraft(
    tools,
    (name) => edited.includes(name),
    (name) => ({ source: newToolSource(name) }),
  );

it('finds the draft that nobody edited', async () => {
  expect(await find([])).toBeUndefined();
  expect(await find([tool('my_tool')])).toBe('my_tool');
  expect(await find([tool('my_tool'), tool('my_tool_2')], ['my_tool'])).toBe('my_tool_2');
});

it('leaves saved, edited and other tools alone', async () => {
  const { draft: _, ...saved } = tool('saved');
  const source = newToolSource('my_tool').replace('42', '43');
  const tools = [
    saved,
    tool('my_tool', { source }),
    tool('cased', { files: { 'cases.json': '[]' } }),
    tool('my_flow', { source: newToolSource('my_flow', 'flow'), kind: 'flow' }),
  ];
  expect(await find(tools)).toBeUndefined();
});
