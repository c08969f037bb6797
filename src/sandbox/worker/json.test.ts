// JSON inside Lua: the rules of the tool contract, and lossless round trips.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ScriptTrial } from '../../../scripts/script-trial.ts';
import { withNilForNull } from './nil-for-null.test-support.ts';

const trial = new ScriptTrial();
/** Returns the exact JSON text of a Lua expression's result. */
const encoded = async (expression: string): Promise<string | undefined> => {
  const { outcome } = await trial.body(`local v = ${expression} return v`);
  return outcome.json ?? outcome.error?.message;
};

describe('encoding', () => {
  it.each([
    ['nil', 'null'],
    ['{}', '{}'],
    ['json.array()', '[]'],
    ['json.array({})', '[]'],
    ['{ 1, nil, 3 }', '[1,null,3]'],
    ['{ 1, json.null, 3 }', '[1,null,3]'],
    ['{ a = json.null }', '{"a":null}'],
    ['{ b = 1, a = 2 }', '{"a":2,"b":1}'],
    ['{ 1, 2, a = "x" }', '[1,2]'],
    ['{ [3] = "x" }', '{"3":"x"}'],
    ['1.0', '1.0'],
    ['-0.0', '-0.0'],
    ['1e300', '1e+300'],
    ['0.1', '0.1'],
    ['1 / 3', '0.3333333333333333'],
    ['0 / 0', 'null'],
    ['1 / 0', 'null'],
    ['-1 / 0', 'null'],
    ['math.maxinteger', '9223372036854775807'],
    ['math.mininteger', '-9223372036854775808'],
    ['(1 << 53) + 1', '9007199254740993'],
    ['true', 'true'],
    ['"\\0\\1\\n\\"\\\\é"', '"\\u0000\\u0001\\n\\"\\\\é"'],
    ['json.parse("[]")', '[]'],
    ['json.parse("{}")', '{}'],
    ['json.parse("[1,null,3]")', '[1,null,3]'],
    ['json.parse("[null]")', '[]'],
    ['json.parse("[null]", { null = json.null })', '[null]'],
    ['json.parse("null", { null = json.null })', 'null'],
    ['json.decode([[{"a":null,"b":[null,1,null]}]], { null = json.null })', '{"a":null,"b":[null,1,null]}'],
    ['json.parse([[{"a":null,"b":[null,1,null]}]])', '{"b":[null,1]}'],
    ['json.parse([=[[null,{"a":null}]]=], { null = false })', '[false,{"a":false}]'],
    ['json.parse("[null]", 1)', '[]'],
    ['json.parse("null")', 'null'],
  ])('turns %s into %s', async (expression, text) => {
    expect(await encoded(expression)).toBe(text);
  });

  it.each([
    ['print', 'tool.execute: result is a function, which JSON cannot hold'],
    ['{ a = { print } }', 'tool.execute: result.a[1] is a function'],
    ['coroutine.create(print)', 'tool.execute: result is a thread'],
    ['(function() local t = {} t.x = { t } return t end)()', 'tool.execute: result.x[1] contains itself'],
    ['{ [true] = 1 }', 'tool.execute: result has a key that is a boolean'],
    ['{ [2] = 1, ["2"] = 2 }', 'tool.execute: result has the key "2" twice'],
    [
      '(function() local t = {} for _ = 1, 70 do t = { t } end return t end)()',
      'nested deeper than 64 levels',
    ],
  ])('refuses %s', async (expression, message) => {
    expect(await encoded(expression)).toContain(message);
  });

  it('accepts 64 levels and one value in two places', async () => {
    expect(await encoded('(function() local t = {} for _ = 1, 63 do t = { t } end return t end)()')).toMatch(
      /^\[{63}/,
    );
    expect(await encoded('(function() local t = {} return { t, t } end)()')).toBe('[{},{}]');
  });

  it('ignores metamethods', async () => {
    expect(
      await encoded(
        'setmetatable({ 1 }, { __len = function() return 9 end, __pairs = error, __index = error })',
      ),
    ).toBe('[1]');
  });

  it('indents', async () => {
    expect(
      (
        await trial.body(
          'local s = json.encode({ a = { 1, {} }, b = json.array() }, { indent = 2 }) return s',
        )
      ).result,
    ).toBe('{\n  "a": [\n    1,\n    {}\n  ],\n  "b": []\n}');
  });
});

describe('decoding', () => {
  it.each([
    ['1', 'integer'],
    ['1.0', 'float'],
    ['1e2', 'float'],
    ['-0', 'float'],
    ['9223372036854775807', 'integer'],
    ['18446744073709551615', 'float'],
  ])('reads %s as %s', async (text, kind) => {
    expect((await trial.body('return math.type(json.decode(params.text))', { args: { text } })).result).toBe(
      kind,
    );
  });

  it.each([
    '',
    ' ',
    '{',
    '[',
    '[1,]',
    '{"a":1,}',
    '{"a"}',
    '{a:1}',
    "{'a':1}",
    '[1 2]',
    '01',
    '+1',
    '.5',
    '1.',
    '1e',
    '0x10',
    'nul',
    'True',
    'NaN',
    '"',
    '"\\x"',
    '"\\u12"',
    '"a\nb"',
    '[1]]',
    '// 1',
    '\uFEFF1',
    '1,000',
    '--1',
    '['.repeat(65) + ']'.repeat(65),
  ])('refuses %j and says where', async (text) => {
    const { result } = await trial.body('local ok, e = pcall(json.decode, params.text) return { ok, e }', {
      args: { text },
    });
    expect(result).toEqual([false, expect.stringMatching(/^t:1: json\.decode: .+ at line \d+, column \d+$/)]);
  });

  it('has two names, is named in errors as called, and accepts numbers as text', async () => {
    expect((await trial.body('local x = json.parse("?") return x')).message).toContain(
      'json.parse: expected a value at line 1, column 1',
    );
    expect((await trial.body('return json.parse(5)')).result).toBe(5);
    expect((await trial.body('local x = json.parse(nil) return x')).message).toBe(
      "t:1: bad argument #1 to 'parse' (string expected, got no value)",
    );
  });

  it('reads null as nil, so that "or" works', async () => {
    const { result } = await trial.body(
      `local issue = json.decode('[1,null,{"body":null,"user":null}]')
       return { #issue, issue[2] == nil, issue[3].body or "", issue[3].user and issue[3].user.login or "nobody" }`,
    );
    expect(result).toEqual([3, true, '', 'nobody']);
  });

  it('keeps null on request', async () => {
    const { result } = await trial.body(
      `local v = json.decode('[1,null,{"a":null}]', { null = json.null })
       local marked = json.parse('{"a":null}', { null = "none" })
       return { #v, v[2] == json.null, v[3].a == json.null, tostring(json.null), type(json.null), marked.a }`,
    );
    expect(result).toEqual([3, true, true, 'null', 'table', 'none']);
  });

  it('reads null as nil in everything that reaches a script', async () => {
    const value = { a: null, list: [1, null, 3], empty: [] };
    const { result } = await trial.body(
      `local answers = { params.value, context.config.value, context.get("x"), tools.other {}, tools.all { { "other" } }[1].result,
         http.get("u:").json }
       for i, v in ipairs(answers) do answers[i] = { v.a == nil, v.list[2] == nil, #v.list, json.encode(v) } end
       return answers`,
      {
        args: { value },
        config: { value },
        answer: (operation) => {
          if (operation === 'http.request')
            return {
              json: '{"status":200,"headers":{}}',
              bytes: new TextEncoder().encode(JSON.stringify(value)),
            };
          return {
            json: JSON.stringify(
              operation === 'tool.calls' ? [{ ok: true, name: 'other', result: value }] : value,
            ),
          };
        },
      },
    );
    expect(result).toEqual(
      Array.from({ length: 6 }, () => [true, true, 3, '{"empty":[],"list":[1,null,3]}']),
    );
  });

  it('protects json.null', async () => {
    expect((await trial.body('json.null.x = 1')).message).toBe('t:1: json.null cannot be changed');
    expect((await trial.body('return getmetatable(json.null)')).result).toBe(false);
  });
});

describe('a round trip', () => {
  it('returns every JSON value unchanged, with nil for null', async () => {
    // `binary`: every character except lone surrogates, which UTF-8 can't carry.
    const json = fc.jsonValue({ maxDepth: 6, stringUnit: 'binary' });
    await fc.assert(
      fc.asyncProperty(json, async (value) => {
        const given = JSON.parse(JSON.stringify({ value })) as { value: never };
        const { result, message } = await trial.body('return params', { args: given });
        expect(message).toBeUndefined();
        expect(JSON.stringify(sorted(result))).toBe(JSON.stringify(sorted(withNilForNull(given))));
      }),
      { numRuns: 500 },
    );
  });

  it('through encode and decode inside Lua loses nothing', async () => {
    await fc.assert(
      fc.asyncProperty(fc.jsonValue(), async (value) => {
        const text = JSON.stringify({ value });
        const keeping = 'json.decode(json.encode(json.decode(params.text, null)), null)';
        const { result } = await trial.body(`local null = { null = json.null } return ${keeping}`, {
          args: { text },
        });
        expect(sorted(result)).toEqual(sorted(JSON.parse(text)));
      }),
      { numRuns: 200 },
    );
  });

  it('keeps keys with a meaning in JavaScript', async () => {
    const text = '{"__proto__":{"admin":true},"constructor":1,"":2,"toJSON":3,"then":4}';
    const { outcome } = await trial.body('return json.decode(params.text)', { args: { text } });
    expect(outcome.json).toBe('{"":2,"__proto__":{"admin":true},"constructor":1,"then":4,"toJSON":3}');
  });

  it('keeps all bytes in base64 and the hashes', async () => {
    const { result } = await trial.body(
      `local all = {} for i = 0, 255 do all[#all + 1] = string.char(i) end all = table.concat(all)
       return { base64.decode(base64.encode(all)) == all, base64.encode("a\\0b"), crypto.sha256(all), crypto.hmac_sha256("key", all),
         #crypto.random(0), #crypto.random(1000), crypto.random(8) ~= crypto.random(8), crypto.uuid() }`,
    );
    expect(result).toEqual([
      true,
      'YQBi',
      '40aff2e9d2d8922e47afd4648e6967497158785fbd1da870e7110266bf944880',
      expect.stringMatching(/^[0-9a-f]{64}$/),
      0,
      1000,
      true,
      expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/),
    ]);
    for (const bad of ['"abc"', '"a==="', '"YQ=\\n="', '"YQ-_"']) {
      expect((await trial.body(`local s = base64.decode(${bad}) return s`)).message).toContain(
        'base64.decode: the text is not base64',
      );
    }
    for (const count of ['1e9', '-1', '1.5', 'math.huge']) {
      expect((await trial.body(`local s = crypto.random(${count}) return s`)).message).toContain(
        'crypto.random: the count must be',
      );
    }
  });
});

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return Object.is(value, -0) ? 0 : value;
  const entries = Object.entries(value).map(([key, item]) => [key, sorted(item)] as const);
  return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)));
}
