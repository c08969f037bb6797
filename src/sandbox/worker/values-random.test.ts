// Random values through the bridge, compared with JavaScript's own JSON (K101): a hundred thousand in `npm run fuzz`, a fifth
// of them in `npm test`. fast-check prints the seed of a failure.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../../../scripts/property-runs.ts';
import { ScriptTrial } from '../../../scripts/script-trial.ts';
import { withNilForNull } from './nil-for-null.test-support.ts';

const trial = new ScriptTrial();
const BATCH = 250;
const ROOMY = { timeout: 60, limits: { memory: 128 * 1024 * 1024, result: 32 * 1024 * 1024 } };

/** Returns JSON text with the keys of every object in a fixed order. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const entries = Object.entries(value).map(([key, item]) => `${JSON.stringify(key)}:${canonical(item)}`);
  return `{${entries.sort().join(',')}}`;
}

// A lone surrogate is not a character: the bridge carries UTF-8, in which it becomes U+FFFD.
const anyString = fc.string({
  unit: fc.oneof(
    fc.string({ unit: 'binary', maxLength: 1 }),
    fc.constantFrom('\ud800', '\udfff', '"', '\\', '\0', '\n', '__proto__', 'then', '1'),
  ),
  maxLength: 8,
});
const wellFormed = (text: string) =>
  new TextDecoder('utf-8', { ignoreBOM: true }).decode(new TextEncoder().encode(text));

const { value: jsonValue } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.constant(null),
    fc.boolean(),
    fc.integer(),
    fc.maxSafeInteger(),
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    anyString,
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(anyString, tie('value'), { maxKeys: 4 }),
  ),
}));

describe('random values (K101)', () => {
  it('return from the sandbox with nil for null, and from its JSON unchanged', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(jsonValue, { minLength: BATCH, maxLength: BATCH }), async (values) => {
        const text = wellFormed(JSON.stringify(values).replace(/\\ud[89a-f][0-9a-f]{2}/g, '\ufffd'));
        const { result, message } = await trial.body(
          `local kept, texts = json.decode(params.text, { null = json.null }), {}
           for i, v in ipairs(kept) do texts[i] = json.encode(v) end
           return { params.values, kept, texts }`,
          { args: { values: JSON.parse(text) as never, text }, ...ROOMY },
        );
        expect(message).toBeUndefined();
        const [echoed, kept, texts] = result as [unknown[], unknown[], string[]];
        const expected = canonical(JSON.parse(text));
        expect(canonical(echoed)).toBe(canonical(withNilForNull(JSON.parse(text))));
        expect(canonical(kept)).toBe(expected);
        expect(canonical(texts.map((each) => JSON.parse(each) as unknown))).toBe(expected);
      }),
      runs(80_000 / BATCH),
    );
  });

  it('made in Lua leave it by the rules, or not at all', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(luaValue, { minLength: BATCH, maxLength: BATCH }), async (values) => {
        const { result, message } = await trial.script(
          `local out = {} local function try(v) local ok, text = pcall(json.encode, v) out[#out + 1] = ok and text or 'refused' end
           tool = { execute = function() ${values.map((value) => `try(${value.source})`).join(' ')} return out end }`,
          ROOMY,
        );
        expect(message).toBeUndefined();
        const sent = (result as string[]).map((text) =>
          text === 'refused' ? text : canonical(JSON.parse(text)),
        );
        expect(sent).toEqual(values.map(({ json }) => json ?? 'refused'));
      }),
      runs(20_000 / BATCH),
    );
  });
});

/** A Lua expression and its expected canonical JSON; undefined where it must be rejected. */
interface LuaValue {
  source: string;
  json: string | undefined;
}

const literal = (source: string, value: unknown): LuaValue => ({ source, json: JSON.stringify(value) });

