// Displaying and parsing limits.
import { expect, it } from 'vitest';
import { DEFAULT_LIMITS, HIGHEST_LIMITS } from '../../core/limits.ts';
import { LIMIT_FIELDS, limitText, readLimit, type LimitField } from './limit-labels.ts';

const field = (name: string): LimitField => LIMIT_FIELDS.find((one) => one.name === name) as LimitField;

it('has a field for every limit', () => {
  expect(LIMIT_FIELDS.map(({ name }) => name).sort()).toEqual(Object.keys(DEFAULT_LIMITS).sort());
});

it.each(LIMIT_FIELDS)('parses $label as displayed', (one) => {
  for (const limits of [DEFAULT_LIMITS, HIGHEST_LIMITS]) {
    expect(readLimit(one, limitText(one, limits[one.name]))).toEqual({ value: limits[one.name] });
  }
});

it('takes an empty field as the default, and reports what is too much', () => {
  expect(readLimit(field('memory'), ' ')).toEqual({});
  expect(readLimit(field('memory'), '64')).toEqual({ value: 64 * 1024 * 1024 });
  expect(readLimit(field('memory'), '5000').problem).toBe('At most 256 MiB.');
  expect(readLimit(field('timeout'), 'long').problem).toBe('Enter a number.');
});
