// Compounds in a vocabulary that contain a word of a German question.
import { expect, test } from 'vitest';
import { compoundsWith } from './document-compounds.ts';

function compounds(word: string, ...vocabulary: string[]): Record<string, number> {
  const sorted = [...vocabulary].sort();
  const terms = { length: sorted.length, at: (position: number) => sorted[position] };
  return Object.fromEntries(compoundsWith(terms, word).map(({ term, weight }) => [term, weight]));
}

test('rates a word at the end of a compound higher than at its beginning', () => {
  expect(Object.keys(compounds('tut', 'plastiktut', 'statut', 'tuteor'))).toEqual(['plastiktut']);
  const found = compounds('baum', 'obstbaum', 'baumschul', 'baum', 'traum', 'baume');
  expect(Object.keys(found).sort()).toEqual(['baumschul', 'obstbaum']);
  expect(found['obstbaum']).toBeGreaterThan(found['baumschul']!);
});

test('does not take a number for a part of a compound', () => {
  expect(compounds('2026', 'q2026abc', 'abc2026')).toEqual({});
});
