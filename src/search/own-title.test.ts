// The title of a page, without the name of its site.
import { expect, test } from 'vitest';
import { ownTitle } from './own-title.ts';

test('removes the site name on either side of the page’s title', () => {
  expect(ownTitle('Install | Lantern Docs', ['Install'])).toBe('Install');
  expect(ownTitle('Lantern: Install', ['Install'])).toBe('Lantern: Install');
  expect(ownTitle('Lantern · Install', ['Install', 'Oil'])).toBe('Install');
  expect(ownTitle('borg rename — Borg - Deduplicating Archiver 1.2.4 documentation', [])).toBe('borg rename');
});

test('keeps a title without a site name', () => {
  expect(ownTitle('nextd - move forward through history', ['nextd - move forward through history'])).toBe(
    'nextd - move forward through history',
  );
  expect(ownTitle('Oil - what to buy', ['Which oil'])).toBe('Oil - what to buy');
  expect(ownTitle('Lantern manual - oil', [])).toBe('Lantern manual - oil');
  expect(ownTitle('Oil', ['Oil'])).toBe('Oil');
  expect(ownTitle('', [])).toBe('');
});
