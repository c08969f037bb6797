// Example responses: the derived schema, and which fields a click adds or removes.
import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Json } from '../../base/json.ts';
import type { Schema } from '../../core/schema.ts';
import { itemExample, pathsOf, pickOf, toggled } from './example-fields.ts';
import { inferSchema } from './infer-schema.ts';
import { lastAnswer, lastStatus } from './last-answer.ts';

const fits = (schema: Schema, value: Json): boolean => new Ajv2020({ strict: false }).validate(schema, value);
const json = fc.jsonValue({ maxDepth: 4 }).map((value) => value as Json);

describe('the schema of an example', () => {
  it('accepts the example', () => {
    fc.assert(
      fc.property(json, (example) => {
        expect(fits(inferSchema(example), example)).toBe(true);
      }),
    );
  });

  it('has the fields and their types, merged over all items', () => {
    const example: Json = {
      id: 1,
      tags: ['a'],
      none: null,
      rows: [{ a: 1 }, { a: 1.5, b: true }, { a: 'x', c: [] }],
    };
    expect(inferSchema(example)).toEqual({
      type: 'object',
      properties: {
        id: { type: 'number' },
        tags: { type: 'array', items: { type: 'string' } },
        none: {},
        rows: {
          type: 'array',
          items: { type: 'object', properties: { a: {}, b: { type: 'boolean' }, c: { type: 'array' } } },
        },
      },
    });
    expect(inferSchema([])).toEqual({ type: 'array' });
    expect(inferSchema(null)).toEqual({});
  });

  it('accepts a response with a missing field or another number', () => {
    const schema = inferSchema({ id: 1, name: 'a', list: [{ x: 1 }] });
    expect(fits(schema, { id: 1.5, list: [{}] })).toBe(true);
    expect(fits(schema, { id: 'text' })).toBe(false);
  });

  it('stops at a maximum depth, however deep the example is', () => {
    let deep: Json = 1;
    for (let level = 0; level < 500; level += 1) deep = level % 2 === 0 ? [deep] : { a: deep };
    expect(JSON.stringify(inferSchema(deep)).length).toBeLessThan(500);
  });
});

describe('picking', () => {
  it('adds and removes a field, and never one inside another', () => {
    expect(toggled([], 'items')).toEqual(['items']);
    expect(toggled(['items'], 'items[*].title')).toEqual(['items[*].title']);
    expect(toggled(['items[*].title', 'total'], 'items')).toEqual(['total', 'items']);
    expect(toggled(['items[*].title'], 'items[*].url')).toEqual(['items[*].title', 'items[*].url']);
    expect(toggled(['items[*].title', 'a'], 'a')).toEqual(['items[*].title']);
    expect(toggled(['items[0]'], 'total')).toEqual(['total']);
    expect([pickOf([]), pickOf(['a']), pickOf(['a', 'b'])]).toEqual([undefined, 'a', ['a', 'b']]);
    expect([pathsOf(undefined), pathsOf('a'), pathsOf(['a', 3]), pathsOf({})]).toEqual([
      [],
      ['a'],
      ['a'],
      [],
    ]);
  });

  it('shows the item fields of a list once', () => {
    expect(itemExample([{ a: 1 }, { a: 2, b: 3 }, 4])).toEqual({ a: 1, b: 3 });
    expect(itemExample([[1], [2]])).toEqual([1]);
    expect([itemExample([1, 2]), itemExample([]), itemExample({})]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });
});

it('reads the response of the last test', () => {
  const call = (operation: string, bytes?: string) => ({
    operation,
    answer: { json: '{}', ...(bytes && { bytes }) },
  });
  const report = (...hostCalls: object[]) =>
    ({ trace: { hostCalls } }) as unknown as Parameters<typeof lastAnswer>[0];
  expect(lastAnswer(report(call('http.request', btoa('{"a":[1]}')), call('log.info')))).toEqual({ a: [1] });
  for (const text of ['not json', '3', '\xff', 'null'])
    expect(lastAnswer(report(call('http.request', btoa(text))))).toBeUndefined();
  expect(lastAnswer(report(call('http.request', '%%%')))).toBeUndefined();
  expect(lastAnswer(report(call('http.request')))).toBeUndefined();
  expect(lastAnswer(undefined)).toBeUndefined();
  const answered = { operation: 'http.request', answer: { json: '{"status":404}' } };
  expect(lastStatus(report(answered, call('log.info')))).toBe(404);
  expect([lastStatus(report(call('http.request'))), lastStatus(undefined)]).toEqual([undefined, undefined]);
});
