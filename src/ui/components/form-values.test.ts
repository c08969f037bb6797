// A form's values: each property's control, its initial value, and the resulting arguments.
import { describe, expect, it } from 'vitest';
import type { ObjectSchema } from '../../core/schema.ts';
import { choiceLabel, draftOf, kindOf, readForm } from './form-values.ts';

const schema: ObjectSchema = {
  type: 'object',
  required: ['query', 'deep'],
  properties: {
    query: { type: 'string' },
    limit: { type: 'integer', default: 5 },
    mode: { type: 'string', enum: ['keyword', 'hybrid'] },
    exact: { type: 'boolean' },
    deep: { type: 'boolean' },
    tags: { type: 'array', items: { type: 'string' } },
    range: {
      type: 'object',
      required: ['from'],
      properties: { from: { type: 'number' }, to: { type: 'number' } },
    },
    extra: { type: 'object' },
  },
};

function fill(values: Record<string, unknown>) {
  return readForm(schema, { ...draftOf(schema), ...values } as never);
}

describe('a property’s control', () => {
  it('follows type and enum, and falls back to JSON for unsupported types', () => {
    const kinds = Object.entries(schema.properties!).map(([name, property]) => kindOf(property, name));
    expect(kinds).toEqual(['text', 'number', 'choice', 'toggle', 'toggle', 'list', 'group', 'json']);
    expect(kindOf({ anyOf: [] })).toBe('json');
    expect(kindOf({ type: 'array', items: { type: 'object', properties: { a: {} } } })).toBe('json');
  });

  it('treats a nullable type as the type itself', () => {
    expect(kindOf({ type: ['string', 'null'] })).toBe('text');
    expect(kindOf({ type: ['string', 'number'] })).toBe('json');
  });

  it('names choices by their titles, where they have some', () => {
    const heroes = { enum: ['h1', 'h2'], enumNames: ['Superman'] };
    expect(heroes.enum.map((choice) => choiceLabel(choice, heroes))).toEqual(['Superman', 'h2']);
    expect(choiceLabel(3, { enum: [3], enumNames: 'no list' })).toBe('3');
  });

  it('is multi-line for text that is usually long', () => {
    expect(kindOf({ type: 'string' }, 'body')).toBe('long');
    expect(kindOf({ type: 'string', maxLength: 5000 }, 'query')).toBe('long');
    expect(kindOf({ type: 'string', maxLength: 20 }, 'text')).toBe('text');
  });
});

describe('a form’s arguments', () => {
  it("omit empty fields, so the tool's defaults apply", () => {
    expect(fill({ query: 'wal' }).args).toEqual({ query: 'wal', limit: 5, deep: false });
  });

  it('list empty required fields without inventing values', () => {
    const reading = fill({});
    expect(reading.missing).toEqual(['query']);
    expect(reading.args).not.toHaveProperty('query');
  });

  it('keep a checkbox that was touched, even if unticked again', () => {
    expect(fill({ exact: false }).args).toHaveProperty('exact', false);
    expect(fill({}).args).not.toHaveProperty('exact');
  });

  it('drop empty rows of a list', () => {
    expect(fill({ tags: ['a', '', 'b'] }).args['tags']).toEqual(['a', 'b']);
    expect(fill({ tags: [''] }).args).not.toHaveProperty('tags');
  });

  it("need a group's required fields only once the group is used", () => {
    expect(fill({ query: 'q' }).missing).toEqual([]);
    expect(fill({ query: 'q', range: { from: '', to: '3' } })).toMatchObject({
      args: { range: { to: 3 } },
      missing: ['range.from'],
    });
  });

  it('come with a sentence for each invalid value', () => {
    const reading = fill({ query: 'q', extra: '{"a":', limit: 'many' });
    expect(reading.problems['extra']).toMatch(/^This is not valid JSON: /);
    expect(reading.problems['limit']).toBe('"many" is not a number.');
    expect(reading.args).toEqual({ query: 'q', deep: false });
  });

  it('survive a round trip through the form', () => {
    const args = {
      query: 'q',
      limit: 2.5,
      mode: 'hybrid',
      exact: true,
      deep: true,
      tags: ['a'],
      range: { from: 0 },
      extra: { x: [1, null] },
    };
    expect(readForm(schema, draftOf(schema, args))).toEqual({ args, missing: [], problems: {} });
  });

  it('keep arguments without a field', () => {
    expect(readForm(schema, draftOf(schema, { query: 'q' }), { query: 'old', more: 1 }).args).toMatchObject({
      query: 'q',
      more: 1,
    });
  });
});
