// The list of script globals, compared with those in the real virtual machine.
import { expect, it } from 'vitest';
import { ScriptTrial } from '../../scripts/script-trial.ts';
import { HOST_API, OPEN_TABLES } from './host-api.ts';

const trial = new ScriptTrial();

it('lists every global value of the sandbox, and no other', async () => {
  const { result } = await trial.body(`
    local found = {}
    for name, value in pairs(_G) do
      if type(value) ~= 'table' or name == '_G' then
        found[#found + 1] = name .. ' ' .. type(value)
      elseif name ~= 'tool' then
        for field, inner in pairs(value) do found[#found + 1] = name .. '.' .. field .. ' ' .. type(inner) end
      end
    end
    found[#found + 1] = 'tools.all ' .. type(tools.all)
    found[#found + 1] = 'mcp ' .. type(mcp)
    return found`);
  const found = new Map((result as string[]).map((line) => line.split(' ') as [string, string]));
  expect([...found.keys()].sort()).toEqual(HOST_API.map(({ name }) => name).sort());
  for (const { name, args } of HOST_API) {
    expect([name, args !== undefined]).toEqual([name, found.get(name) === 'function']);
  }
});

it('has a line of help for each, no duplicate names, and arguments that read like a call', () => {
  expect(new Set(HOST_API.map(({ name }) => name)).size).toBe(HOST_API.length);
  for (const { name, help, args } of HOST_API) {
    expect([name, help]).toEqual([name, expect.stringMatching(/^[^\n]{2,100}$/)]);
    if (args)
      expect([name, args]).toEqual([name, expect.stringMatching(/^["\w]+\??"?(, [\w.]+\??)*$|^\.\.\.$/)]);
  }
});

it('knows which tables accept any field', async () => {
  const { result } = await trial.body('return { type(tools.anything), type(context.config) }');
  expect(result).toEqual(['function', 'table']);
  expect([...OPEN_TABLES]).toEqual(['tools', 'context.config']);
});
