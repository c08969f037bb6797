// Values between Lua and the host: an exact round trip, or an error that names the problem. The numbers in brackets
// are those of docs/attacks.json.
import { describe, expect, it } from 'vitest';
import { ScriptTrial } from '../../../scripts/script-trial.ts';

const trial = new ScriptTrial();

/** Returns the JSON text of a Lua expression's result, or the error. */
async function sent(expression: string): Promise<string> {
  const { outcome } = await trial.body(`local v = ${expression} return v`);
  return outcome.json ?? `error: ${outcome.error?.message ?? ''}`;
}

describe('numbers (D47)', () => {
  it.each([
    ['1 << 53', '9007199254740992'],
    ['(1 << 53) + 1', '9007199254740993'],
    ['math.maxinteger', '9223372036854775807'],
    ['math.mininteger', '-9223372036854775808'],
    ['2^53', '9007199254740992.0'],
    ['2^63', '9.223372036854776e+18'],
    ['-0.0', '-0.0'],
    ['0', '0'],
    ['1e15', '1e+15'],
    ['1e15 | 0', '1000000000000000'],
    ['1e308 * 10', 'null'],
    ['-1e308 * 10', 'null'],
    ['0/0', 'null'],
    ['5e-324', '4.94065645841247e-324'],
    ['1.7976931348623157e308', '1.7976931348623157e+308'],
    ['0.1 + 0.2', '0.30000000000000004'],
    ['{ 0/0, 1/0 }', '[null,null]'],
  ])('%s is sent as %s', async (expression, text) => {
    expect(await sent(expression)).toBe(text);
  });

  it('return as the same number of the same kind', async () => {
    const { result } = await trial.body(
      `local same = {}
       for i, v in ipairs { 1 << 53, (1 << 53) + 1, math.maxinteger, math.mininteger, 2^53, 2^63, -0.0, 1e15, 1e15 | 0, 5e-324, 0.1 + 0.2, 1e300 } do
         local back = json.decode(json.encode(v))
         same[i] = back == v and math.type(back) == math.type(v) and 1 / back == 1 / v
       end return same`,
    );
    expect(result).toEqual(new Array(12).fill(true));
  });
});

describe('strings (D48)', () => {
  it.each([
    ['"\\0"', '"\\u0000"'],
    ['"a\\0b"', '"a\\u0000b"'],
    ['utf8.char(0x10FFFF)', '"\u{10FFFF}"'],
    ['"\\u{2028}\\u{7F}</script>"', '"\u2028\u007F</script>"'],
    ['"\\u{FEFF}x"', '"\uFEFFx"'],
  ])('%s is sent as %s', async (expression, text) => {
    expect(await sent(expression)).toBe(text);
  });

  it.each([
    '"\\xff\\xfe"',
    '"caf\\xc3"',
    '"\\xc0\\x80"',
    '"\\xed\\xa0\\x80"',
    '"\\xed\\xa0\\xbd\\xed\\xb8\\x80"',
    '"\\xe2\\x82"',
    'utf8.char(0x7FFFFFFF)',
    '{ a = { "ok", "\\xff" } }',
    '{ ["\\xff"] = 1 }',
  ])("such as %s are rejected rather than changed when they aren't UTF-8", async (expression) => {
    const { code, message } = await trial.body(`return ${expression}`);
    expect(code).toBe('tool_error');
    expect(message).toContain('is no UTF-8 text; bytes can go through base64.encode');
  });

  it('carry all 256 bytes as base64, in both directions', async () => {
    const all = Buffer.from(Uint8Array.from({ length: 256 }, (_, i) => i)).toString('base64');
    const { result } = await trial.body(
      'local b = base64.decode(params.all) return { #b, b:byte(1), b:byte(256), base64.encode(b) }',
      { args: { all } },
    );
    expect(result).toEqual([256, 0, 255, all]);
  });

  it('reach the host unchanged in a host call', async () => {
    const { result } = await trial.body('return context.get("a\\0b\\u{1F600}\\n").id', {
      host: (_operation, payload) => payload,
    });
    expect(result).toBe('a\0b\u{1F600}\n');
  });
});

describe('tables (D49)', () => {
  it.each([
    ['{}', '{}'],
    ['json.array {}', '[]'],
    ['{ json.array {}, {} }', '[[],{}]'],
    ['json.null', 'null'],
    ['{ nil }', '{}'],
    ['{ json.null }', '[null]'],
    ['{ 1, nil, 3 }', '[1,null,3]'],
    ['{ [1] = 1, [1000000] = 2 }', '[1]'],
    ['{ 1, 2, x = 3 }', '[1,2]'],
    ['{ [3] = "x" }', '{"3":"x"}'],
    ['{ [0] = "x" }', '{"0":"x"}'],
    ['{ [-1] = "x", [1.5] = "y" }', '{"-1":"x","1.5":"y"}'],
    [
      '{ [2] = 1, ["2"] = 2 }',
      'error: t: tool.execute: result has the key "2" twice, as a number and as a string',
    ],
    ['{ b = 1, a = 2, B = 3 }', '{"B":3,"a":2,"b":1}'],
    ['json.array { 1, x = 2 }', '[1]'],
    ['json.array { x = 2 }', '[]'],
  ])('%s is sent as %s', async (expression, text) => {
    expect(await sent(expression)).toBe(text);
  });
});

