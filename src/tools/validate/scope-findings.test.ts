// Findings about scopes and arguments in whole texts, and texts without findings.
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { treeOf } from '../../lua-language/scopes.ts';
import { argumentFindings } from './argument-findings.ts';
import { scopeFindings } from './scope-findings.ts';

function found(source: string, files: Record<string, string> = {}): string[] {
  const trees = new Map(
    Object.entries({ 't.lua': source, ...files }).map(([path, text]) => [path, treeOf(text)]),
  );
  const all = [...scopeFindings(trees, new Set())];
  for (const [path, tree] of trees) all.push(...argumentFindings(path, tree, new Set()));
  return all.map(({ code, line, column, message }) => `${code} ${line}:${column} ${message}`);
}

describe('names', () => {
  it.each([
    ['return citty', "unknown_global 1:8 'citty' is not defined, so it is nil here"],
    [
      'local city = 1\nprint(city) return citty',
      "unknown_global 2:20 'citty' is not defined, so it is nil here; did you mean city?",
    ],
    [
      'do local x = 1 print(x) end\nreturn x',
      "unknown_global 2:8 'x' is not defined, so it is nil here; the x of line 1 is not visible here",
    ],
    [
      'local x = x + 1 return x',
      "unknown_global 1:11 'x' is not defined, so it is nil here; the x of line 1 is not visible here",
    ],
    [
      'return function() total = 1 end',
      "unknown_global 1:19 'total' is assigned without local, so it becomes a global variable; declare it with local total",
    ],
    ['local a = 1', 'unused_local 1:7 local a is never used'],
    ['local a a = 1', 'unused_local 1:7 local a is assigned but never read'],
    ['local function f() end', 'unused_local 1:16 the function f is never called'],
    ['local a, b = pcall(print)\nlocal c, d = 1, 2 return a, c', 'unused_local 2:10 local d is never used'],
  ])('%j', (source, expected) => expect(found(source)).toEqual([expected]));

  it.each([
    'function helper() return 1 end return helper()',
    'count = 0 return function() count = count + 1 end',
    'if cjson then return cjson.encode(1) end',
    'local unpack = table.unpack or unpack return unpack',
    '_G.found = 1 return found',
    'load("x = 1")() return x',
    'local _ENV = { a = 1 } return a',
    'setmetatable(_G, { __index = print }) return anything',
    'local _, b = f() local _unused = 1 return b f = 1',
    'local ok, value = pcall(print) return value',
    'local handle <close> = nil',
    'repeat local done = true until done',
    'for i = 1, 2 do end for k, v in pairs({}) do end',
    'local function f(n) return n > 0 and f(n - 1) end return f',
    'return { a = 1, ["b"] = 2 }, ({}).c, ("x"):rep(2)',
    'goto over ::over:: return ...',
  ])('have no findings in %j', (source) => expect(found(source)).toEqual([]));

  it('may come from another file of the tool', () => {
    expect(found('return helper()', { 'lib/a.lua': 'function helper() end' })).toEqual([]);
  });
});

describe('arguments', () => {
  it.each([
    ['http.get()', '1:1 http.get(url, options?) takes 1 to 2 arguments, but none is given'],
    ['fs.write("a")', '1:1 fs.write(path, text) takes 2 arguments, but 1 is given'],
    ['crypto.uuid(1)', '1:13 crypto.uuid() takes no arguments, but 1 is given'],
    ['http.get("a", { header = {} })', "1:17 'header' is not an option here; did you mean headers?"],
    ['http.get("a", { timeout = "5" })', "1:27 'timeout' must be a number, not a string"],
    ['http.get("a", "b")', "1:15 'options' of http.get must be a table, not a string"],
    ['sleep("1")', "1:7 'seconds' of sleep must be a number, not a string"],
    ['http.get(nil)', "1:10 'url' of http.get must be a string, not nil"],
    [
      'context.search("a", { mode = "fast" })',
      `1:30 'mode' must be "keyword", "semantic" or "hybrid", not "fast"`,
    ],
    [
      'context.search { query = "a", filters = { sourc = "b" } }',
      "1:43 'sourc' is not an option here; did you mean source?",
    ],
    ['function tool.execute(p, c) c.get() end', '1:29 context.get(id) takes 1 argument, but none is given'],
  ])('%j', (source, expected) => expect(found(source)).toEqual([`wrong_argument ${expected}`]));

  it.each([
    'http.get(...) http.get(f()) fs.write("a", f()) fs.write(f()) f = print',
    'local http = { get = print } http.get()',
    'http.post("a") http.post("a", nil, { timeout = 5 }) http.get("a", nil)',
    'http.post("a", { anything = 1 }) json.encode({ a = 1 }, { indent = 2 })',
    'fs.read(12) sleep(-1 + 2) log.info() log.info(1, nil, {}) crypto.sha256(12)',
    'context.search("a", { limit = 5, filters = { source = "b" } }) context.search({ query = "a" })',
    'local get = http.get get()',
    'http.request { url = "a", retries = { count = 3, wait = 1 } }',
    'tools.all { { tools.weather, { city = "a" } } } json.array() fs.list()',
  ])('have no findings in %j', (source) => expect(found(source)).toEqual([]));
});

it('have no findings in bundled tools and in the scripts of other programs', () => {
  const folders = ['../../../tools/', '../../sandbox/worker/corpus/compat/'];
  const all: string[] = [];
  let count = 0;
  for (const folder of folders) {
    for (const name of readdirSync(new URL(folder, import.meta.url))) {
      if (!name.endsWith('.lua')) continue;
      count += 1;
      const text = readFileSync(new URL(folder + name, import.meta.url), 'utf8');
      all.push(...found(text).map((line) => `${name} ${line}`));
    }
  }
  expect(count).toBeGreaterThan(18);
  expect(all).toEqual([]);
});
