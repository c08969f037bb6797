// The messages about text that cannot be formatted, derived from the formatter's own.
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

it("formats Lua 5.4 in the bundled tools' style, including attributes", () => {
  expect(format("local x<const>,y<close> = 1,nil\ngoto out\n::out::\nreturn {a='b',x//2}", STYLE)).toBe(
    'local x <const>, y <close> = 1, nil\ngoto out\n::out::\nreturn { a = "b", x // 2 }\n',
  );
});

it('says in a sentence where a text is invalid', () => {
  expect(problemOf('local x = = 1')).toBe('line 1 has an unexpected token `=`, expected an expression.');
  expect(problemOf('return 1,\n\nfoo(')).toBe(
    'line 3 has an unexpected token `(`, expected `)` to close function call.',
  );
});
