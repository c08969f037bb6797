// Lua text as tokens: they cover every text without a gap, and separate strings and comments from code.
import { readdirSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { luaStringValue, luaTokens, type LuaToken } from './lua-tokens.ts';
import { PIECES } from './lua-pieces.test-support.ts';

const code = (source: string): string[] =>
  luaTokens(source)
    .filter(({ kind }) => kind !== 'space' && kind !== 'comment')
    .map(({ text }) => text);
const kinds = (source: string): string =>
  luaTokens(source)
    .filter(({ kind }) => kind !== 'space')
    .map(({ kind, text }) => `${kind} ${text}`)
    .join(' | ');
const value = (source: string): string => luaStringValue(luaTokens(source)[0] as LuaToken);

describe('tokens', () => {
  it('distinguish names, keywords, numbers, strings and operators', () => {
    expect(kinds('local x<const> = y.z[1]')).toBe(
      'keyword local | name x | operator < | name const | operator > | operator = | name y | operator . | name z | operator [ | number 1 | operator ]',
    );
  });

  it('take the longest operator', () => {
    expect(code('a...b..c.d::e::~=~<<=>>=//==')).toEqual([
      ...['a', '...', 'b', '..', 'c', '.', 'd', '::', 'e', '::', '~=', '~', '<<', '=', '>>', '=', '//', '=='],
    ]);
  });

  it.each(['3', '0xff', '0xA.8p-1', '.5', '5.', '1e10', '3E-2', '0x.1p4', '1.5e+3'])('read %s', (number) => {
    expect(luaTokens(number)).toMatchObject([{ kind: 'number', text: number }]);
    expect(luaTokens(number)[0]?.problem).toBeUndefined();
  });

  it.each(['3..2', '1x', '0x', '1e', '0x1p', '5a', '1.2.3'])('reject %s as a number', (number) => {
    expect(luaTokens(number)[0]?.problem?.message).toBe('malformed number');
  });

  it('end long strings and comments at the bracket of their own level', () => {
    expect(code('a [==[ ]] ]=] "x ]==] b')).toEqual(['a', '[==[ ]] ]=] "x ]==]', 'b']);
    expect(code('a --[[ b\n ]] c --[=[ ]] ]=] d -- e ]]\nf --[==x\ng')).toEqual(['a', 'c', 'd', 'f', 'g']);
    expect(code('t[t[1]]')).toEqual(['t', '[', 't', '[', '1', ']', ']']);
  });

  it('skip a first line that begins with #, even after a byte order mark', () => {
    expect(code('#!/usr/bin/lua "\nx')).toEqual(['x']);
    expect(code('\ufeff# "\nx = #y')).toEqual(['x', '=', '#', 'y']);
  });

  it('have the right positions with any line break', () => {
    const tokens = luaTokens('a\r\nb\n\rc\rd\n\n [[x\ny]] e').filter(({ kind }) => kind !== 'space');
    expect(
      tokens.map(({ text, line, column, endLine, endColumn }) => [text, line, column, endLine, endColumn]),
    ).toEqual([
      ['a', 1, 1, 1, 2],
      ['b', 2, 1, 2, 2],
      ['c', 3, 1, 3, 2],
      ['d', 4, 1, 4, 2],
      ['[[x\ny]]', 6, 2, 7, 4],
      ['e', 7, 5, 7, 6],
    ]);
  });

  it.each([
    ['"abc\nx', 'unfinished string', 0],
    ["x = 'abc", 'unfinished string', 4],
    ['"a\\qb"', 'invalid escape sequence', 2],
    ['"\\300"', 'invalid escape sequence', 1],
    ['"\\u{110000000}"', 'invalid escape sequence', 1],
    ['"\\xg0"', 'invalid escape sequence', 1],
    ['x = [==[ abc ]]', 'unfinished long string', 4],
    ['--[[ abc', 'unfinished long comment', 0],
    ['x = é', 'unexpected symbol', 4],
    ['x = [=y', 'invalid long string delimiter', 4],
  ])('report the error in %j, and its position', (source, message, at) => {
    expect(luaTokens(source).find(({ problem }) => problem)?.problem).toEqual({ message, at });
  });

  it('hold the values of strings', () => {
    expect(value('"a\\tb\\65\\x42\\u{43}\\\n\\z  \n  d\\"\'"')).toBe('a\tbABC\nd"\'');
    expect(value("'it\\'s'")).toBe("it's");
    expect(value('[==[\nline ]] \\n]==]')).toBe('line ]] \\n');
  });
});

describe('any text', () => {
  /** Throws unless the tokens cover the text and have the right positions. */
  function checkCover(source: string): void {
    let at = 0;
    for (const { start, end, text } of luaTokens(source)) {
      if (start !== at || end <= start || text !== source.slice(start, end))
        throw new Error(`a gap at ${at}`);
      at = end;
    }
    if (at !== source.length) throw new Error('the end is missing');
  }

  it('is covered without a gap, including all corpus scripts', () => {
    const corpus = new URL('../sandbox/worker/corpus/', import.meta.url);
    let lines = 0;
    for (const name of readdirSync(corpus)) {
      if (!/\.(txt|lua)$/.test(name)) continue;
      const text = readFileSync(new URL(name, corpus), 'utf8');
      checkCover(text);
      for (const line of text.split('\n')) checkCover(line);
      lines += text.split('\n').length;
    }
    expect(lines).toBeGreaterThan(1300);
    const pieces = fc.constantFrom(
      ...PIECES,
      ...['\r', '#', '\u00e9', '\ud83d\ude00', '\ud83d', '\0', '~', ':', '<', '--[[', ']]', 'end'],
    );
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 40 }), (parts) => checkCover(parts.join(''))),
      { numRuns: 500 },
    );
  });

  it.each([
    ['open brackets', '['],
    ['open brackets with a sign', '[='],
    ['dots', '.'],
    ['digits', '1'],
    ['hexadecimal digits and a letter', 'e'],
    ['quotes', '"'],
    ['backslashes in a string', '\\'],
    ['comments', '--[=[x]=]'],
    ['apparent comments', '--[=='],
    ['empty lines', '\r\n'],
    ['letters unknown to Lua', 'é'],
  ])('takes linear time: %s', { retry: 2 }, (_name, piece) => {
    // The CPU time is that of all threads, hence the retries: quadratic time fails each try.
    const timeOf = (size: number): number => {
      const source = `x = "${piece === '\\' ? '' : '"'}0${piece.repeat(size / piece.length)}_`;
      // Garbage collection can only slow a run down.
      const runs = Array.from({ length: 3 }, () => {
        const before = process.cpuUsage();
        luaTokens(source);
        return process.cpuUsage(before).user / 1000;
      });
      return Math.min(...runs);
    };
    timeOf(10_000);
    const [small, large] = [Math.max(4, timeOf(20_000)), timeOf(160_000)];
    // For eight times the text, quadratic time would be 64 times as much.
    expect(large).toBeLessThan(small * 40);
  });
});
