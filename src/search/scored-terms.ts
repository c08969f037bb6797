// What a query's term is scored by: itself, and its neighbours in the vocabulary when it is missing or suspiciously rare.
//
// One rule for the library and for a site's pack, which differ only in where their vocabulary lies.
import { completions, corrections, type Expansion, slipsAllowed, type SortedTerms } from './expand.ts';
import type { QueryTerm } from './query.ts';

export interface ScoredTerm {
  term: string;
  /** Inverse document frequency times the weights of query and expansion. Above 0. */
  weight: number;
}

/** Finds the neighbours of a word in a sorted vocabulary. */
export type Expand = (terms: SortedTerms, typed: string) => Expansion[];

export interface Vocabulary {
  /** Passages of the collection. */
  passages: number;
  /** Passages that have the term. */
  frequencyOf(term: string): number;
  /** The neighbours of each of the words; a term that several find has the greatest weight. */
  near(expand: Expand, words: readonly string[]): Map<string, number>;
}

/** A term that so few passages have may be a slip; one that many more have is then tried as well. */
export const RARE = 1;
const FAR_MORE = 10;
/** A shorter word that a document has is that word: `rent` is no slip for `rest`, however many more have that. */
const LONG_WORD = 6;
/** A short beginning fits thousands of terms; the most frequent ones are what is meant. */
export const MOST_EXPANSIONS = 24;

/** What a word of the query stands for in the vocabulary. */
export interface Reading {
  /** Passages that say the word itself, in any of its readings; 0 for one that the collection does not have. */
  frequency: number;
  /** Its own readings that the collection has. */
  said: readonly string[];
  /** What it may be the beginning of, or a slip for; only where it is missing or suspiciously rare. */
  near: readonly Expansion[];
  /** Of the word itself, and of all that is near it together. */
  idf: { said: number; near: number };
}

/** @param exact none of the query's words is unfinished or a slip */
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
  // Together they stand for one word: a rare slip in some document must not outweigh what was meant.
  const together = expansions.reduce((most, expansion) => Math.max(most, expansion.frequency), 0);
  return { frequency, said, near: expansions, idf: { said: own, near: idf(together, passages) } };
}

/** @param exact none of the query's words is unfinished or a slip */
export function scoredTerms(query: QueryTerm, vocabulary: Vocabulary, exact = false): ScoredTerm[] {
  const { said, near, idf } = readTerm(query, vocabulary, exact);
  const count = query.count * query.weight;
  return [
    ...said.map((term) => ({ term, weight: count * idf.said })),
    ...near.map(({ term, weight }) => ({ term, weight: count * weight * idf.near })),
  ];
}

/** One word, whichever language read it: a reading that few passages have must not make it a rare one. */
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
