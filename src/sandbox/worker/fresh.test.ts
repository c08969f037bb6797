// Every run starts with the same memory, byte for byte, whatever ran before.
import { describe, expect, it } from 'vitest';
import { readPrelude } from '../../../scripts/prelude.ts';
import { ScriptTrial } from '../../../scripts/script-trial.ts';
import { loadLua } from './lua-api.ts';
import { LuaMachine } from './lua-state.ts';

describe('the memory after a reset', () => {
  async function machine() {
    const lua = await loadLua();
    const machine = new LuaMachine(lua, () => undefined);
    machine.compile(readPrelude());
    const answers = new Map([
      ['mode', 'tool'],
      ['name', 't'],
      ['depth', '64'],
      ['config', '{}'],
      ['args', '{}'],
    ]);
    let source = '';
    const text = (state: number, index: number) => new TextDecoder().decode(machine.read(state, index));
    const native = machine.register((state) => {
      const asked = text(state, 2);
      const answer =
        text(state, 1) === 'input'
          ? asked === 'source'
            ? source
            : (answers.get(asked) ?? '')
          : 'x'.repeat(16);
      machine.push(state, new TextEncoder().encode(answer));
      return 1;
    });
    const nothing = machine.register(() => 0);
    const state = machine.open({ native, start: nothing, take: nothing });
    return {
      lua,
      state,
      run: (body: string) => {
        source = `tool = {} function tool.execute() ${body} end`;
        const step = state.resume();
        return step.status === 'done' ? step.values.map((value) => new TextDecoder().decode(value)) : step;
      },
    };
  }

  it('equals that before the first run, even after a run that wrote megabytes (A9)', async () => {
    const { lua, state, run } = await machine();
    state.reset();
    const before = lua.HEAPU8.slice(0, lua.HEAPU8.findLastIndex((byte) => byte !== 0) + 1);
    expect(run('leak = ("needle"):rep(1e6) string.upper = nil return #leak')).toEqual(['result', '6000000']);
    const found = () => Buffer.from(lua.HEAPU8.buffer).includes('needleneedle');
    expect(found()).toBe(true);
    state.reset();
    expect(found()).toBe(false);
    expect(lua.HEAPU8.subarray(0, before.length).every((byte, at) => byte === before[at])).toBe(true);
    expect(run('return { leak == nil, ("a"):upper() }')).toEqual(['result', '[true,"A"]']);
  });
});

it('leaves the next run intact after every kind of end', async () => {
  const trial = new ScriptTrial();
  const ends = [
    'tool = {\n x x',
    'load("x x")',
    'error({})',
    'tool = {}',
    'for i = 1, 50 do load(("("):rep(i)) end',
    'local t = {} while true do t[#t + 1] = ("x"):rep(1e5) .. #t end',
    'coroutine.wrap(function() sleep(0) error("x") end)()',
    'tool = { execute = function() return ("x"):rep(1e6) end }',
  ];
  for (let round = 0; round < 5; round++) {
    for (const end of ends) {
      await trial.script(end);
      const { result, message } = await trial.body(
        'local t = {} for i = 1, 2000 do t[i] = { i, tostring(i) } end return #t',
      );
      expect(result, `after ${end}: ${message}`).toBe(2000);
    }
  }
});

it('gives each run its own random numbers', async () => {
  const trial = new ScriptTrial();
  const draws = new Set<unknown>();
  for (let i = 0; i < 20; i++) draws.add((await trial.body('return math.random(1 << 40)')).result);
  expect(draws.size).toBe(20);
});
