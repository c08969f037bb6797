// The fields of a parameter card, by type.
import { expect, it } from 'vitest';
import {
  choiceOf,
  freshName,
  nameProblem,
  propertyRows,
  withField,
  withRow,
  withType,
} from './parameter-fields.ts';

it('drops settings of the old type', () => {
  const text = {
    name: 'a',
    type: 'string',
    required: true,
    default: '5',
    enum: ['5'],
    minLength: 1,
    description: 'd',
  };
  expect(withType(text, 'integer')).toEqual({ name: 'a', type: 'integer', required: true, description: 'd' });
  const whole = { name: 'a', type: 'integer', default: 5, minimum: 1 };
  expect(withType(whole, 'number')).toEqual({ ...whole, type: 'number' });
  expect(withType({ ...whole, default: 1.5, type: 'number' }, 'integer')).toEqual({
    name: 'a',
    type: 'integer',
    minimum: 1,
  });
});

it('changes a field in place, and removes it', () => {
  expect(Object.keys(withField({ name: 'a', type: 'string' }, 'name', 'b'))).toEqual(['name', 'type']);
  expect(withField({ name: 'a', required: true }, 'required', undefined)).toEqual({ name: 'a' });
});

it('accepts only choices of the type', () => {
  expect([
    choiceOf('5', 'string'),
    choiceOf('5', 'integer'),
    choiceOf('5.5', 'integer'),
    choiceOf(' ', 'number'),
  ]).toEqual([...['5', 5, undefined, undefined]]);
});

it('reports an invalid name, and finds a free one', () => {
  expect(nameProblem(1, ['a', 'a'])).toBe('The name a is already used.');
  expect(nameProblem(0, ['a', 'a'])).toBeUndefined();
  expect(nameProblem(0, [undefined])).toBe('Enter a name.');
  expect(freshName(['parameter', undefined, 'parameter_2'])).toBe('parameter_3');
});

it("changes a group's properties in their existing notation", () => {
  const table = { city: { type: 'string', description: 'd' } };
  const list = [{ name: 'city', description: 'd' }];
  expect(propertyRows(table)).toEqual(propertyRows(list));
  expect(withRow(table, 0, { name: 'town', type: 'integer' })).toEqual({
    town: { type: 'integer', description: 'd' },
  });
  expect(withRow(list, 1, { name: 'zip', type: 'string' })).toEqual([
    ...list,
    { name: 'zip', type: 'string' },
  ]);
  expect(withRow(table, 0, undefined)).toEqual({});
  expect(withRow(undefined, 0, { name: 'x', type: 'string' })).toEqual([{ name: 'x', type: 'string' }]);
});
