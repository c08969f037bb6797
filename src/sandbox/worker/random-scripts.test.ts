// Generated scripts: random programs of Lua's whole grammar, random damage to real ones, and what `load` makes of
// them.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ScriptTrial } from '../../../scripts/script-trial.ts';

const trial = new ScriptTrial();
const TIGHT = { timeout: 0.2, limits: { memory: 2 * 1024 * 1024 } };
/** The ways a script may end. `sandbox_crashed` is not among them. */
const ENDS = [undefined, 'tool_error', 'timeout'];

const NAMES = [
  'a',
  'b',
  'c',
  'params',
  'context',
  'string',
  'table',
  'math',
  'coroutine',
  '_G',
  '_ENV',
  'json',
];
const FIELDS = [
  'x',
  'y',
  'format',
  'rep',
  'gsub',
  'find',
  'sort',
  'insert',
  'concat',
  'unpack',
  'wrap',
  '__index',
  '__eq',
];
const CALLS = [
  'setmetatable',
  'getmetatable',
  'pcall',
  'xpcall',
  'error',
  'select',
  'tostring',
  'tonumber',
  'next',
  'pairs',
  'ipairs',
  'rawset',
  'rawget',
  'rawlen',
  'type',
  'load',
  'string.rep',
  'string.gsub',
  'string.format',
  'string.byte',
  'string.char',
  'table.sort',
  'table.concat',
  'table.move',
  'table.unpack',
  'coroutine.wrap',
  'coroutine.resume',
  'coroutine.yield',
  'coroutine.close',
  'math.random',
  'utf8.char',
  'json.encode',
  'json.decode',
  'base64.decode',
  'crypto.sha256',
  'context.search',
  'context.sources',
  'log.info',
  'os.date',
  'require',
  'sleep',
];
const BINARY = [
  '+',
  '-',
  '*',
  '/',
  '//',
  '%',
  '^',
  '..',
  '==',
  '~=',
  '<',
  '<=',
  'and',
  'or',
  '&',
  '|',
  '~',
  '<<',
  '>>',
];
const CONSTANTS = [
  'nil',
  'true',
  'false',
  '0',
  '1',
  '-1',
  '2^53',
  '1e308',
  '0/0',
  'math.maxinteger',
  '""',
  '"%s*$"',
  '"\\0"',
  '...',
];

const pick = (list: readonly string[]): fc.Arbitrary<string> => fc.constantFrom(...list);
const join = (parts: readonly fc.Arbitrary<string>[]): fc.Arbitrary<string> =>
  fc.tuple(...parts).map((texts) => texts.join(' '));
const word = (text: string): fc.Arbitrary<string> => fc.constant(text);

const { block } = fc.letrec<{
  expression: string;
  args: string;
  target: string;
  statement: string;
  block: string;
}>((tie) => ({
  expression: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    pick(CONSTANTS),
    pick(NAMES),
    join([word('('), tie('expression'), pick(BINARY), tie('expression'), word(')')]),
    join([pick(['-', 'not ', '#', '~']), tie('expression')]),
    join([pick(CALLS), word('('), tie('args'), word(')')]),
    join([word('{'), tie('args'), word(', x ='), tie('expression'), word('}')]),
    join([word('(function(...)'), tie('block'), word('end)')]),
    join([word('('), tie('expression'), word(').'), pick(FIELDS)]),
    join([word('('), tie('expression'), word('):'), pick(FIELDS), word('('), tie('args'), word(')')]),
  ),
  args: fc
    .array(tie('expression'), { maxLength: 3, size: 'small' })
    .map((list) => (list.length ? list.join(', ') : 'nil')),
  target: fc.oneof(
    pick(['a', 'b', 'c', '_G', '_ENV', 'string']),
    join([pick(NAMES), word('.'), pick(FIELDS)]),
  ),
  statement: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    join([tie('target'), word('='), tie('expression')]),
    join([word('local a, b <const> ='), tie('args')]),
    join([pick(CALLS), word('('), tie('args'), word(')')]),
    join([
      word('if'),
      tie('expression'),
      word('then'),
      tie('block'),
      word('else'),
      tie('block'),
      word('end'),
    ]),
    join([word('while'), tie('expression'), word('do'), tie('block'), word('break end')]),
    join([word('for i = 1, 1e6 do'), tie('block'), word('end')]),
    join([word('for a, b in'), tie('args'), word('do'), tie('block'), word('end')]),
    join([word('repeat'), tie('block'), word('until'), tie('expression')]),
    join([word('do local c <close> ='), tie('expression'), tie('block'), word('end')]),
    join([word('do goto out'), tie('block'), word('::out:: end')]),
  ),
  block: fc.array(tie('statement'), { maxLength: 3, size: 'small' }).map((list) => list.join('\n')),
}));

