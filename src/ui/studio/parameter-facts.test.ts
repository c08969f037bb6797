// Parameters in plain words.
import { expect, it } from 'vitest';
import { parameterFacts, typeWords } from './parameter-facts.ts';

it('names types in everyday words', () => {
  expect(typeWords({ type: 'string' })).toBe('text');
  expect(typeWords({ type: 'array', items: { type: 'integer' } })).toBe('list of whole numbers');
  expect(typeWords({ type: 'array' })).toBe('list');
  expect(typeWords({ type: ['string', 'null'] })).toBe('text or nothing');
  expect(typeWords({ enum: ['a', 2] })).toBe('one of "a", 2');
  expect(typeWords({})).toBe('any value');
});

it('keeps order, required flags and defaults', () => {
  expect(
    parameterFacts({
      type: 'object',
      required: ['b'],
      properties: { b: { type: 'string', description: 'B' }, a: { type: 'boolean', default: false } },
    }),
  ).toEqual([
    { name: 'b', type: 'text', required: true, description: 'B' },
    { name: 'a', type: 'yes or no', required: false, description: '', fallback: 'false' },
  ]);
});
