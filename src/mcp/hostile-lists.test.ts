// Attacks by a server, by class: lists, results and questions with arbitrary values, parsed as the app uses them.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Failure } from '../core/errors.ts';
import { isObject } from '../base/json.ts';
import { defaultsOf, type ObjectSchema, type Schema } from '../core/schema.ts';
import { readQuestion } from './read-question.ts';
import { readResult } from './read-result.ts';
import { readTool, seen } from './read-tools.ts';

/** Direction marks, zero width, tags, controls, half characters. */
const HIDDEN = ['\u202e', '\u2066', '\u200b', '\u{e0041}', '\u0000', '\u001b', '\ufeff', '\ud83d', '\u00ad'];
const TRAPS = ['__proto__', 'constructor', 'toString', '__pro\u200bto__', 'hasOwnProperty', 'then'];
const text = fc.oneof(
  fc.string({ unit: fc.oneof(fc.constantFrom(...HIDDEN), fc.constantFrom('a', 'ß', '😀', ' ')) }),
  fc.constantFrom(...TRAPS, '(a+)+$', 'x'.repeat(9000)),
);
const KEYWORDS = [
  ...['properties', 'items', 'required', 'enum', 'type', 'description', 'title', 'default', 'anyOf', '$defs'],
  ...['additionalProperties', 'pattern', 'not', 'minLength', '$ref', ...TRAPS],
];
const { schema } = fc.letrec((tie) => ({
  any: fc.oneof(
    { depthSize: 'small' },
    text,
    fc.constantFrom(null, true, false, 0, -1, 1e308),
    tie('schema'),
  ),
  schema: fc.oneof(
    fc.array(tie('any'), { maxLength: 4 }),
    fc
      .array(fc.tuple(fc.oneof(fc.constantFrom(...KEYWORDS), text), tie('any')), { maxLength: 6 })
      .map(
        (entries) =>
          JSON.parse(
            `{${entries.map(([k, v]) => `${JSON.stringify(k)}:${JSON.stringify(v)}`).join()}}`,
          ) as unknown,
      ),
  ),
}));

/** Checks what forms, searches and models assume of every schema in it. */
function checkShape(given: Schema): void {
  for (const [name, property] of Object.entries(given.properties ?? {})) {
    expect(name).not.toBe('__proto__');
    expect(isObject(property)).toBe(true);
    checkShape(property);
  }
  if (given.properties !== undefined) expect(isObject(given.properties)).toBe(true);
  if (given.items !== undefined) checkShape(given.items);
  for (const list of [given.required, given.enum])
    if (list !== undefined) expect(Array.isArray(list)).toBe(true);
  expect((given.required ?? []).every((name) => typeof name === 'string')).toBe(true);
  expect(['string', 'undefined']).toContain(typeof given.description);
  expect([given.type ?? ''].flat().every((type) => typeof type === 'string')).toBe(true);
}

describe('a list', () => {
  it('of any schemas becomes tools whose schemas have the types that JSON Schema requires', () => {
    fc.assert(
      fc.property(schema, schema, text, (properties, more, words) => {
        const given = { ...(isObject(more) ? more : {}), type: 'object', properties };
        const read = readTool({
          name: 'a',
          title: words,
          description: words,
          inputSchema: given,
          outputSchema: more,
        });
        expect(read).toBeDefined();
        checkShape(read!.parameters);
        if (read!.returns) checkShape(read!.returns);
        defaultsOf(read!.parameters);
      }),
      { numRuns: 600 },
    );
  });

  it('shows what a model reads, in whole characters, within a limit', () => {
    fc.assert(
      fc.property(text, fc.integer({ min: 1, max: 40 }), (words, longest) => {
        const shown = seen(words, longest);
        expect([...shown].length).toBeLessThanOrEqual(longest);
        expect(shown).not.toMatch(/[\p{Cs}\p{Cf}]|(?![\n\t])\p{Cc}/u);
        const read = readTool({ name: words, inputSchema: { type: 'object' } });
        if (read) expect(read.name).toBe(seen(words, 128));
      }),
    );
  });

  it('rejects a schema of excessive width, depth or length', () => {
    let deep: unknown = {};
    for (let level = 0; level < 10_000; level++) deep = { not: deep };
    const wide = Object.fromEntries(Array.from({ length: 200_000 }, (_, n) => [`p${n}`, {}]));
    for (const properties of [{ deep }, wide, { x: { pattern: '(a+)+$'.repeat(50_000) } }]) {
      const read = readTool({ name: 'a', inputSchema: { type: 'object', properties } });
      expect(read?.problem).toMatch('too long or too deeply nested');
    }
  });
});