describe('a generated script', () => {
  it('ends without breaking the machine (K102)', async () => {
    const ended = new Set<string | undefined>();
    await fc.assert(
      fc.asyncProperty(block, async (body) => {
        const { code, message } = await trial.script(
          `tool = {}\nfunction tool.execute(params, context, ...)\n${body}\nend`,
          { ...TIGHT, host: () => [] },
        );
        ended.add(code);
        expect(ENDS, message).toContain(code);
      }),
      { numRuns: 500 },
    );
    // Otherwise the generator would test only the parser.
    expect(ended).toContain(undefined);
    expect(ended).toContain('tool_error');
    expect((await trial.body('return 1 + 1')).result).toBe(2);
  });

  it('with damaged bytes is an error or another script (K102)', async () => {
    const whole = new TextDecoder().decode(
      new TextEncoder().encode(
        'tool = {}\nfunction tool.execute(params)\n local t = {}\n for i = 1, 9 do t[i] = ("x"):rep(i) end\n return t\nend',
      ),
    );
    await fc.assert(
      fc.asyncProperty(
        fc.nat(whole.length - 1),
        fc.string({ maxLength: 4, unit: 'binary' }),
        fc.nat(6),
        async (at, put, cut) => {
          const { code, message } = await trial.script(
            whole.slice(0, at) + put + whole.slice(at + cut),
            TIGHT,
          );
          expect([...ENDS, 'bad_request'], message).toContain(code);
        },
      ),
      { numRuns: 200 },
    );
  });
});

describe('load', () => {
  const run = (body: string, args = {}) => trial.body(body, { args, timeout: 5 });

  it('takes text, readers and environments, and gives the script its own globals (A9)', async () => {
    expect((await run('return load("return 1 + 1")()')).result).toBe(2);
    expect((await run('return load("return x", "n", "t", { x = 5 })()')).result).toBe(5);
    expect(
      (await run('local n = 0; return load(function() n = n + 1; return ({ "return ", "4", "2" })[n] end)()'))
        .result,
    ).toBe(42);
    expect((await run('load("x = 1", "n", "t", {})() return x == nil')).result).toBe(true);
    expect(
      (await run('return load("return io == nil and debug == nil and os.execute == nil")()')).result,
    ).toBe(true);
  });

  it('refuses bytecode from a text, a reader, and in every mode (A9)', async () => {
    for (const mode of ['nil', '"b"', '"bt"', '"t"']) {
      const { result } = await run(
        `local text = "\\27Lua" .. ("x"):rep(50)
         local whole = load(text, "n", ${mode})
         local n = 0
         local read = load(function() n = n + 1; return ({ "\\27L", "ua" })[n] end, "n", ${mode})
         return { whole == nil, read == nil }`,
      );
      expect(result, mode).toEqual([true, true]);
    }
  });

  it('survives ten megabytes of source, and chunk names with line breaks (A9)', async () => {
    const big = await run(
      'local f, why = load("return " .. ("1 + "):rep(2500000) .. "1") return f == nil and why or f()',
    );
    expect([undefined, 'tool_error']).toContain(big.code);
    const { result } = await run('return select(2, load("x x", "=one\\ntwo"))');
    expect(String(result)).toContain('syntax error');
    expect((await run('return 1')).result).toBe(1);
  });
});
