// Arguments, results and schemas: the order of checks and the messages of the tool contract.
import { describe, expect, it } from 'vitest';
import { Failure } from '../../core/errors.ts';
import { toObjectSchema, type ObjectSchema } from '../../core/schema.ts';
import { checkSchema, Validator } from './validate.ts';

const validator = new Validator();

function check(schema: unknown, args: unknown): unknown {
  try {
    return validator.args(JSON.stringify(toObjectSchema(schema)), args);
  } catch (problem) {
    if (problem instanceof Failure) return `${problem.code}: ${problem.message}`;
    throw problem;
  }
}

const jira = [
  { name: 'title', required: true },
  { name: 'priority', enum: ['Low', 'High'], default: 'Low', required: true },
  { name: 'count', type: 'integer' },
  { name: 'labels', type: 'array', items: { type: 'string' } },
  {
    name: 'options',
    type: 'object',
    properties: [
      { name: 'depth', type: 'integer', required: true },
      { name: 'deep', type: 'boolean', default: true },
    ],
  },
];
const good = { title: 't', priority: 'High' };

describe('arguments', () => {
  it.each([
    [{ priority: 'x' }, 'missing required parameter: title'],
    [{ title: 5 }, 'missing required parameter: priority'],
    [{ ...good, title: 5 }, "parameter 'title' must be of type 'string', got number"],
    [{ ...good, title: null }, "parameter 'title' must be of type 'string', got null"],
    [{ ...good, title: ['x'] }, "parameter 'title' must be of type 'string', got array"],
    [{ ...good, title: {} }, "parameter 'title' must be of type 'string', got object"],
    [{ ...good, title: true }, "parameter 'title' must be of type 'string', got boolean"],
    [{ ...good, labels: 'x' }, "parameter 'labels' must be of type 'array', got string"],
    [{ ...good, count: 5.5 }, "parameter 'count' must be of type 'integer', got number"],
    [{ ...good, priority: 'Urgent' }, `parameter 'priority' must be one of ["Low", "High"], got "Urgent"`],
    [{ ...good, labels: ['a', 1] }, "parameter 'labels[1]' must be of type 'string', got number"],
    [{ ...good, options: {} }, 'missing required parameter: options.depth'],
    [{ ...good, options: { depth: 'x' } }, "parameter 'options.depth' must be of type 'integer', got string"],
  ])('%j: %s', (args, message) => {
    expect(check(jira, args)).toBe(`bad_request: ${message}`);
  });

  it('may have a number as their name', () => {
    expect(check([{ name: '1', type: 'integer' }], { 1: 'x' })).toBe(
      "bad_request: parameter '1' must be of type 'integer', got string",
    );
  });

  it('that are not an object count as an empty one', () => {
    for (const args of [null, undefined, 5, 'x', [1]]) {
      expect(check([{ name: 'a' }], args)).toEqual({});
      expect(check(jira, args)).toBe('bad_request: missing required parameter: title');
    }
  });

  it('accept 5.0 as an integer, and keep keys unknown to the schema', () => {
    expect(check(jira, { ...good, count: 5.0, extra: [1] })).toEqual({ ...good, count: 5, extra: [1] });
  });

  it('get defaults for absent values, at every depth, and never for null', () => {
    expect(check(jira, { ...good, options: { depth: 1 } })).toMatchObject({
      options: { depth: 1, deep: true },
    });
    const schema = {
      type: 'object',
      properties: {
        a: { default: { b: [] } },
        n: { type: ['string', 'null'], default: 'x' },
        list: { type: 'array', items: { type: 'object', properties: { c: { default: 1 } } } },
      },
    };
    expect(check(schema, { n: null, list: [{}, { c: 2 }] })).toEqual({
      a: { b: [] },
      n: null,
      list: [{ c: 1 }, { c: 2 }],
    });
  });

  it('share no default between calls', () => {
    const first = check([{ name: 'a', type: 'array', default: [] }], {}) as { a: unknown[] };
    first.a.push('changed');
    expect(check([{ name: 'a', type: 'array', default: [] }], {})).toEqual({ a: [] });
  });

  it("may have the names of JavaScript's own properties", () => {
    const schema = [
      { name: 'constructor', required: true },
      { name: 'toString', default: 'd' },
    ];
    expect(check(schema, {})).toBe('bad_request: missing required parameter: constructor');
    expect(check(schema, JSON.parse('{"constructor":"c","__proto__":{"x":1}}'))).toEqual(
      JSON.parse('{"constructor":"c","__proto__":{"x":1},"toString":"d"}'),
    );
    expect(({} as Record<string, unknown>)['x']).toBeUndefined();
  });

  it('fail with a message about the whole choice, not one branch of it', () => {
    const schema = { type: 'object', properties: { a: { anyOf: [{ type: 'string' }, { type: 'number' }] } } };
    expect(check(schema, { a: true })).toBe("bad_request: parameter 'a' must match a schema in anyOf");
    expect(check({ type: 'object', properties: { a: { type: ['string', 'number'] } } }, { a: true })).toBe(
      "bad_request: parameter 'a' must be of type 'string or number', got boolean",
    );
  });

  it('obey the other keywords, with their own messages', () => {
    expect(check([{ name: 'n', type: 'integer', minimum: 1 }], { n: 0 })).toBe(
      "bad_request: parameter 'n' must be >= 1",
    );
    expect(check({ type: 'object', properties: {}, additionalProperties: false }, { x: 1 })).toBe(
      "bad_request: parameter 'x' is not known",
    );
  });
});

