// What a title says of its page, without the name of the site.
import { expect, test } from 'vitest';
import { ownTitle } from './own-title.ts';

test('the name of the site is left out, on either side of the page’s own name', () => {
  expect(ownTitle('Install | Lantern Docs', ['Install'])).toBe('Install');
  expect(ownTitle('Lantern: Install', ['Install'])).toBe('Lantern: Install');
  expect(ownTitle('Lantern · Install', ['Install', 'Oil'])).toBe('Install');
  expect(ownTitle('borg rename — Borg - Deduplicating Archiver 1.2.4 documentation', [])).toBe('borg rename');
});

test('a title that is the page’s own stays whole', () => {
  expect(ownTitle('nextd - move forward through history', ['nextd - move forward through history'])).toBe(
    'nextd - move forward through history',
  );
  expect(ownTitle('Oil - what to buy', ['Which oil'])).toBe('Oil - what to buy');
  expect(ownTitle('Lantern manual - oil', [])).toBe('Lantern manual - oil');
  expect(ownTitle('Oil', ['Oil'])).toBe('Oil');
  expect(ownTitle('', [])).toBe('');
});
