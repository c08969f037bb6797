// The parts of a tool besides its script, as the script sees them: require, env, fs, tools.
import { describe, expect, it } from 'vitest';
import type { Json } from '../../base/json.ts';
import { ScriptTrial } from '../../../scripts/script-trial.ts';

const trial = new ScriptTrial();

describe('require', () => {
  const modules = {
    'lib/words.lua':
      'local M = { loads = (loads or 0) + 1 } loads = M.loads function M.up(s) return s:upper() end return M',
    'plain.lua': 'seen = { ... }',
    'deep/init.lua': 'return require("lib.words").up("deep")',
    'broken.lua': 'local x =\n= 1',
    'failing.lua': '\nerror("no luck")',
    'asks.lua': 'return context.get("x")',
    'a.lua': 'return require("b")',
    'b.lua': 'return require("a")',
  };
  const load = (body: string, more: object = {}) => trial.body(body, { modules, ...more });

  it('finds a module by every name of its file, and runs it once', async () => {
    const { result } = await load(`
      local a, b, c, d = require("lib.words"), require("lib/words"), require("words"), require("lib.words")
      return { a.up("x"), b.up("y"), c.up("z"), a == d }`);
    expect(result).toEqual(['X', 'Y', 'Z', true]);
    expect((await load('require("lib.words") require("lib.words") return loads')).result).toBe(1);
  });

  it('returns true for a module that returns nothing, and passes its name and path', async () => {
    expect((await load('return { require("plain"), seen[1], seen[2] }')).result).toEqual([
      true,
      'plain',
      'plain.lua',
    ]);
    expect((await load('return require("deep")')).result).toBe('DEEP');
    expect((await load('return require("string") == string')).result).toBe(true);
  });

  it('lets a module wait for the host while it loads', async () => {
    expect((await load('return require("asks").title', { host: () => ({ title: 'T' }) })).result).toBe('T');
  });

  it('reports where a module is broken', async () => {
    expect((await load('\nrequire("broken")')).message).toContain(
      "error loading module 'broken':\n\tbroken.lua:2:",
    );
    expect((await load('require("failing")')).message).toBe('failing.lua:2: no luck');
    expect((await load('require("nowhere")')).message).toContain(
      "module 'nowhere' not found:\n\tno file 'nowhere.lua'",
    );
    expect((await load('require("a")')).message).toContain('requires itself');
    const twice =
      'local first = pcall(require, "failing") return { first, (select(2, pcall(require, "failing"))) }';
    expect((await load(twice)).result).toEqual([false, 'failing.lua:2: no luck']);
  });

  it('works while metadata is read', async () => {
    const script = 'local words = require("words") tool = { name = words.up("x"), execute = function() end }';
    expect((await trial.script(script, { mode: 'inspect', modules })).result).toMatchObject({
      tool: { name: 'X' },
    });
  });

  it('reaches no other files', async () => {
    for (const name of ['../x', '/etc/passwd', 'constructor', '__proto__', '']) {
      expect((await load('return require(params.name)', { args: { name } })).message).toContain('not found');
    }
  });
});

describe('env', () => {
  it('returns only what the page has put there', async () => {
    const body = 'return { env.get("KEY"), env.get("other") == nil, env.get("constructor") == nil }';
    expect((await trial.body(body, { env: { KEY: 'value' } })).result).toEqual(['value', true, true]);
  });
});

