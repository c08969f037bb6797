// Stored names of documents: length limits, whole characters, one line.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { keptName, LONGEST_IDENTITY, LONGEST_NAME, overlongIdentity } from './kept-names.ts';

test('keeps a name of ordinary length', () => {
  expect(keptName('Travel policy 2026')).toBe('Travel policy 2026');
});

test('keeps a name on one line, within the limit, without split characters', () => {
  const units = fc.constantFrom('w', ' ', '\n', '\t', '😀', 'é', '\u{2028}');
  const longs = fc.tuple(fc.array(units, { maxLength: 40 }), fc.integer({ min: 0, max: 60 }));
  fc.assert(
    fc.property(longs, ([parts, times]) => {
      const name = keptName(parts.join('').repeat(times));
      expect(name.length).toBeLessThanOrEqual(LONGEST_NAME);
      expect(name).not.toMatch(/[\n\r\t\u2028]/);
      expect(name).not.toMatch(/[\uD800-\uDBFF](?![\uDC00-\uDFFF])/);
      expect(keptName(name)).toBe(name);
    }),
  );
});

test('cuts a megabyte, and marks the cut', () => {
  expect(keptName('w'.repeat(1_000_000))).toMatch(/^w{400,}…$/);
});

test('rejects only identifying fields for their length', () => {
  expect(overlongIdentity({ source: 'a', source_id: 'b'.repeat(LONGEST_IDENTITY) })).toBeUndefined();
  expect(overlongIdentity({ source_url: 'b'.repeat(LONGEST_IDENTITY + 1) })).toBe('source_url');
});
