// Headings beside titles.
import { expect, it } from 'vitest';
import { headingWithin } from './heading-within.ts';

it('says the title of the document only once', () => {
  expect(headingWithin({ title: 'Tools', heading: 'Tools › Limits › Time' })).toBe('Limits › Time');
  expect(headingWithin({ title: 'Tools', heading: 'Tools' })).toBeUndefined();
  expect(headingWithin({ title: 'Tools', heading: 'Toolsmith › Limits' })).toBe('Toolsmith › Limits');
  expect(headingWithin({ title: 'Tools' })).toBeUndefined();
  expect(headingWithin({ heading: 'Limits' })).toBe('Limits');
});
