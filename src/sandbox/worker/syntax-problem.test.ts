// The place of syntax errors, in the real virtual machine.
import { beforeAll, describe, expect, it } from 'vitest';
import { readPrelude } from '../../../scripts/prelude.ts';
import fc from 'fast-check';
import { luaTokens } from '../../lua-language/lua-tokens.ts';
import { compileWith } from './compile.ts';
import { findSyntaxProblem } from './syntax-problem.ts';
import { LuaVm } from './vm.ts';
import { expectWithin } from '../../../scripts/expect-within.ts';
import { PIECES } from '../../lua-language/lua-pieces.test-support.ts';

let vm: LuaVm;
beforeAll(async () => {
  vm = await LuaVm.load(readPrelude());
});

/** Returns the text with the place marked, and the message. */
async function problemOf(source: string): Promise<string | undefined> {
  const found = await findSyntaxProblem('t.lua', source, (text) => compileWith(vm, text));
  if (!found) return undefined;
  const { line, column, endLine, endColumn, message } = found;
  return `${line}:${column}-${endLine}:${endColumn} ${message}`;
}

describe('a syntax problem', () => {
  it.each([
    ['at the token that Lua names', 'local x = = 5', "1:11-1:12 unexpected symbol near '='"],
    ['at the right one of many', 'local x = (1) + (2)) + (3)', "1:20-1:21 unexpected symbol near ')'"],
    ['in the second line', 'local a = 1\nlocal b = then', "2:11-2:15 unexpected symbol near 'then'"],
    ['at a name', 'x = 1 y z = 2', "1:9-1:10 syntax error near 'z'"],
    ['at a string, not at what it holds', 'x = "a" "b\\n" "c"', '1:9-1:14 unexpected symbol near \'"b\n"\''],
    ['at a number', 'local t = {1 2}', "1:14-1:15 '}' expected near '2'"],
    ['at a comment’s neighbour', 'x = ) -- )', "1:5-1:6 unexpected symbol near ')'"],
    [
      'at the end',
      'function f()\n  return 1\n',
      "3:1-3:1 'end' expected (to close 'function' at line 1) at the end of the text",
    ],
    ['where an unfinished string began', 'x = 1\ny = "abc\nz = 2', "2:5-2:9 unfinished string near '\"abc'"],
    [
      'where an unfinished comment began',
      'x = 1 --[[ abc\nz = 2',
      '1:7-2:6 unfinished long comment (starting at line 1) at the end of the text',
    ],
    [
      'where an unfinished long string began',
      'x = [==[ abc\nz = 2',
      '1:5-2:6 unfinished long string (starting at line 1) at the end of the text',
    ],
    ['at an escape', 'x = "abc\\qd"', "1:9-1:13 invalid escape sequence near '\"abc\\q'"],
    ['at a wrong number', 'local x = 3x', "1:11-1:13 malformed number near '3x'"],
    ['at a letter that is none of Lua’s', 'local ü = 1', "1:7-1:8 <name> expected near '<\\195>'"],
    [
      'at the column of an editor, after wide characters',
      'x = "😀é" )',
      "1:11-1:12 unexpected symbol near ')'",
    ],
    [
      'on a line that Lua names without a token',
      'goto nowhere',
      "1:1-1:13 no visible label 'nowhere' for <goto> at line 1",
    ],
    ['behind a line for shells', '#!/usr/bin/lua )\nx = )', "2:5-2:6 unexpected symbol near ')'"],
    ['behind a byte order mark', '\ufeffx = )', "1:6-1:7 unexpected symbol near ')'"],
    [
      'in the whole text when it is binary',
      '\x1bLua',
      "1:1-1:5 attempt to load a binary chunk (mode is 't')",
    ],
    ['before what is wrong later', 'x = = 1\ny = "abc', "1:5-1:6 unexpected symbol near '='"],
  ])('%s', async (_name, source, expected) => {
    expect(await problemOf(source)).toBe(expected);
  });

  it('is absent from a text that compiles', async () => {
    expect(await problemOf('local x <const> = 1 return x // 2 & 3')).toBeUndefined();
    expect(await problemOf('')).toBeUndefined();
  });
});

it('is found without running any of the text', async () => {
  expect(await problemOf('while true do end')).toBeUndefined();
  expect(await problemOf('error("run")')).toBeUndefined();
});

it('is found quickly in a hundred files, and includes nesting that is too deep', async () => {
  const source = 'x = { a = function(b) return b + 1 end }\n'.repeat(200);
  await expectWithin(4000, async () => {
    for (let i = 0; i < 100; i++) expect(await problemOf(`${source}local y = = ${i}`)).toMatch(/^201:11/);
  });
  expect(await problemOf(`x = ${'('.repeat(300)}`)).toMatch(/^1:\d+.*(overflow|levels)/);
});

it('in a token is found exactly where Lua’s own lexer finds it', async () => {
  const pieces = fc.constantFrom(...PIECES, ...['\\x4', '\\9', '--[[', ']]', '5p+', 'x=']);
  const lexical =
    /unfinished|malformed number|escape|hexadecimal digit|missing '|invalid long string|UTF-8 value/;
  let faults = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(pieces, { maxLength: 8 }), async (parts) => {
      const source = `x=${parts.join('')}`;
      const said = await compileWith(vm, source);
      const ours = luaTokens(source).some(({ problem }) => problem);
      if (said === undefined) expect(ours).toBe(false);
      else if (lexical.test(said)) expect([(faults += 1), ours]).toEqual([faults, true]);
    }),
    { numRuns: 1500 },
  );
  expect(faults).toBeGreaterThan(100);
});
