// Calls are found by the meaning of a name, not by text search.
import { expect, it } from 'vitest';
import { callsIn } from './calls-in.ts';

it.each([
  ['http.get(url) http.get(url)', ['http.get']],
  ['local json = json return json.parse(text), sleep(1)', ['json.parse', 'sleep']],
  [
    'function tool.execute(p, ctx) return ctx.search(p.q), tools.weather_check {} end',
    ['context.search', 'tools.weather_check'],
  ],
  ['-- http.post\nlocal s = "http.put(1)" print(s) string.format("x")', []],
  ['local http = { get = print } http.get(1)', []],
  ['local ok = pcall(fs.read, "a") return tools', ['fs.read']],
])('%s', (source, calls) => {
  expect(callsIn(source)).toEqual(calls);
});
