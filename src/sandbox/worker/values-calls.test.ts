// How host functions and JSON treat odd values, and what the host learns at a run's end. The numbers in brackets are
// those of docs/attacks.json.
import { describe, expect, it } from 'vitest';
import { ScriptTrial } from '../../../scripts/script-trial.ts';

const trial = new ScriptTrial();

/** Returns the JSON text of a Lua expression's result, or the error. */
async function sent(expression: string): Promise<string> {
  const { outcome } = await trial.body(`local v = ${expression} return v`);
  return outcome.json ?? `error: ${outcome.error?.message ?? ''}`;
}

/** Evaluates `expression` on a text that the script gets byte by byte. */
async function read(text: string, expression: string): Promise<unknown> {
  const { result, message } = await trial.body(
    `local text = base64.decode(params.text) local ok, v = pcall(json.decode, text) if not ok then return v end return ${expression}`,
    { args: { text: Buffer.from(text).toString('base64') } },
  );
  return message ?? result;
}

describe('values that are not data (D53)', () => {
  it.each([
    ['print', 'is a function'],
    ['coroutine.create(print)', 'is a thread'],
    ['(coroutine.running())', 'is a thread'],
    ['{ a = { coroutine.wrap(print) } }', 'result.a[1] is a function'],
    ['context', 'is a function, which JSON cannot hold'],
  ])('reject %s as a result', async (expression, problem) => {
    expect(await sent(expression)).toContain(problem);
    expect(await sent(`json.encode(${expression})`)).toContain('json.encode: the value');
  });

  it.each([
    'context.get(print)',
    'context.get({})',
    'context.get(coroutine.create(print))',
    'context.search(print)',
    'context.search { query = {} }',
    'context.search("x", { mode = print })',
    'base64.encode({})',
    'crypto.sha256(print)',
    'context.emit({})',
    'http.get({})',
    'fs.read(print)',
    'fs.write("a", {})',
  ])('reject %s, naming the call', async (call) => {
    const { code, message } = await trial.body(`local v = ${call} return v`);
    expect(code).toBe('tool_error');
    expect(message).toMatch(
      /^t:1: (bad argument #\d to '[\w.]+' \(|context\.search: the argument\.mode is a function)/,
    );
  });
});

describe('arguments of each call (D54)', () => {
  const calls = [
    'json.encode',
    'json.decode',
    'json.parse',
    'json.array',
    'base64.encode',
    'base64.decode',
    'crypto.sha256',
    'crypto.hmac_sha256',
    'crypto.random',
    'crypto.uuid',
    'sleep',
    'context.search',
    'context.get',
    'context.sources',
    'context.progress',
    'context.emit',
    'log.info',
    'print',
    'env.get',
    'fs.read',
    'fs.write',
    'fs.list',
    'fs.delete',
    'http.get',
    'http.post',
    'http.request',
    'require',
    'tostring',
    'string.gsub',
    'string.format',
    'table.sort',
  ];

  it.each(calls)('none, 255 and any kind are safe for %s', async (call) => {
    const { result } = await trial.body(
      `local f, answers = ${call}, {}
       local function try(...) answers[#answers + 1] = (pcall(f, ...)) end
       try()
       local many = {} for i = 1, 255 do many[i] = "0" end try(table.unpack(many))
       for _, v in ipairs { true, 0, -1, 0/0, "", "x", {}, print, coroutine.create(print) } do try(v) try(v, v) try("0", v) try(v, v, v, v) end
       try(nil, nil)
       return #answers`,
      { host: () => ({ status: 200, headers: {} }) },
    );
    expect(result).toBe(39);
  });
});

describe('errors (D55)', () => {
  it.each([
    ['error()', 't:1: nil'],
    ['error(false)', 't:1: false'],
    ['error({ code = 7, why = "full" })', 't:1: {"code":7,"why":"full"}'],
    ['error(print)', 't:1: function'],
    ['error(12)', 't:1: 12'],
    ['error("a\\0b", 0)', 't:1: a\0b'],
    ['error(setmetatable({}, { __tostring = function() return "own words" end }))', 't:1: own words'],
    [
      'error(setmetatable({}, { __tostring = function() error("no") end }))',
      't:1: (an error object that has no text)',
    ],
    [
      'error(setmetatable({}, { __tostring = function() return {} end }))',
      't:1: (an error object that has no text)',
    ],
    ['error(setmetatable({}, { __tostring = 5 }))', 't:1: (an error object that has no text)'],
    ['error(setmetatable({}, { __tostring = coroutine.yield }))', 't:1: (an error object that has no text)'],
  ])('%s ends as %s', async (body, message) => {
    const trialled = await trial.body(body);
    expect(trialled.code).toBe('tool_error');
    expect(trialled.message?.replace(/: 0x[0-9a-f]+$/, '').replace('builtin: ', '')).toBe(message);
  });

  it('of ten megabytes are cut, with a mark', async () => {
    const { message } = await trial.body('error(("x"):rep(10 * 2^20), 0)');
    expect(message).toHaveLength(8192 + ' … (cut)'.length);
    expect(message?.endsWith('x … (cut)')).toBe(true);
  });
});

describe('return values (D56)', () => {
  it.each([
    ['return', 'null'],
    ['return nil, "ignored"', 'null'],
    ['return 1', '1'],
    ['return "first", "second"', '"first"'],
    ['local t = {} for i = 1, 50 do t[i] = i end return table.unpack(t)', '1'],
    ['local t = {} for i = 1, 300 do t[i] = i end return table.unpack(t)', '1'],
    [
      'return setmetatable({ 1 }, { __pairs = error, __len = function() return 9 end, __index = error })',
      '[1]',
    ],
    ['return setmetatable({}, { __index = function() error("no") end, __name = "x" })', '{}'],
    ['return setmetatable({ a = 1 }, { __metatable = false, __tostring = error })', '{"a":1}'],
  ])('%s is sent as %s', async (body, text) => {
    expect((await trial.body(body)).outcome.json).toBe(text);
  });
});

describe('JSON texts (E57)', () => {
  it.each([
    ['null', 'v == nil', true],
    ['[null]', '{ v[1] == nil, #v, json.encode(v) }', [true, 0, '[]']],
    ['[1,null,3]', '{ v[2] == nil, #v, json.encode(v) }', [true, 3, '[1,null,3]']],
    ['[null,null,3]', '{ #v, json.encode(v) }', [3, '[null,null,3]']],
    ['{"a":null}', '{ v.a == nil, next(v) == nil }', [true, true]],
    ['{"a":1,"a":null}', 'next(v) == nil', true],
    ['[]', 'json.encode(v)', '[]'],
    ['{}', 'json.encode(v)', '{}'],
    ['{"a":1,"a":2}', 'v.a', 2],
    ['1e999', 'v == math.huge', true],
    ['12345678901234567890', '{ math.type(v), v == 12345678901234567890 }', ['float', true]],
    ['9223372036854775807', 'v == math.maxinteger', true],
    ['-0', '1 / v == -math.huge', true],
    ['[1,\r\n 2]', '#v', 2],
    ['"\\ud83d\\ude00"', 'v', '\u{1F600}'],
    ['"\\ud800"', 'v', '\uFFFD'],
    ['"\\ud800x\\udc00"', 'v', '\uFFFDx\uFFFD'],
    ['"\\u0000"', '#v', 1],
    ['{"":{"":1}}', 'v[""][""]', 1],
  ])('decode %s by the rules', async (text, expression, expected) => {
    expect(await read(text, expression)).toEqual(expected);
  });

  it.each([
    '[1,,]',
    '[1,]',
    '{"a":1,}',
    '\uFEFF1',
    '1 // one',
    '/* */ 1',
    '[1] x',
    '{"a":1}}',
    "'a'",
    'NaN',
    '01',
    '"\t"',
  ])('reject %j with its position', async (text) => {
    expect(await read(text, 'v')).toMatch(/^t:1: json\.decode: .+ at line \d+, column \d+$/);
  });
});

describe('base64 (E59)', () => {
  it.each(['abc', 'a===', 'YQ', 'YQ=', 'YQ==YQ==', 'YQ-_', ' YQ==', 'YQ==\\n', 'Y\\0==', 'ä==='])(
    'refuses %j',
    async (text) => {
      const { message } = await trial.body(`local s = base64.decode("${text}") return s`);
      expect(message).toBe('t:1: base64.decode: the text is not base64 (standard alphabet, padded with =)');
    },
  );

  it('handles empty input, and megabytes', async () => {
    const { result } = await trial.body(
      'local big = ("\\0\\255"):rep(1e6) return { base64.encode(""), base64.decode(""), base64.decode(base64.encode(big)) == big }',
    );
    expect(result).toEqual(['', '', true]);
  });

  it('raises a catchable error when memory runs out', async () => {
    const { result } = await trial.body(
      'local ok, e = pcall(base64.encode, ("x"):rep(15 * 2^20)) return { ok, e }',
      { timeout: 20 },
    );
    expect(result).toEqual([false, expect.stringContaining('not enough memory')]);
  });
});

describe('crypto (E60)', () => {
  it('handles empty input, and keys of any bytes and any length', async () => {
    const { result } = await trial.body(
      `return { crypto.sha256(""), crypto.hmac_sha256("", ""), crypto.hmac_sha256("\\255\\0", "a\\0b"), #crypto.hmac_sha256(("k"):rep(1000), "x") }`,
    );
    expect(result).toEqual([
      'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
      'b613679a0814d9ec772f95d778c35fc5ff1697c493715653c6c712144292c5ad',
      expect.stringMatching(/^[0-9a-f]{64}$/),
      64,
    ]);
  });

  it.each(['-1', '1.5', '1e9', '0/0', '1/0', '65537'])('rejects random(%s)', async (count) => {
    const { message } = await trial.body(`local s = crypto.random(${count}) return s`);
    expect(message).toMatch(/^t:1: crypto\.random: the count must be a whole number from 0 to 65536$/);
  });

  it('has no other algorithm, and reports it as Lua does', async () => {
    expect((await trial.body('return crypto.md5("x")')).message).toBe(
      "t:1: attempt to call a nil value (field 'md5')",
    );
  });
});
