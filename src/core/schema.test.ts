// The short parameter notation becomes JSON Schema, with errors that name the problem.
import { describe, expect, it } from 'vitest';
import { Failure } from './errors.ts';
import { defaultsOf, toObjectSchema, toResultSchema } from './schema.ts';

describe('parameters in the short notation', () => {
  it('become properties, with string as the default type, and required in order', () => {
    expect(
      toObjectSchema([
        { name: 'query', required: true, description: 'What to look for' },
        { name: 'limit', type: 'integer', default: 5, minimum: 1 },
        { name: 'kind', enum: ['a', 'b'], required: true },
      ]),
    ).toEqual({
      type: 'object',
      properties: {
        query: { type: 'string', description: 'What to look for' },
        limit: { type: 'integer', default: 5, minimum: 1 },
        kind: { type: 'string', enum: ['a', 'b'] },
      },
      required: ['query', 'kind'],
    });
  });

  it('can nest lists and objects', () => {
    const schema = toObjectSchema([
      { name: 'tags', type: 'array', items: { type: 'string' } },
      { name: 'place', type: 'object', properties: [{ name: 'lat', type: 'number', required: true }] },
    ]);
    expect(schema.properties?.['tags']).toEqual({ type: 'array', items: { type: 'string' } });
    expect(schema.properties?.['place']).toEqual({
      type: 'object',
      properties: { lat: { type: 'number' } },
      required: ['lat'],
    });
  });

  it('can mark required properties one by one or in a list', () => {
    const place = (more: object) =>
      toObjectSchema([{ name: 'place', type: 'object', ...more }]).properties?.['place'];
    const schema = { type: 'object', properties: { lat: { type: 'number' } }, required: ['lat'] };
    const one = place({ properties: { lat: { type: 'number', required: true } } });
    const list = place({ properties: { lat: { type: 'number' } }, required: ['lat'] });
    expect(one).toEqual(schema);
    expect(list).toEqual(one);
  });

  it('can use empty Lua tables where a JSON Schema needs lists', () => {
    const ready = {
      type: 'object',
      required: {},
      properties: { tags: { type: 'array', default: {}, items: { enum: {} } }, any: { default: {} } },
    };
    expect(toObjectSchema(ready)).toEqual({
      type: 'object',
      properties: { tags: { type: 'array', default: [], items: {} }, any: { default: {} } },
    });
  });

  it('accept an empty Lua table as the default of a list', () => {
    expect(defaultsOf(toObjectSchema([{ name: 'tags', type: 'array', default: {} }]))).toEqual({ tags: [] });
  });

  it('can be absent, empty, or a complete JSON Schema', () => {
    const empty = { type: 'object', properties: {} };
    expect(toObjectSchema(undefined)).toEqual(empty);
    expect(toObjectSchema([])).toEqual(empty);
    expect(toObjectSchema({})).toEqual(empty);
    const ready = { type: 'object', properties: { n: { type: 'number' } }, additionalProperties: false };
    expect(toObjectSchema(ready)).toEqual(ready);
  });

  const WRONG: [string, unknown, RegExp][] = [
    ['an unknown type', [{ name: 'size', type: 'quantity' }], /'size'.*'quantity'/],
    [
      'an unknown nested type',
      [{ name: 'a', type: 'object', properties: [{ name: 'b', type: 'x' }] }],
      /'b'.*'x'/,
    ],
    ['an unknown type of items', [{ name: 'a', type: 'array', items: { type: 'text' } }], /'a\[\]'.*'text'/],
    [
      'an unknown type in a ready schema',
      { type: 'object', properties: { a: { type: 'text' } } },
      /'a'.*'text'/,
    ],
    ['a parameter without a name', [{ type: 'string' }], /index 1 is missing 'name'/],
    ['a name used twice', [{ name: 'a' }, { name: 'a' }], /'a' is declared twice/],
    ['a schema that is no object', { type: 'string' }, /type = "object"/],
    ['something else', 'query', /must be a list/],
  ];
  for (const [what, parameters, message] of WRONG) {
    it(`refuse ${what} by name`, () => {
      expect(() => toObjectSchema(parameters)).toThrowError(message);
      expect(() => toObjectSchema(parameters)).toThrowError(Failure);
    });
  }

  it('keep special names from reaching a prototype', () => {
    const schema = toObjectSchema([{ name: '__proto__', type: 'string' }, { name: 'constructor' }]);
    expect(Object.keys(schema.properties ?? {})).toEqual(['__proto__', 'constructor']);
    expect(({} as { type?: string }).type).toBeUndefined();
  });
});

describe('the returns of a tool', () => {
  it('are described like parameters, or by a JSON Schema of any type', () => {
    const short = [{ name: 'ok', type: 'boolean' }];
    expect(toResultSchema(short)).toEqual(toObjectSchema(short));
    expect(toResultSchema({ type: 'array', items: { type: 'integer' } })).toMatchObject({ type: 'array' });
    expect(() => toResultSchema({ type: 'text' })).toThrowError(/'returns' has unknown type 'text'/);
    expect(() => toResultSchema('text')).toThrowError(/returns must be a list/);
  });
});
