// Sandbox escapes (catalogue, part A), attempted by a model's script that nobody approved.
import { beforeAll, describe, expect, it } from 'vitest';
import type { Json } from '../../base/json.ts';
import { openRig, type Rig } from './code-mode.test-support.ts';

let rig: Rig;
beforeAll(async () => {
  rig = await openRig();
  rig.person.answer = () => true;
});

async function value(source: string): Promise<Json | undefined> {
  const { outcome } = await rig.script(source);
  return outcome.error ? undefined : (outcome.result as { value: Json }).value;
}

describe('a script gets no further than a tool', () => {
  it.each<[string, string, Json]>([
    ['host errors are strings', 'local _, e = pcall(context.get) return type(e)', 'string'],
    [
      'host functions have no fields',
      'return pcall(function() return print.constructor end)',
      [false, "script:1: attempt to index a function value (global 'print')"],
    ],
    ['no JavaScript value is reachable', 'return js, window, self, globalThis', [null, null, null, null]],
    ['no bytecode', 'return load("\\27Lua") == nil, string.dump', [true, null]],
    ['no io, debug, package', 'return io, debug, package, dofile, loadfile', [null, null, null, null, null]],
    ['no processes', 'return os.execute, os.getenv, os.remove, os.exit', [null, null, null, null]],
    ['no finalisers', 'return (pcall(setmetatable, {}, { __gc = print }))', false],
    ['the host’s tables are locked', 'return getmetatable(tools), getmetatable(mcp)', [false, false]],
    ['no addresses', 'return tostring({}) == tostring({})', false],
    ['require finds no files', 'return (pcall(require, "fs")), (pcall(require, "../x"))', [false, false]],
    ['no prototype through keys', 'return json.parse(\'{"__proto__":{"x":1}}\').x', null],
    ['no yield to the driver', 'return (pcall(coroutine.yield, "x"))', false],
    [
      'paths stay inside the folder',
      'return (pcall(fs.read, "../secret")), (pcall(fs.read, "/etc/passwd"))',
      [false, false],
    ],
  ])('%s', async (_name, source, expected) => {
    expect(await value(source)).toEqual(expected);
  });

  it("a script's changes are gone in the next", async () => {
    await rig.script('string.rep = nil print = error getmetatable("").__index = {} tools = nil json = nil');
    expect(await value('return ("a"):rep(2), type(print), type(tools.x), json.encode(1)')).toEqual([
      ...['aa', 'function', 'function', '1'],
    ]);
  });

  it('memory is capped, and the next script starts clean', async () => {
    const { error } = (await rig.script('local t = {} for i = 1, 1e9 do t[i] = ("x"):rep(1e6) .. i end'))
      .outcome;
    expect(error?.message).toContain('not enough memory');
    expect(await value('return 1')).toBe(1);
  });

  it('variables a script leaves are data for the next, whatever their names', async () => {
    await rig.script('__proto__ = { x = 1 } constructor = "y" _ENV["toString"] = "z" x = nil');
    expect(await value('return constructor, toString, x, hasOwnProperty')).toEqual(['y', 'z', null, null]);
    expect(({} as { x?: number }).x).toBeUndefined();
  });
});
