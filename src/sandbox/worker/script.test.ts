// Scripts whose text is the function body: their results, and what they leave to the next one.
import { describe, expect, it } from 'vitest';
import { ScriptTrial } from '../../../scripts/script-trial.ts';
import type { Json, JsonObject } from '../../base/json.ts';

const trial = new ScriptTrial();

interface Left {
  value?: Json;
  error?: { code: string; message: string };
  globals: JsonObject;
  lost: string[];
}

async function run(
  source: string,
  globals: JsonObject = {},
  host?: (operation: string) => Json,
  /** Seconds. */
  timeout = 60,
) {
  const options = { mode: 'script' as const, name: 'script', args: globals, timeout };
  const { result, outcome, logs } = await trial.script(source, { ...options, ...(host && { host }) });
  return { ...(result as unknown as Left), outcome, logs };
}

describe('a script', () => {
  it.each<[string, Json]>([
    ['return 1 + 1', 2],
    ['local a = 1', null],
    ['return nil, "why not"', [null, 'why not']],
    ['return 1, 2, nil', [1, 2, null]],
    ['return {}, json.array()', [{}, []]],
    ['#!/usr/bin/lua\nreturn 3', 3],
  ])('answers what it returns: %s', async (source, value) => {
    expect((await run(source)).value).toEqual(value);
  });

  it.each([
    ['local a\nlocal b = 1\nreturn a.b', "script:3: attempt to index a nil value (local 'a')"],
    ['\n\nerror("no")', 'script:3: no'],
    ['return (', 'script:1: unexpected symbol near <eof>'],
    ['local function f()\n  error{ code = 7 }\nend\nf()', 'script:2: {"code":7}'],
    ['return print', 'script: return: the value is a function, which JSON cannot hold'],
    ['x = {} x.x = x return x', 'script: return: the value.x contains itself'],
  ])('fails with the line that is wrong: %s', async (source, message) => {
    expect((await run(source)).error).toEqual({ code: 'tool_error', message });
  });

  it("keeps the code of a failed host call that it doesn't catch", async () => {
    const { error } = await run('return tools.gone{}', {}, () => {
      throw new Error('not there');
    });
    expect(error?.message).toMatch(/^script:1: /);
  });

  it.each([
    'context.search("moon")',
    'context.get("id")',
    'context.sources()',
    'fs.list()',
    'fs.search("moon")',
    'html.markdown("<p>moon")',
    'tools.moon{}',
  ])('gets one value of %s, as table.insert requires', async (call) => {
    const { value, error } = await run(`local all = {} table.insert(all, ${call}) return all`, {}, () => [
      'a',
    ]);
    expect(error).toBeUndefined();
    expect(value).toEqual([['a']]);
  });

  it('ends at its deadline, whatever it does', async () => {
    const { outcome } = await run('left = 1 while true do pcall(function() end) end', {}, undefined, 1);
    expect(outcome.error?.code).toBe('timeout');
  });
});

describe('what a script leaves to the next one', () => {
  it('is plain data in global variables, even after an error', async () => {
    const first = await run('count = (count or 0) + 1 rows = { { 1 }, "a" } error("late")', { count: 4 });
    expect(first).toMatchObject({ error: { message: 'script:1: late' }, lost: [] });
    expect(first.globals).toEqual({ count: 5, rows: [[1], 'a'] });
    expect((await run('return count + rows[1][1]', first.globals)).value).toBe(6);
  });

  it("names values that can't be kept: functions, cycles, bytes, and data that is too large in total", async () => {
    const { globals, lost } = await run(
      'function f() end c = {} c.c = c bytes = "\\xff" big = ("x"):rep(300000) small = 1 local l = 2',
    );
    expect(globals).toEqual({ small: 1 });
    expect(lost.sort()).toEqual(['big', 'bytes', 'c', 'f']);
  });

  it('is never one of the calls that scripts see', async () => {
    const { globals } = await run('tools = 1 print = { 1 } fs = nil mine = 1');
    expect(globals).toEqual({ mine: 1 });
    const forged = { print: 1, tools: {}, fs: 1, context: 1, mcp: 1, _G: 1 };
    const { value } = await run('return type(print), type(tools.x), type(fs.read), type(mcp.a.b), x', forged);
    expect(value).toEqual(['function', 'function', 'function', 'function', null]);
  });

  it('is read without running any of the script', async () => {
    const { globals, logs } = await run(
      `setmetatable(_G, { __pairs = function() print('pairs') end, __index = function() print('index') end })
      trap = setmetatable({ 1 }, { __index = function() print('trap') end, __len = function() return 5 end })`,
    );
    expect(globals).toEqual({ trap: [1] });
    expect(logs).toEqual([]);
  });
});

describe('tools of MCP servers', () => {
  it('are called by server and name', async () => {
    const asked: [string, Json][] = [];
    await trial.script('return mcp.github.create_issue{ title = "x" }, mcp["my-server"].look{}', {
      mode: 'script',
      host: (operation, payload) => {
        asked.push([operation, payload]);
        return null;
      },
    });
    expect(asked).toEqual([
      ['tool.call', { name: 'github__create_issue', args: { title: 'x' } }],
      ['tool.call', { name: 'my-server__look', args: {} }],
    ]);
  });

  it("may be listed in tools.all, and can't be changed", async () => {
    const asked: Json[] = [];
    const host = (_: string, payload: Json): Json => {
      asked.push(payload);
      return [];
    };
    await trial.script('return tools.all{ { mcp.s.t, { a = 1 } } }', { mode: 'script', host });
    expect(asked).toEqual([{ calls: [{ name: 's__t', args: { a: 1 } }] }]);
    expect((await run('mcp.s.t = 1')).error?.message).toBe('script:1: mcp cannot be changed');
    expect((await run('getmetatable(mcp).x = 1')).error?.message).toMatch(/index a boolean value/);
  });
});
