// Line counts of the real virtual machine, made only on request.
import { describe, expect, it } from 'vitest';
import { ScriptTrial } from '../../../scripts/script-trial.ts';

const trial = new ScriptTrial();

const SCRIPT = `-- a comment
local words = require('lib.words')
tool = { name = 't' }

local function never()
  return 1
end

function tool.execute(params)
  local sum = 0
  for i = 1, params.times do
    sum = sum + i
  end
  if sum > 100 then
    sum = never()
  end
  local walk = coroutine.wrap(function()
    for i = 1, 2 do
      coroutine.yield(i)
    end
  end)
  walk() walk()
  pcall(function()
    error('on purpose')
  end)
  return words.twice('a')
end
`;
const WORDS = `local words = {}
function words.twice(text)
  return text .. text
end
function words.never()
  return nil
end
return words
`;
const MODULES = { 'lib/words.lua': WORDS, 'lib/unused.lua': 'return 1', 'lib/broken.lua': 'return return' };

describe('coverage by line', () => {
  it('counts each line of the script, its functions, its coroutines and its modules', async () => {
    const { result, coverage } = await trial.script(SCRIPT, {
      args: { times: 3 },
      modules: MODULES,
      coverage: true,
    });
    expect(result).toBe('aa');
    const script = coverage?.[''] ?? {};
    expect(script).not.toHaveProperty('1');
    expect(script).not.toHaveProperty('4');
    expect(script).toMatchObject({ 2: 1, 3: 1, 6: 0, 10: 1, 12: 3, 14: 1, 15: 0, 19: 2, 24: 1, 26: 1 });
    expect(coverage?.['lib/words.lua']).toMatchObject({ 3: 1, 6: 0, 8: 1 });
    expect(coverage?.['lib/unused.lua']).toEqual({ 1: 0 });
    expect(coverage?.['lib/broken.lua']).toEqual({});
  });

  it('includes what ran before an error or a timeout', async () => {
    const failed = await trial.body('\nlocal x = 1\nerror("no")\nlocal y = 2', { coverage: true });
    expect(failed.code).toBe('tool_error');
    expect(failed.coverage?.['']).toMatchObject({ 2: 1, 3: 1, 4: 0 });
    const late = await trial.body('\nlocal n = 0\nwhile true do\nn = n + 1\nend', {
      coverage: true,
      timeout: 0.2,
    });
    expect(late.code).toBe('timeout');
    expect(late.coverage?.['']?.[4]).toBeGreaterThan(1000);
  });

  it('is absent unless requested, and costs the next run nothing', async () => {
    await trial.body('return 1', { coverage: true });
    const body = 'local n = 0 for i = 1, 3 do\n n = n + i\n end return { n, collectgarbage("count") }';
    const fresh = new ScriptTrial();
    const plain = await trial.body(body);
    expect(plain.coverage).toBeUndefined();
    // The same memory, to the byte, as in a machine that never counted.
    expect(plain.result).toEqual((await fresh.body(body)).result);
  });

  it('counts lines correctly in files whose first line begins with #', async () => {
    const { coverage } = await trial.script(
      '#!/usr/bin/lua\ntool = {}\nfunction tool.execute()\n  return 1\nend',
      { coverage: true },
    );
    expect(coverage?.['']).toMatchObject({ 2: 1, 4: 1 });
  });

  it("can't be faked by a chunk loaded under the name of a file", async () => {
    const body = (names: string): string => `
      if params.never then
        return 0
      end
      local all = {}
      for _, name in ipairs(${names}) do
        local chunk = load('\\n\\nlocal x = 1 error("here")', name)
        all[#all + 1] = select(2, pcall(chunk))
      end
      return all`;
    const names = "{ '=t', '@t', '=lib/unused.lua' }";
    const { result, coverage } = await trial.body(body(names), { modules: MODULES, coverage: true });
    expect(result).toEqual(['t:3: here', 't:3: here', 'lib/unused.lua:3: here']);
    expect(coverage?.['']?.[3]).toBe(0);
    expect(coverage?.['lib/unused.lua']).toEqual({ 1: 0 });
  });

  it("can't be read by a script, and changes only its timing", async () => {
    const body = `
      local names = {}
      for name in pairs(_G) do names[#names + 1] = name end
      table.sort(names)
      return { names, debug == nil, select(2, pcall(error, 'x', 1)) }`;
    const counted = await trial.body(body, { coverage: true });
    expect(counted.result).toEqual((await trial.body(body)).result);
  });

  it('survives a script that fills its memory', async () => {
    const { message, coverage } = await trial.body(
      'local s = {}\nwhile true do\ns[#s + 1] = ("x"):rep(1000) .. #s\nend',
      {
        coverage: true,
      },
    );
    expect(message).toEqual(expect.stringMatching(/not enough memory/));
    expect(coverage?.['']?.[3]).toBeGreaterThan(1000);
  });
});
