// Where a name is defined: | marks the position, « » the expected definition.
import { expect, it } from 'vitest';
import { definitionAt } from './definition.ts';

const FILES = {
  'lib/words.lua': 'local M = {}\nfunction M.count(text) end\nM.size = 3\nreturn M',
  'data.txt': '',
};

it.each([
  'local «total» = 1\nreturn to|tal',
  'local «total» = 1\nlocal total2 = total\nreturn |total',
  'local x = 1\ndo local «x» = 2 print(|x) end\nreturn x',
  'local «x» = 1\ndo local x = 2 print(x) end\nreturn x|',
  'function tool.execute(«params») return pa|rams.city end',
  'for _, «item» in ipairs({}) do print(i|tem) end',
  'local function «walk»(n) return wal|k(n - 1) end',
  '«total» = 0\nfunction add() tot|al = total + 1 end',
  'local M = {}\nfunction M.«trim»(s) end\nreturn M.tr|im("a")',
  'tool = { parameters = { { name = «"city"» } } }\nfunction tool.execute(params) return params.ci|ty end',
])('in the same text: %s', (marked) => {
  const [from, to] = [marked.replace('|', '').indexOf('«'), marked.replace('|', '').indexOf('»') - 1];
  const offset = marked.replace(/[«»]/g, '').indexOf('|');
  const source = marked.replace(/[«»|]/g, '');
  expect(definitionAt(source, offset, FILES)).toEqual({ path: undefined, from, to });
});

it.each([
  ['local words = require("lib.words")\nwords.cou|nt("a")', 'count'],
  ['local words = require("lib.words")\nreturn words.si|ze', 'size'],
  ['require("lib.w|ords")', ''],
  ['require "words|"', ''],
])('in a module: %s', (marked, name) => {
  const found = definitionAt(marked.replace('|', ''), marked.indexOf('|'), FILES);
  expect(found?.path).toBe('lib/words.lua');
  expect(FILES['lib/words.lua'].slice(found?.from, found?.to)).toBe(name);
});

it.each([
  'return http.g|et("x")',
  'return nob|ody',
  'require("no.such|")',
  'local s = "lib.w|ords"',
  'return |',
  'prin|t(1)',
])('nowhere: %s', (marked) => {
  expect(definitionAt(marked.replace('|', ''), marked.indexOf('|'), FILES)).toBeUndefined();
});
