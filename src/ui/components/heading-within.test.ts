// Headings next to titles.
import { expect, it } from 'vitest';
import { headingWithin } from './heading-within.ts';

it("shows the document's title only once", () => {
  expect(headingWithin({ title: 'Tools', heading: 'Tools › Limits › Time' })).toBe('Limits › Time');
  expect(headingWithin({ title: 'Tools', heading: 'Tools' })).toBeUndefined();
  expect(headingWithin({ title: 'Tools', heading: 'Toolsmith › Limits' })).toBe('Toolsmith › Limits');
  expect(headingWithin({ title: 'Tools' })).toBeUndefined();
  expect(headingWithin({ heading: 'Limits' })).toBe('Limits');
});