describe('fs and tools', () => {
  it('pass bytes both ways unchanged', async () => {
    const seen: unknown[] = [];
    const answer = (operation: string, payload: unknown, bytes?: Uint8Array) => {
      seen.push([operation, payload, bytes && [...bytes]]);
      return { json: 'null', bytes: Uint8Array.of(0, 255, 10, 0) };
    };
    const { result } = await trial.body(
      'fs.write("a", "\\0\\255x") local text = fs.read("b") return { #text, text:byte(1, -1) }',
      { answer },
    );
    expect(result).toEqual([4, 0, 255, 10, 0]);
    expect(seen).toEqual([
      ['fs.write', { path: 'a' }, [0, 255, 120]],
      ['fs.read', { path: 'b' }, undefined],
    ]);
  });

  it('call another tool by its name', async () => {
    const asked: unknown[] = [];
    const host = (operation: string, payload: unknown) => {
      asked.push([operation, payload]);
      return { sum: 3 } as Json;
    };
    const { result } = await trial.body('return tools.adder{ a = 1 }.sum + tools["my-tool"]().sum', { host });
    expect(result).toBe(6);
    expect(asked).toEqual([
      ['tool.call', { name: 'adder', args: { a: 1 } }],
      ['tool.call', { name: 'my-tool', args: {} }],
    ]);
    expect((await trial.body('tools.x(5)')).message).toBe(
      "t:1: bad argument #1 to 'tools.x' (table expected, got number)",
    );
  });
});

describe('tools.all', () => {
  const host = (_: string, payload: unknown): Json => {
    const { calls } = payload as { calls: { name: string; args: Json }[] };
    return calls.map(({ name, args }): Json =>
      name === 'off'
        ? { ok: false, name, error: { code: 'disabled', message: 'it is off' } }
        : { ok: true, name, result: name === 'nothing' ? null : args },
    );
  };

  it('calls several tools at once, by their names or as tools.NAME', async () => {
    const asked: unknown[] = [];
    const { result } = await trial.body(
      `local answers = tools.all{ { tools.adder, { a = 1 } }, { "my-tool" }, { tools["nothing"] }, { "all", { b = 2 } } }
      return { answers[1].result.a, answers[2].ok, answers[3].result == nil, answers[4].name, #answers }`,
      { host: (operation, payload) => (asked.push([operation, payload]), host(operation, payload)) },
    );
    expect(result).toEqual([1, true, true, 'all', 4]);
    expect(asked).toEqual([
      [
        'tool.calls',
        {
          calls: [
            { name: 'adder', args: { a: 1 } },
            { name: 'my-tool', args: {} },
            { name: 'nothing', args: {} },
            { name: 'all', args: { b: 2 } },
          ],
        },
      ],
    ]);
  });

  it('returns a failure as a value, which keeps its kind when raised', async () => {
    const body = 'local answer = tools.all{ { "off" } }[1] ';
    expect((await trial.body(body + 'return { answer.ok, answer.error.code }', { host })).result).toEqual([
      false,
      'disabled',
    ]);
    expect(await trial.body(body + 'error(answer.error)', { host })).toMatchObject({
      code: 'disabled',
      message: 'it is off',
    });
    const named = body + 'answer.error.message = "first: " .. answer.error.message error(answer.error)';
    expect(await trial.body(named, { host })).toMatchObject({
      code: 'disabled',
      message: 'first: it is off',
    });
    const copied = body + 'error({ code = "disabled", message = "made up" })';
    expect((await trial.body(copied, { host })).code).toBe('tool_error');
  });

  it.each([
    ['tools.all(5)', "bad argument #1 to 'tools.all' (table expected, got number)"],
    ['tools.all{}', 'tools.all: give it a list'],
    ['tools.all{ city = "Bern" }', 'tools.all: give it a list'],
    ['tools.all{ "weather" }', 'tools.all: entry 1 must be a list'],
    ['tools.all{ { "a" }, { print } }', 'tools.all: entry 2 must begin with a tool'],
    ['tools.all{ { "a", 5 } }', 'tools.all: the arguments of entry 1 must be a table'],
  ])('refuses %s', async (call, message) => {
    const trialed = await trial.body(call, { host });
    expect(trialed.message).toContain(`t:1: ${message}`);
  });

  it('waits wherever host calls are allowed, and is refused while reading metadata', async () => {
    const inside =
      'return coroutine.wrap(function() return tools.all{ { "a", { n = 1 } } }[1].result.n end)()';
    expect((await trial.body(inside, { host })).result).toBe(1);
    const script = 'tool = { execute = print } tools.all{ { "a" } }';
    expect((await trial.script(script, { mode: 'inspect' })).message).toContain('tool.calls is refused');
  });
});
