// Completions at a position, which is marked with |.
import { describe, expect, it } from 'vitest';
import { completionsAt, type Completion } from './complete.ts';
import type { Surroundings } from './surroundings.ts';
import { WEATHER } from './weather-tool.test-support.ts';

const AROUND: Surroundings = {
  files: {
    'lib/words.lua': 'local M = {}\nfunction M.count(text, limit) end\nM.version = "1"\nreturn M',
    'notes.md': '',
  },
  tools: [WEATHER, { name: 'two-words', description: 'x', parameters: { type: 'object' } }],
  config: ['site', 'token'],
};

const TOOL = `tool = { parameters = {
  { name = "city", type = "string", required = true, description = "Which" },
  { name = "days", type = "integer" } } }
function tool.execute(params, context)
`;

function at(marked: string): Completion[] | undefined {
  const offset = marked.indexOf('|');
  const found = completionsAt(marked.replace('|', ''), offset, AROUND);
  return found?.items.filter(({ label }) => label.startsWith(marked.slice(found.from, offset)));
}
const labels = (marked: string): string[] | undefined => at(marked)?.map(({ label }) => label);

describe('after a dot', () => {
  it('offers the functions of a table, with their arguments', () => {
    expect(labels('local x = http.p|')).toEqual(['post', 'put', 'patch']);
    expect(at('http.|')).toContainEqual({
      label: 'get',
      kind: 'function',
      detail: '(url, options?)',
      help: expect.stringContaining('GET') as string,
      insert: 'get(${1:url})',
    });
    expect(labels(`http.|\nlocal a = 1\nreturn a`)).toContain('request');
    expect(labels('math.p|')).toEqual(['pi']);
  });

  it('offers the installed tools, called with a table of required arguments', () => {
    expect(at('return tools.w|')).toEqual([
      {
        label: 'weather',
        kind: 'tool',
        help: 'The weather of a city',
        insert: 'weather{ city = "${1:city}" }',
      },
    ]);
    expect(labels('tools.|')).toEqual(['weather', 'all']);
  });

  it('offers settings, and the parameters that the script declares', () => {
    expect(labels(`${TOOL} return context.config.|`)).toEqual(['site', 'token']);
    expect(labels(`${TOOL} return params.|\nend`)).toEqual(['city', 'days']);
    expect(labels(`tool = {} function tool.execute(p, c) return c.sea|`)).toEqual(['search']);
    expect(
      labels(
        'tool = { parameters = { type = "object", properties = { a = { type = "string" } } } } function tool.execute(x) x.|',
      ),
    ).toEqual(['a']);
  });

  it("offers the fields of a call's result", () => {
    expect(labels('local answer = http.get(url)\nif answer.|')).toEqual([
      'status',
      'ok',
      'headers',
      'body',
      'json',
      'streamed',
    ]);
    expect(labels('for _, hit in ipairs(context.search("x")) do print(hit.s|) end')).toEqual([
      ...['score', 'source', 'source_id', 'source_url', 'snippet'],
    ]);
    expect(labels('local hits = context.search("x")\nlocal first = hits[1]\nfirst.t|')).toEqual(['title']);
    expect(
      labels('local hits = context.search("x")\nhits = {}\nlocal first = hits[1]\nfirst.t|'),
    ).toBeUndefined();
  });

  it('offers what the text put into a table, and the exports of a module', () => {
    expect(labels('local t = { a = 1, b = { c = 2 } }\nfunction t.d() end\nt.|')).toEqual(['a', 'b', 'd']);
    expect(labels('local t = { b = { c = 2 } }\nt.b.|')).toEqual(['c']);
    expect(at('local words = require "words"\nwords.|')).toEqual([
      { label: 'count', kind: 'function', detail: '(text, limit)' },
      { label: 'version', kind: 'field' },
    ]);
  });

  it('offers the string functions after a colon', () => {
    expect(at('local s = ""\ns:gs|')).toMatchObject([
      { label: 'gsub', detail: '(pattern, replacement, n?)', insert: 'gsub(${1:pattern}, ${2:replacement})' },
    ]);
  });
});

describe('elsewhere', () => {
  it('offers visible locals, nearest first, then globals and keywords', () => {
    const found =
      labels('local outer = 1\nlocal function inner(a, b)\n  local x = 2\n  |\nend\nlocal later = 3') ?? [];
    expect(found.slice(0, 5)).toEqual(['x', 'b', 'a', 'inner', 'outer']);
    expect(found).toEqual(expect.arrayContaining(['http', 'print', 'return', 'tools']));
    expect(found).not.toContain('later');
    expect(labels('do local gone = 1 end\ngo|')).toEqual(['goto']);
  });

  it('offers the fields of options, and the parameters of a tool', () => {
    expect(labels('http.get(url, { |')).toEqual(['headers', 'params', 'timeout', 'retries', 'on_event']);
    expect(labels('http.get(url, { headers = { a = 1 }, t| })')).toEqual(['timeout']);
    expect(labels('http.request{ url = "x", m|')).toEqual(['method']);
    expect(at('tools.weather{ d|')).toEqual([
      { label: 'days', kind: 'parameter', detail: ': integer', insert: 'days = ' },
    ]);
    expect(labels('http.get(url, { timeout = tonum|')).toEqual(['tonumber']);
  });

  it('offers modules and settings inside the strings that name them', () => {
    expect(labels('local m = require("|')).toEqual(['lib.words']);
    expect(labels("local m = require 'lib.w|'")).toEqual(['lib.words']);
    expect(labels('env.get("t|")')).toEqual(['token']);
  });

  it.each(['-- http.|', '--[[ a|', 'local x = "http.|', 'local na|', 'for i|', 'x = 12|', '[[ |'])(
    'nothing in %s',
    (marked) => expect(labels(marked)).toBeUndefined(),
  );
});

it('answers at every position of any text', () => {
  const text = `${TOOL} local r = http.get("a", { headers = {} }) if r.ok then return tools.weather{ city = params.city } end\nend`;
  for (let length = 0; length <= text.length; length++) completionsAt(text.slice(0, length), length, AROUND);
  for (let offset = 0; offset <= text.length; offset++) completionsAt(text, offset, AROUND);
});