describe('keys (D50)', () => {
  it.each([
    ['{ [true] = 1 }', 'error: t: tool.execute: result has a key that is a boolean; JSON keys are strings'],
    ['{ [{}] = 1 }', 'error: t: tool.execute: result has a key that is a table; JSON keys are strings'],
    ['{ [print] = 1 }', 'error: t: tool.execute: result has a key that is a function; JSON keys are strings'],
    ['{ [1.5] = 1 }', '{"1.5":1}'],
    ['{ [""] = 1 }', '{"":1}'],
    ['{ ["\\0\\n"] = 1 }', '{"\\u0000\\n":1}'],
    [
      '{ __proto__ = { admin = true }, constructor = 1, toString = 2, ["then"] = 3, toJSON = 4 }',
      '{"__proto__":{"admin":true},"constructor":1,"then":3,"toJSON":4,"toString":2}',
    ],
  ])('%s is sent as %s', async (expression, text) => {
    expect(await sent(expression)).toBe(text);
  });

  it('of half a megabyte pass, and are refused above the result limit', async () => {
    expect((await sent('{ [("k"):rep(500000)] = 1 }')).length).toBe(500_006);
    expect(await sent('{ [("k"):rep(2^20)] = 1 }')).toMatch(/^error: the result is 1048582 bytes of JSON/);
  });

  it('with a meaning in JavaScript change nothing in a host call', async () => {
    let seen: unknown;
    await trial.body('context.get("x")', {
      host: (_operation, payload) => {
        seen = payload;
        return JSON.parse('{"__proto__":{"admin":true},"then":1}') as null;
      },
    });
    expect(seen).toEqual({ id: 'x' });
    expect(({} as Record<string, unknown>)['admin']).toBeUndefined();
  });
});

describe('depth (D51)', () => {
  const nested = (levels: number) =>
    `(function() local t = {} for _ = 2, ${levels} do t = { t } end return t end)()`;

  it('is limited to 64 levels, for lists and objects', async () => {
    expect(await sent(nested(64))).toBe(`${'['.repeat(63)}{}${']'.repeat(63)}`);
    for (const levels of [65, 1e4, 1e5]) {
      expect(await sent(nested(levels))).toMatch(
        /^error: t: tool\.execute: result.* is nested deeper than 64 levels$/,
      );
    }
    expect(await sent('(function() local t = {} for _ = 1, 65 do t = { a = t } end return t end)()')).toMatch(
      /nested deeper than 64 levels$/,
    );
  });

  it('can be limited lower or higher by a run', async () => {
    expect((await trial.body('return { { {} } }', { limits: { depth: 2 } })).message).toMatch(
      /deeper than 2 levels/,
    );
    const { outcome } = await trial.body(`local t = ${nested(200)} return t`, { limits: { depth: 200 } });
    expect(outcome.json).toHaveLength(2 * 200);
  });

  it("doesn't matter to the decoder, however deep the text", async () => {
    const { result } = await trial.body(
      `local s = ("["):rep(1e5) local ok, e = pcall(json.decode, s) return { ok, e }`,
    );
    expect(result).toEqual([
      false,
      't:1: json.decode: the text is nested deeper than 64 levels at line 1, column 65',
    ]);
  });

  it('tells a cycle from a value in two places', async () => {
    expect(await sent('(function() local t = {} t.self = t return t end)()')).toBe(
      'error: t: tool.execute: result.self contains itself',
    );
    expect(await sent('(function() local t = {} return { a = t, b = t } end)()')).toBe('{"a":{},"b":{}}');
  });

  it('of an unfolded graph is limited by memory and the result limit', async () => {
    const { code, message } = await trial.body('local t = { 1 } for _ = 1, 24 do t = { t, t } end return t', {
      timeout: 20,
    });
    expect(code).toBe('tool_error');
    expect(message).toMatch(/not enough memory: a tool may use 32 MiB|bytes of JSON/);
  });
});

describe('size (D52)', () => {
  it('of a result is checked before it leaves', async () => {
    expect(
      await sent('(function() local t = {} for i = 1, 1e5 do t[i] = i end return t end)()'),
    ).toHaveLength(588_896);
    const { message } = await trial.body('local t = {} for i = 1, 3e5 do t[i] = 1000000 end return t', {
      timeout: 20,
    });
    expect(message).toMatch(/^the result is 2400001 bytes of JSON; at most 1048576 are allowed/);
  });

  it('of an answer is checked before Lua gets it', async () => {
    const { result } = await trial.body('local ok, e = pcall(context.get, "x") return { ok, e }', {
      host: () => 'x'.repeat(8 * 1024 * 1024),
    });
    expect(result).toEqual([false, 't:1: the answer is larger than 8 MiB; ask for less']);
  });
});