/** Returns undefined for bytes that aren't UTF-8. */
function textOf(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { ignoreBOM: true, fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

const anyBytes = fc.oneof(
  {
    arbitrary: fc.string({ unit: 'binary', maxLength: 4 }).map((text) => new TextEncoder().encode(text)),
    weight: 9,
  },
  fc.uint8Array({ maxLength: 4 }),
);

const luaString = anyBytes.map((bytes) => ({
  source: `"${Array.from(bytes, (byte) => `\\${String(byte).padStart(3, '0')}`).join('')}"`,
  text: textOf(bytes),
}));

interface LuaKey {
  source: string;
  /** Undefined where JSON has no such key. */
  text: string | undefined;
}

const luaKey: fc.Arbitrary<LuaKey> = fc.oneof(
  { arbitrary: luaString.map(({ source, text }) => ({ source, text })), weight: 4 },
  // A key of 1 would turn the table into a list.
  fc.integer({ min: 2, max: 9 }).map((n) => ({ source: String(n), text: String(n) })),
  fc.constantFrom('-1', '0', '1.5').map((text) => ({ source: text, text })),
  fc.constantFrom('"2"', '"1.5"').map((source) => ({ source, text: source.slice(1, -1) })),
  fc.constantFrom('true', '{}').map((source) => ({ source, text: undefined })),
);

const { value: luaValue } = fc.letrec<{ value: LuaValue; table: LuaValue; list: LuaValue }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    fc.constantFrom(
      literal('nil', null),
      literal('json.null', null),
      literal('0/0', null),
      literal('-1/0', null),
    ),
    fc.boolean().map((value) => literal(String(value), value)),
    fc.bigInt({ min: -(2n ** 63n) + 1n, max: 2n ** 63n - 1n }).map((n) => literal(`(${n})`, Number(n))),
    fc.double({ noNaN: true, noDefaultInfinity: true }).map((n) => literal(`(${n})`, n)),
    luaString.map(({ source, text }) =>
      text === undefined ? { source, json: text } : literal(source, text),
    ),
    fc.constantFrom('print', 'coroutine.create(print)').map((source) => ({ source, json: undefined })),
    tie('table'),
    tie('list'),
  ),
  list: fc
    .tuple(fc.array(tie('value'), { maxLength: 4 }), fc.array(luaKey, { maxLength: 2 }))
    .map(([items, others]) => {
      // The length of a list that ends in nil is undefined in Lua. Its other entries are not sent.
      const whole = [...items, literal('7', 7)];
      return {
        source: `{${[...whole.map(({ source }) => source), ...others.filter(({ text }) => text === undefined || /\D/.test(text)).map(({ source }) => `[${source}]=1`)].join(',')}}`,
        json: whole.every(({ json }) => json !== undefined)
          ? `[${whole.map(({ json }) => json).join(',')}]`
          : undefined,
      };
    }),
  table: fc.array(fc.tuple(luaKey, tie('value')), { maxLength: 4 }).map(objectOf),
}));

function objectOf(entries: [LuaKey, LuaValue][]): LuaValue {
  const source = `{${entries.map(([key, { source: value }]) => `[${key.source}]=${value}`).join(',')}}`;
  // A later entry replaces an earlier one with the same key; nil removes it. Tables are distinct keys.
  const last = new Map(entries.map(([key, value], index) => [identityOf(key, index), { key, value }]));
  const kept = [...last.values()].filter(({ value }) => value.source !== 'nil');
  const texts = kept.map(({ key }) => key.text);
  // A number and a string that become the same JSON key are rejected too.
  const refused =
    kept.some(({ key, value }) => key.text === undefined || value.json === undefined) ||
    new Set(texts).size < texts.length;
  if (refused) return { source, json: undefined };
  const pairs = new Map(texts.map((text, index) => [text, kept[index]?.value.json]));
  return {
    source,
    json: `{${[...pairs]
      .map(([text, json]) => `${JSON.stringify(text)}:${json}`)
      .sort()
      .join(',')}}`,
  };
}

/** Returns the same identity for equal Lua keys: `"2"` and `"\\050"`, but not `2`. */
function identityOf({ source, text }: LuaKey, index: number): string {
  if (source === '{}') return `{}${index}`;
  return source.startsWith('"') && text !== undefined ? `"${text}` : source;
}
