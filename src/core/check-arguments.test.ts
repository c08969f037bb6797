// The checks without ajv agree with ajv: same verdict and same message, for any arguments.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { Validator } from '../sandbox/worker/validate.ts';
import { checkArguments, isPlainSchema } from './check-arguments.ts';
import type { ObjectSchema } from './schema.ts';

const SCHEMA: ObjectSchema = {
  type: 'object',
  properties: {
    text: { type: 'string', minLength: 2, maxLength: 4 },
    count: { type: 'integer', minimum: 1, maximum: 5, default: 3 },
    part: { type: ['number', 'null'], exclusiveMinimum: 0, exclusiveMaximum: 1 },
    kind: { enum: ['a', 1, null, { x: [1] }] },
    only: { const: 'yes' },
    list: { type: 'array', items: { type: 'string' }, minItems: 1, maxItems: 2 },
    constructor: { type: 'boolean' },
    inner: {
      type: 'object',
      properties: { need: { type: 'string' }, more: { type: 'array', default: [1] } },
      required: ['need'],
      additionalProperties: false,
    },
  },
  required: ['text'],
};

/** Names that every JavaScript object inherits, or that assignment treats specially. */
const HOSTILE = ['toString', 'valueOf', 'constructor', 'hasOwnProperty', '__proto__', 'toJSON'];

const outcome = (check: () => unknown): unknown => {
  try {
    return check();
  } catch (problem) {
    return String(problem);
  }
};
/** One error at a time: which of several comes first is up to ajv. */
const GOOD = { text: 'abc' };
const values = fc.oneof(
  fc.jsonValue({ maxDepth: 2 }),
  fc.constantFrom(
    '',
    'a',
    'ab',
    '🌙🌙🌙🌙',
    'yes',
    0,
    1,
    5,
    6,
    0.5,
    1.0,
    null,
    [],
    ['a'],
    ['a', 'b', 'c'],
    {},
  ),
  fc.dictionary(fc.constantFrom(...HOSTILE), fc.jsonValue({ maxDepth: 1 })),
  fc.constantFrom({ x: [1] }, { need: 'x' }, { need: 1 }, { need: 'x', other: 1 }, ['a', 1]),
);

it('agrees with ajv', () => {
  const text = JSON.stringify(SCHEMA);
  const validator = new Validator();
  const names = [...Object.keys(SCHEMA.properties ?? {}), ...HOSTILE, 'unknown'];
  fc.assert(
    fc.property(fc.constantFrom(...names), values, (name, value) => {
      const args = JSON.parse(
        `{"text":"abc"${name === 'text' ? '' : `,${JSON.stringify(name)}:${JSON.stringify(value)}`}}`,
      ) as unknown;
      const given = name === 'text' ? { text: value } : args;
      const ours = outcome(() => checkArguments(SCHEMA, given));
      const theirs = outcome(() => validator.args(text, structuredClone(given)));
      expect(JSON.stringify(ours)).toBe(JSON.stringify(theirs));
    }),
    { numRuns: 600 },
  );
  for (const given of [{}, null, 'x', [1], GOOD]) {
    expect(outcome(() => checkArguments(SCHEMA, given))).toEqual(outcome(() => validator.args(text, given)));
  }
});

it('agrees with ajv on parameters named like inherited properties', () => {
  const validator = new Validator();
  const keys = fc.constantFrom(...HOSTILE);
  const given = fc.dictionary(keys, fc.oneof(fc.boolean(), fc.jsonValue({ maxDepth: 1 })));
  fc.assert(
    // ajv skips a declaration of `__proto__`.
    fc.property(
      fc.uniqueArray(keys.filter((name) => name !== '__proto__')),
      fc.subarray(HOSTILE),
      given,
      (declared, required, args) => {
        const properties = declared.map((name): [string, object] => [
          name,
          { type: 'boolean', default: true },
        ]);
        const text = JSON.stringify({
          type: 'object',
          properties: Object.fromEntries(properties),
          required,
          additionalProperties: false,
        });
        // As a tool receives them: all keys are own properties, whatever their names.
        const plain = JSON.stringify(args);
        const ours = outcome(() => checkArguments(JSON.parse(text) as ObjectSchema, JSON.parse(plain)));
        const theirs = outcome(() => validator.args(text, JSON.parse(plain)));
        expect(isRefusal(ours)).toBe(isRefusal(theirs));
        if (!isRefusal(ours)) expect(sorted(ours)).toEqual(sorted(theirs));
        for (const one of [ours, theirs]) if (isRefusal(one)) expect(one).not.toMatch(/TypeError/);
      },
    ),
  );
});

const isRefusal = (answer: unknown): boolean => typeof answer === 'string';
const sorted = (answer: unknown): unknown[] => Object.entries(answer as object).sort();

it.each([
  // Found by fuzzing (seed -1985006143, path 286:2:79:79): ajv compared with `value.toString()`.
  ['kind', '{"toString":false}'],
  ['kind', '{"valueOf":1}'],
  ['kind', '{"constructor":{}}'],
  ['kind', '{"__proto__":{"x":[1]}}'],
  ['kind', '{"x":[1],"hasOwnProperty":null}'],
  ['only', '{"toString":false}'],
  ['inner', '{"need":"x","toString":1}'],
  ['inner', '{"need":"x","__proto__":1}'],
  ['__proto__', '{"toString":false}'],
  ['toString', '{"valueOf":1}'],
  ['hasOwnProperty', 'true'],
])('agrees with ajv when %s is %s', (name, value) => {
  const given = JSON.parse(`{"text":"abc",${JSON.stringify(name)}:${value}}`) as unknown;
  const ours = outcome(() => checkArguments(SCHEMA, given));
  const theirs = outcome(() => new Validator().args(JSON.stringify(SCHEMA), structuredClone(given)));
  expect(JSON.stringify(theirs)).toBe(JSON.stringify(ours));
  expect(JSON.stringify(ours)).not.toMatch(/TypeError/);
});

it('reports schemas that it cannot check completely', () => {
  expect(isPlainSchema(SCHEMA)).toBe(true);
  expect(isPlainSchema({ type: 'object', properties: { a: { pattern: '(a+)+$' } } })).toBe(false);
  expect(isPlainSchema({ type: 'array', items: { anyOf: [] } })).toBe(false);
});

it('does not change its input', () => {
  const args = Object.freeze({ text: 'abc', inner: Object.freeze({ need: 'x' }) });
  const checked = checkArguments(SCHEMA, args);
  expect(checked).toEqual({ text: 'abc', count: 3, inner: { need: 'x', more: [1] } });
  expect(args).toEqual({ text: 'abc', inner: { need: 'x' } });
});
