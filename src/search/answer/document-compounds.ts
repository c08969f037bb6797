// Compounds in a library that contain a word of the question: `Plastiktüten` for `Tüten`, `Obstbaum` for `Baum`.
import { type Expansion, lowerBound, type SortedTerms } from '../expand.ts';
import type { Language } from '../language.ts';

/** Languages that write compounds as one word. */
const COMPOUNDING = new Set(['de', 'nl', 'sv', 'da', 'no', 'nb', 'nn']);
/** Minimum letters of the word's stem, and of the other part: more beside a short stem, such as that of `Tüten`. */
const LEAST = { word: 3, beside: 3, besideShort: 5 } as const;
/** The last part carries a compound's meaning. */
const CERTAINTY = { last: 0.7, first: 0.55 } as const;

export function writesCompounds(languages: readonly Language[]): Language | undefined {
  return languages.find(({ code }) => COMPOUNDING.has(code));
}

/** Returns the terms of a sorted vocabulary that start or end with the word. */
export function compoundsWith(terms: SortedTerms, word: string): Expansion[] {
  const found: Expansion[] = [];
  if (word.length < LEAST.word || !/^\p{L}+$/u.test(word)) return found;
  const least = word.length + (word.length > LEAST.word ? LEAST.beside : LEAST.besideShort);
  for (let i = lowerBound(terms, word), term; (term = terms.at(i))?.startsWith(word); i++)
    if (term.length >= least) found.push({ term, weight: CERTAINTY.first });
  for (let i = 0; i < terms.length; i++) {
    if ((terms.lengthAt?.(i) ?? least) < least) continue;
    const term = terms.at(i)!;
    if (term.length >= least && term.endsWith(word)) found.push({ term, weight: CERTAINTY.last });
  }
  return found;
}

/** Maximum number of synonyms whose compounds are looked up, and their least letters. */
const SYNONYMS = { most: 4, letters: 5 } as const;

interface Found {
  term: string;
  certainty: number;
}

/**
 * Returns the library's compounds with a word that it lacks, or with one of its synonyms: `Schulleiterin` for
 * `leitet`.
 */
export function compoundsFor(
  words: readonly string[],
  synonyms: readonly (Found & { ifMissing?: boolean })[],
  counts: {
    frequencyOf(term: string): number;
    compoundsOf?(word: string): ReadonlyMap<string, number>;
  },
): Found[] {
  const within = (word: string, share: number): Found[] =>
    [...(counts.compoundsOf?.(word) ?? [])].map(([term, certainty]) => ({
      term,
      certainty: certainty * share,
    }));
  const own = words.flatMap((word) => within(word, 1));
  if (own.length > 0 || synonyms.some(({ term }) => counts.frequencyOf(term) > 0)) return own;
  return synonyms
    .filter(({ term, ifMissing }) => !ifMissing && term.length >= SYNONYMS.letters)
    .slice(0, SYNONYMS.most)
    .flatMap(({ term, certainty }) => within(term, certainty));
}
