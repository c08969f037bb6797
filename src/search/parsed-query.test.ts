// Search box input: words, phrases and filters. No input fails.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { parseQuery } from './parsed-query.ts';

const NONE = { phrases: [], sources: [], tags: [] };

it.each([
  ['plain words', { ...NONE, text: 'plain words' }],
  ['cats source:notes', { ...NONE, text: 'cats  ', sources: ['notes'] }],
  ['source:notes SOURCE:files cats', { ...NONE, text: '    cats', sources: ['notes', 'files'] }],
  ['source:"My notes" cats', { ...NONE, text: '  cats', sources: ['My notes'] }],
  ['tag:a tag:b-c x', { ...NONE, text: '    x', tags: ['a', 'b-c'] }],
  ['x since:2026', { ...NONE, text: 'x  ', since: '2026' }],
  ['since:2026-05-31 since:2025 x', { ...NONE, text: '    x', since: '2026-05-31' }],
  ['say "to the moon" now', { ...NONE, text: 'say  to the moon  now', phrases: ['to the moon'] }],
  ['“curly quotes”', { ...NONE, text: ' curly quotes ', phrases: ['curly quotes'] }],
  ['""', { ...NONE, text: '  ' }],
])('%s', (query, asked) => {
  expect(parseQuery(query)).toEqual(asked);
});

it.each([
  'source: notes',
  'source:',
  'since:soon',
  'since:2026-99',
  'resource:notes',
  'https://example.com/tag:x',
  'a "half open quote',
  'tags:x',
])('reads %s as plain words', (query) => {
  expect(parseQuery(query)).toEqual({ ...NONE, text: query });
});

it('does not complete the end of a finished phrase', () => {
  expect(parseQuery('"half a wor"').text.endsWith(' ')).toBe(true);
  expect(parseQuery('half a wor').text.endsWith('wor')).toBe(true);
});

it('accepts any text', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom('source:', 'tag:', 'since:', '"', ' ', 'a', '2026') }),
      (query) => {
        const { text, phrases } = parseQuery(query);
        expect(text.length).toBeLessThanOrEqual(query.length + 2 * phrases.length + 2);
      },
    ),
  );
});

it('reads the beginning of any pasted text', () => {
  for (const text of ['"', '"a" ', 'source:a" ', 'source:', 'since:"', '((((', 'a*'.repeat(9), '\\', '“']) {
    const asked = parseQuery(text.repeat(200_000));
    expect(asked.text.length).toBeLessThan(9000);
    expect(asked.phrases.length).toBeLessThanOrEqual(16);
  }
});
