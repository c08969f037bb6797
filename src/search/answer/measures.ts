// What is measured of a part of a document: which words of the question it, its headings and its surroundings have.
import type { Language } from '../language.ts';
import { tokenise } from '../tokenise.ts';
import type { TermMatch, Terms } from './terms.ts';

/** What is measured of a candidate; all from 0 to 1. `calibration.ts` makes a confidence of them. */
export interface Features {
  /** Weighted share of the question's words in the part, its headings, title and section: what is far counts less. */
  covered: number;
  /** How much that says: many rare words of a long question are surer than all of a short one. */
  evidence: number;
  /** The same of the part alone, with its lead. */
  inside: number;
  /** The same of the headings above it alone. */
  headed: number;
  /** The heaviest word of the question that is nowhere near, as a share of all. */
  missing: number;
  /** The words of the question that the library does not have, as a share of all. */
  unknown: number;
  /** Of the words of the nearest heading, those that the question has. */
  about: number;
  /** Neighbouring words of the question that stand together in the part or its heading. */
  together: number;
  /** It is the first thing that its section says, as far as the headings have the words of the question. */
  first: number;
  /** It opens the document, as far as the title is about the question. */
  opens: number;
  /** The score of the passage that was found, relative to the best one. */
  share: number;
  /** How much of all that was found stands in its document, relative to the document with most. */
  support: number;
  /** It has what is asked for: a number, a date, a name … `.5` where nothing can be seen. */
  fits: number;
}

/** Weights of words: a question of less is as good as one of `least`, and `most` says all that can be said. */
const WORTH = { least: 1.2, most: 2.5 } as const;

export function evidenceOf({ total }: Terms, covered: number): number {
  return Math.min(1, (covered * Math.max(WORTH.least, total)) / WORTH.most);
}

export function borrowed({ list }: Terms, credit: (term: number) => number): number {
  let sum = 0;
  let all = 0;
  list.forEach(({ isBorrowed, weight }, term) => {
    if (!isBorrowed) return;
    all += weight;
    sum += weight * credit(term);
  });
  return all === 0 ? 0 : sum / all;
}

export function shareOf({ list, total }: Terms, credit: (term: number) => number): number {
  if (total === 0) return 0;
  let sum = 0;
  list.forEach(({ weight, isBorrowed }, term) => {
    if (!isBorrowed) sum += weight * credit(term);
  });
  return Math.min(1, sum / total);
}

/** A slip so unsure says nearly as little of a word as none. */
const UNSURE = { below: 0.4, counts: 0.7, telling: 0.3 } as const;

/** How far the library does not have a word of the question, 0 to 1. */
export function unknownness({ frequency, unknown, readings, weight }: Terms['list'][number]): number {
  if (frequency === 0) return unknown;
  if (weight < UNSURE.telling) return 0;
  return Math.max(0, ...readings.values()) < UNSURE.below ? UNSURE.counts : 0;
}

/** A word with so much credit stands in the section. */
export const IN_SECTION = 0.55;

export function heaviestMissing({ list, total }: Terms, credit: (term: number) => number): number {
  let most = 0;
  list.forEach(({ weight, isBorrowed }, term) => {
    if (!isBorrowed) most = Math.max(most, weight * (1 - Math.min(1, credit(term) / IN_SECTION)));
  });
  return total === 0 ? 1 : most / total;
}

/** Of the words of a heading that say something, the share that the question has. */
export function aboutness(
  heading: string,
  matches: readonly TermMatch[],
  { list }: Terms,
  language: Language,
): number {
  const words = tokenise(heading, language).filter(({ whole }) => !whole).length;
  return words === 0
    ? 0
    : Math.min(
        1,
        new Set(matches.filter(({ term }) => !list[term]!.isBorrowed).map(({ at }) => at)).size / words,
      );
}

/** Words further apart do not stand together. */
const APART = 4;
/** What may be a slip for another word stands together with nothing. */
const SURE = 0.4;

export function togetherness({ list }: Terms, texts: readonly (readonly TermMatch[])[]): number {
  let pairs = 0;
  let found = 0;
  for (let term = 0; term + 1 < list.length; term++) {
    if (list[term]!.isBorrowed || list[term + 1]!.isBorrowed) continue;
    const weight = Math.min(list[term]!.weight, list[term + 1]!.weight);
    pairs += weight;
    if (texts.some((matches) => areNear(matches, term, term + 1))) found += weight;
  }
  return pairs === 0 ? 0.5 : found / pairs;
}

function areNear(matches: readonly TermMatch[], one: number, other: number): boolean {
  return matches.some(
    (a) =>
      a.term === one &&
      a.certainty >= SURE &&
      matches.some((b) => b.term === other && b.certainty >= SURE && Math.abs(a.at - b.at) <= APART),
  );
}
