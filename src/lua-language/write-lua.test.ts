// Values written as Lua read back the same, and each line reads as what it is.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ScriptTrial } from '../../scripts/script-trial.ts';
import type { Json } from '../base/json.ts';
import { jsonOf, LuaReader } from './read-lua.ts';
import { luaComment, luaField, luaKey, luaLiteral, luaString, luaValue } from './write-lua.ts';

/** Characters that are invisible, or reverse the text around them. */
const UNSEEN = /[\p{Cc}\u061c\u200b-\u200f\u2028-\u202e\u2066-\u2069\ufeff]/u;

const text = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({
    unit: fc.constantFrom(
      '"',
      "'",
      '\\',
      '\n',
      '\r',
      '\0',
      '7',
      ']',
      '\u202e',
      '\u2066',
      '\u2028',
      '\ufeff',
      '\ud800',
      'é',
    ),
  }),
);
const json = fc.letrec<{ value: Json }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.constantFrom<Json>(null, true, false, 0, -0, 2 ** 53, -(2 ** 60), 1e300, 0.1, -1.5, [], {}),
    fc.integer(),
    text,
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(fc.oneof(text, fc.constantFrom('end', 'a-b', 'title')), tie('value'), {
      maxKeys: 4,
      minKeys: 1,
      noNullPrototype: true,
    }),
  ),
})).value;

/** A lone surrogate is written as U+FFFD. */
function wellFormed(value: Json): Json {
  return JSON.parse(
    JSON.stringify(value, (_, item: unknown) => (Object.is(item, -0) ? '-0' : item)).replace(
      /\\ud[89a-f]../gi,
      '\ufffd',
    ),
  ) as Json;
}

describe('a value written as Lua', () => {
  const trial = new ScriptTrial();

  it('becomes the same JSON again in Lua', async () => {
    await fc.assert(
      fc.asyncProperty(json, async (value) => {
        const source = `function tool.execute() return { v = ${luaValue(value)} } end`;
        const { result, message } = await trial.script(`tool = {}\n${source}`);
        expect(message).toBeUndefined();
        expect(wellFormed(result as Json)).toEqual(wellFormed({ v: value }));
      }),
      { numRuns: 60 },
    );
  });

  it('reads back the same without running it', () => {
    fc.assert(
      fc.property(json, fc.constantFrom('"' as const, "'" as const), (value, quote) => {
        const node = new LuaReader(`{ ${luaLiteral(value, quote)} }`).expression();
        const read = node && jsonOf(node);
        expect(read && wellFormed(read)).toEqual(wellFormed([value]));
      }),
    );
  });

  it('contains no character that hides or reverses text, and no line break in quotes', () => {
    fc.assert(
      fc.property(text, (given) => {
        for (const written of [luaString(given), luaString(given, "'"), luaKey(given), luaField(given)])
          expect(written).not.toMatch(UNSEEN);
        expect(luaComment(given)).not.toMatch(/[\n\r\u2028\u2029\u202e\u2066]/u);
      }),
    );
  });

  it.each([
    [[], 'json.array()'],
    [{}, '{}'],
    [-0, '-0.0'],
    [2 ** 53, '9007199254740992.0'],
    ['a\u202eb', '"a\\u{202e}b"'],
    ["it's", '"it\'s"'],
    [{ end: [null, 1] }, '{ ["end"] = { json.null, 1 } }'],
  ] as [Json, string][])('%j is %s', (value, lua) => {
    expect(luaValue(value)).toBe(lua);
  });
});
