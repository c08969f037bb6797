// Help for a name at a position, which is marked with |.
import { expect, it } from 'vitest';
import { helpAt, type Help } from './help.ts';
import type { Surroundings } from './surroundings.ts';
import { WEATHER } from './weather-tool.test-support.ts';

const AROUND: Surroundings = {
  files: {
    'lib/words.lua':
      'local M = {}\n-- Counts words.\n-- Quickly.\nfunction M.count(text, limit) end\nreturn M',
  },
  tools: [WEATHER],
  config: ['site'],
};

const TOOL = `tool = { parameters = { { name = "city", required = true, description = "Which" } } }
function tool.execute(params, context)
`;

function help(marked: string): Help | undefined {
  return helpAt(marked.replace('|', ''), marked.indexOf('|'), AROUND);
}

it.each([
  ['return string.re|p("a", 2)', 'string.rep(', /\w/],
  ['log.in|fo("x")', 'log.info(...)', /log/],
  ['return ht|tp', 'http', /hosts/],
  [`${TOOL} return params.ci|ty end`, 'city: string', /^Which$/],
  [`${TOOL} return par|ams end`, 'params', /arguments/],
  [`${TOOL} return context.config.si|te end`, 'context.config.site', /setting/],
  ['local answer = http.get(url)\nreturn answer.sta|tus', 'status: integer', /200/],
  ['local answer = http.get(url)\nreturn ans|wer', 'local answer: HttpAnswer', /^$/],
  [
    '-- Twice.\nlocal function double(n) return n * 2 end\nreturn dou|ble(1)',
    'local function double(n)',
    /^Twice\.$/,
  ],
  ['count = 1\nreturn cou|nt', 'count', /global/],
  [
    'local words = require("lib.words")\nreturn words.cou|nt("a")',
    'M.count(text, limit)',
    /^Counts words\. Quickly\. From lib\/words\.lua$/,
  ],
])('%s', (marked, signature, words) => {
  const found = help(marked);
  expect(found?.signature.slice(0, signature.length)).toBe(signature);
  expect(found?.help).toMatch(words);
});

it('has the arguments of a call, the fields of their tables, and the result', () => {
  const { fields = [], from, to, signature } = help('return http.po|st(url)') as Help;
  expect(signature).toBe('http.post(url, body?, options?): HttpAnswer');
  expect(['return http.post(url)'.slice(from, to)]).toEqual(['http.post']);
  expect(fields.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['url', 'body?', 'options?', 'options.timeout?', '→ status', '→ json?']),
  );
});

it('has the arguments of another tool, without a question mark after required ones', () => {
  expect(help('tools.wea|ther{}')).toMatchObject({
    signature: 'tools.weather{…}',
    help: 'The weather of a city',
    fields: [
      { name: 'city', type: 'string', help: 'Which city' },
      { name: 'days?', type: 'integer', help: '' },
    ],
  });
});

it.each([
  'return |nobody_knows_this',
  'return "http.g|et"',
  '-- http.g|et',
  'return http.no_such_|call',
  '|',
  'tools.unknown|{}',
])('returns nothing for an unknown name: %s', (marked) => {
  expect(help(marked)).toBeUndefined();
});