describe('a schema', () => {
  it('may name a draft, a format or an unknown keyword', () => {
    const schema: ObjectSchema = {
      $schema: 'http://json-schema.org/draft-07/schema#',
      type: 'object',
      properties: { at: { type: 'string', format: 'date-time', 'x-note': 1 } },
    };
    expect(() => checkSchema(schema, 'parameters')).not.toThrow();
    expect(check(schema, { at: 'whenever' })).toEqual({ at: 'whenever' });
  });

  it.each([
    [{ a: { minimum: 'x' } }, 'parameters, a.minimum: must be number'],
    [
      { a: { items: { type: 'text' } } },
      'parameters, a.items.type: must be equal to one of the allowed values',
    ],
    [{ a: { pattern: '(' } }, 'parameters cannot be used as a schema: Invalid regular expression'],
    [
      { a: { $ref: '#/nowhere' } },
      "parameters cannot be used as a schema: can't resolve reference #/nowhere",
    ],
  ])('%j is rejected', (properties, message) => {
    expect(() => checkSchema({ type: 'object', properties: properties as never }, 'parameters')).toThrow(
      message,
    );
  });
});

describe('a result', () => {
  it("passes when it fits, and is bad output when it doesn't", () => {
    const schema = JSON.stringify(toObjectSchema([{ name: 'n', type: 'number', required: true }]));
    expect(() => validator.result(schema, { n: 1 })).not.toThrow();
    expect(() => validator.result(schema, {})).toThrow(
      'the result does not fit its schema: missing required field: n',
    );
    expect(() => validator.result(schema, 5)).toThrow("the value must be of type 'object', got number");
  });

  it('that is an empty Lua table becomes a list where the schema requires one', () => {
    const schema = toObjectSchema([
      { name: 'found', type: 'array', items: { type: 'array' } },
      { name: 'facts', type: 'object' },
    ]);
    const result = (given: unknown) => validator.result(JSON.stringify(schema), given);
    expect(result({ found: {}, facts: {} })).toEqual({ found: [], facts: {} });
    expect(result({ found: [{}, [1]] })).toEqual({ found: [[], [1]] });
    expect(() => result({ found: { a: 1 } })).toThrow("field 'found' must be of type 'array', got object");
    expect(validator.result('{"type":"array"}', {})).toEqual([]);
  });
});
