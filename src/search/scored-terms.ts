// The index terms by which a query term is scored: itself, and similar ones if it is missing or suspiciously rare.
//
// The library and site indexes share this rule; only their vocabularies differ.
import { completions, corrections, type Expansion, slipsAllowed, type SortedTerms } from './expand.ts';
import type { QueryTerm } from './query.ts';

export interface ScoredTerm {
  term: string;
  /** Inverse document frequency times the weights of query and expansion. Above 0. */
  weight: number;
}

/** Finds terms similar to a word in a sorted vocabulary. */
export type Expand = (terms: SortedTerms, typed: string) => Expansion[];

export interface Vocabulary {
  /** Number of passages in the collection. */
  passages: number;
  /** Returns the number of passages with the term. */
  frequencyOf(term: string): number;
  /** Returns the terms similar to each of the words; a term found several times has the highest weight. */
  near(expand: Expand, words: readonly string[]): Map<string, number>;
}

/** A term in no more passages may be a typing error; similar terms in many more are then tried as well. */
export const RARE = 1;
const FAR_MORE = 10;
/** A known word shorter than this is taken literally: `rent` is not a misspelt `rest`, however frequent that is. */
const LONG_WORD = 6;
/** A short prefix matches thousands of terms; the most frequent ones are kept. */
export const MOST_EXPANSIONS = 24;

/** The index terms for a word of the query. */
export interface Reading {
  /** Number of passages with the word itself, in any of its analyses; 0 if the collection does not have it. */
  frequency: number;
  /** Its own analyses that the collection has. */
  said: readonly string[];
  /** Its completions or corrections; only if it is missing or suspiciously rare. */
  near: readonly Expansion[];
  /** Of the word itself, and of all similar terms together. */
  idf: { said: number; near: number };
}

/** @param exact disables completion and correction */
export function readTerm(query: QueryTerm, vocabulary: Vocabulary, exact = false): Reading {
  const { passages } = vocabulary;
  const readings = query.terms.map((term) => ({ term, frequency: vocabulary.frequencyOf(term) }));
  const frequency = togetherFrequent(readings, passages);
  const said = readings.filter((reading) => reading.frequency > 0).map(({ term }) => term);
  const own = idf(frequency, passages);
  if (exact || frequency > RARE) return { frequency, said, near: [], idf: { said: own, near: 0 } };

  const least = Math.max(1, frequency * FAR_MORE);
  let expansions = query.unfinished ? expanded(completions, query.terms, least, vocabulary) : [];
  const isWord = frequency > 0 && query.terms.every((term) => term.length < LONG_WORD);
  if (expansions.length === 0 && !isWord && mayBeSlip(query)) {
    expansions = expanded(corrections, query.terms, least, vocabulary);
  }
  // Together they stand for one word: a rare typing error in some document must not outweigh what was meant.
  const together = expansions.reduce((most, expansion) => Math.max(most, expansion.frequency), 0);
  return { frequency, said, near: expansions, idf: { said: own, near: idf(together, passages) } };
}

/** @param exact disables completion and correction */
export function scoredTerms(query: QueryTerm, vocabulary: Vocabulary, exact = false): ScoredTerm[] {
  const { said, near, idf } = readTerm(query, vocabulary, exact);
  const count = query.count * query.weight;
  return [
    ...said.map((term) => ({ term, weight: count * idf.said })),
    ...near.map(({ term, weight }) => ({ term, weight: count * weight * idf.near })),
  ];
}

/** The analyses of one word share a frequency, so that a rare analysis does not make it a rare word. */
export function togetherFrequent(readings: readonly { frequency: number }[], passages: number): number {
  return Math.min(
    passages,
    readings.reduce((sum, { frequency }) => sum + frequency, 0),
  );
}

export function mayBeSlip({ whole, terms }: QueryTerm): boolean {
  return !(whole && terms.every((term) => slipsAllowed(term) < 2));
}

function expanded(
  expand: Expand,
  typed: readonly string[],
  least: number,
  vocabulary: Vocabulary,
): (Expansion & { frequency: number })[] {
  return [...vocabulary.near(expand, typed)]
    .filter(([term]) => !typed.includes(term))
    .map(([term, weight]) => ({ term, weight, frequency: vocabulary.frequencyOf(term) }))
    .filter(({ frequency }) => frequency >= least)
    .sort((a, b) => b.weight - a.weight || b.frequency - a.frequency || byName(a.term, b.term))
    .slice(0, MOST_EXPANSIONS);
}

function idf(frequency: number, passages: number): number {
  return Math.log(1 + (passages - frequency + 0.5) / (frequency + 0.5));
}

function byName(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
