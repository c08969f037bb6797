// What is said when a text cannot be laid out, read from what the formatter itself says of such texts.
import { format } from '@wasm-fmt/lua_fmt/node';
import { expect, it } from 'vitest';
import { firstProblem, STYLE } from './format-lua-style.ts';

function problemOf(source: string): string {
  try {
    return format(source, STYLE);
  } catch (error) {
    return firstProblem(String(error));
  }
}

it('lays Lua 5.4 out as the bundled tools are written, attributes and all', () => {
  expect(format("local x<const>,y<close> = 1,nil\ngoto out\n::out::\nreturn {a='b',x//2}", STYLE)).toBe(
    'local x <const>, y <close> = 1, nil\ngoto out\n::out::\nreturn { a = "b", x // 2 }\n',
  );
});

it('says in a sentence where a text is no Lua', () => {
  expect(problemOf('local x = = 1')).toBe('line 1 has an unexpected token `=`, expected an expression.');
  expect(problemOf('return 1,\n\nfoo(')).toBe(
    'line 3 has an unexpected token `(`, expected `)` to close function call.',
  );
});
