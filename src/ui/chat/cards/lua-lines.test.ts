// What the user sees of a script before it runs.
import { expect, it } from 'vitest';
import { luaLines, plainLines } from './lua-lines.ts';

const shown = (source: string): string[] =>
  luaLines(source).map((line) => line.map(({ text }) => text).join(''));

it('keeps every character, line by line', () => {
  const source = 'local a = "x" -- note\n\nreturn a';
  expect(shown(source)).toEqual(source.split('\n'));
});

it('colours Lua tokens, including multi-line ones', () => {
  const kinds = luaLines('return [[one\ntwo]]').map((line) => line.map(({ kind }) => kind));
  expect(kinds).toEqual([['keyword', 'space', 'string'], ['string']]);
});

it('breaks lines like Lua: text after a lone carriage return is not part of a comment', () => {
  const lines = luaLines('-- harmless\rfs.delete("all")\r\nreturn 1');
  expect(lines).toHaveLength(3);
  expect(lines[1]?.[0]).toMatchObject({ kind: 'name', text: 'fs' });
});

it('shows invisible characters and those that reverse text', () => {
  const pieces = luaLines('x = "a\u202Eb"').flat();
  expect(pieces.find(({ hidden }) => hidden)).toMatchObject({ text: 'U+202E', kind: 'string' });
});

it('reads only the end of a script that grows, and keeps its number of lines', () => {
  const lines = plainLines('a\nb\u202e\nc\u200b', 2).map((line) => line.map(({ text }) => text).join(''));
  expect(lines).toEqual(['', 'bU+202E', 'cU+200B']);
});
