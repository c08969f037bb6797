// Converting a script to a tool.
import { expect, it } from 'vitest';
import { luaTokens } from '../../../lua-language/lua-tokens.ts';
import { scriptAsTool } from './script-as-tool.ts';

it("takes name and description from the script's purpose, and keeps its text", () => {
  const source = 'local text = [[\n  kept\n]]\nreturn #text -- the end';
  const { name, text } = scriptAsTool(source, 'Count the words in my "notes"');
  expect(name).toBe('count_the_words_in_my.lua');
  expect(text).toContain('description = "Count the words in my \\"notes\\""');
  expect(text).toContain(`context)\n${source}\nend\n`);
  expect(luaTokens(text).filter(({ problem }) => problem)).toEqual([]);
});

it('finds a name even without a purpose', () => {
  expect(scriptAsTool('return 1', '   ').name).toBe('made_from_a_script.lua');
  expect(scriptAsTool('return 1', '数える').name).toBe('from_script.lua');
});

it('cannot be broken out of by a purpose text', () => {
  const { text } = scriptAsTool('return 1', 'x"}\nfs.delete("a") --');
  const calls = luaTokens(text).filter(({ kind, text: word }) => kind === 'name' && word === 'fs');
  expect(calls).toEqual([]);
});

it('asks before each call, like everything a model wrote', () => {
  expect(scriptAsTool('return 1', 'One').text).toMatch(/^ {2}approve = true,$/m);
});