describe('a result', () => {
  const block = fc.record(
    {
      type: fc.oneof(
        fc.constantFrom('text', 'image', 'audio', 'resource', 'resource_link', 'hologram'),
        fc.anything(),
      ),
      text: fc.oneof(text, fc.anything()),
      data: fc.oneof(text, fc.anything()),
      uri: fc.oneof(fc.constant('javascript:alert(1)'), fc.anything()),
      resource: fc.oneof(
        fc.record({ uri: fc.anything(), text: fc.anything(), blob: fc.anything() }),
        fc.anything(),
      ),
    },
    { requiredKeys: [] },
  );

  it('of any blocks is JSON without a prototype-changing key, or an error of the tool', () => {
    const structured = fc.oneof(schema, fc.constant(undefined), fc.jsonValue() as fc.Arbitrary<unknown>);
    fc.assert(
      fc.property(
        fc.array(fc.oneof(block, fc.anything())),
        structured,
        fc.anything(),
        (content, value, isError) => {
          let result: unknown;
          try {
            result = readResult({ content, structuredContent: value, isError }, 't');
          } catch (error) {
            expect(error).toBeInstanceOf(Failure);
            expect(error).toMatchObject({ code: 'tool_error' });
            return;
          }
          expect(JSON.stringify(result)).not.toContain('"__proto__":');
          expect(Object.getPrototypeOf(Object(result))).toBe(
            Array.isArray(result)
              ? Array.prototype
              : Object.getPrototypeOf(Object(JSON.parse(JSON.stringify(result)))),
          );
        },
      ),
      { numRuns: 400 },
    );
  });

  it('that is too deep is an error that says so', () => {
    for (const levels of [150, 5000, 100_000]) {
      const structuredContent: unknown = JSON.parse('['.repeat(levels) + ']'.repeat(levels));
      expect(() => readResult({ structuredContent }, 't')).toThrow(/deeper than 100 levels/);
    }
  });
});

describe('a question', () => {
  it('of any fields is a readable flat form, or is dropped', () => {
    fc.assert(
      fc.property(schema, schema, text, (properties, required, message) => {
        const read = readQuestion({ message, requestedSchema: { type: 'object', properties, required } });
        if (read?.what.kind !== 'form') return;
        expect(read.message).not.toMatch(/[\p{Cs}\p{Cf}]/u);
        const form: ObjectSchema = read.what.schema;
        checkShape(form);
        for (const field of Object.values(form.properties ?? {})) {
          expect(field.description ?? '').not.toMatch(/[\p{Cs}\p{Cf}]/u);
          for (const choice of [...(field.enum ?? []), ...(field.items?.enum ?? [])])
            expect(String(choice)).not.toMatch(/[\p{Cs}\p{Cf}]/u);
          expect(Object.keys(field)).not.toContain('pattern');
        }
        expect((form.required ?? []).every((name) => Object.hasOwn(form.properties ?? {}, name))).toBe(true);
      }),
      { numRuns: 600 },
    );
  });

  it('offers choices only if each is readable; otherwise it asks for a text', () => {
    fc.assert(
      fc.property(fc.array(text, { minLength: 1, maxLength: 4 }), (choices) => {
        const properties = { a: { type: 'string', enum: choices } };
        const read = readQuestion({ message: '', requestedSchema: { type: 'object', properties } });
        const isSeen = choices.every((choice) => choice === seen(choice, 2000));
        const field = read?.what.kind === 'form' ? read.what.schema.properties?.['a'] : undefined;
        expect(field).toEqual({ type: 'string', ...(isSeen && { enum: choices }) });
      }),
    );
  });

  it('leads only to https', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('javascript:', 'data:', 'file:', 'http:', 'https:', 'blob:https:', ' '),
        text,
        (scheme, rest) => {
          const read = readQuestion({ mode: 'url', message: '', url: `${scheme}//${rest}` });
          if (read?.what.kind === 'url') expect(new URL(read.what.url).protocol).toBe('https:');
        },
      ),
    );
  });
});
