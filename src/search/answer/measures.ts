// Measures a part of a document: which words of the question it, its headings and its surroundings contain.
import type { Language } from '../language.ts';
import { tokenise } from '../tokenise.ts';
import type { TermMatch, Terms } from './terms.ts';

/** Measurements of a candidate, all from 0 to 1. `calibration.ts` computes a confidence from them. */
export interface Features {
  /** Weighted share of the question's words in the part, its headings, title and section; distant places count less. */
  covered: number;
  /** Strength of that evidence: many rare words of a long question are more certain than all words of a short one. */
  evidence: number;
  /** The same for the part alone, with its lead. */
  inside: number;
  /** The same for its headings alone. */
  headed: number;
  /** The heaviest word of the question that is nowhere near, as a share of all. */
  missing: number;
  /** The words of the question that the library does not have, as a share of all. */
  unknown: number;
  /** Share of the nearest heading's words that the question has. */
  about: number;
  /** Adjacent words of the question that are close together in the part or its heading. */
  together: number;
  /** It is the first part of its section, to the extent that the headings have the words of the question. */
  first: number;
  /** It opens the document, to the extent that the title is about the question. */
  opens: number;
  /** The score of its passage, relative to the best one. */
  share: number;
  /** The share of all hits in its document, relative to the document with most. */
  support: number;
  /** It has what is asked for: a number, a date, a name …; `.5` if that can't be detected. */
  fits: number;
}

/** Bounds of a question's total weight: less counts as `least`, and nothing beyond `most` adds evidence. */
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

/** A correction this uncertain is almost no evidence of a word. */
const UNSURE = { below: 0.4, counts: 0.7, telling: 0.3 } as const;

/** Returns how far a word of the question is unknown to the library, 0 to 1. */
export function unknownness({ frequency, unknown, readings, weight }: Terms['list'][number]): number {
  if (frequency === 0) return unknown;
  if (weight < UNSURE.telling) return 0;
  return Math.max(0, ...readings.values()) < UNSURE.below ? UNSURE.counts : 0;
}

/** Credit of a word that is only in the section. */
export const IN_SECTION = 0.55;

export function heaviestMissing({ list, total }: Terms, credit: (term: number) => number): number {
  let most = 0;
  list.forEach(({ weight, isBorrowed }, term) => {
    if (!isBorrowed) most = Math.max(most, weight * (1 - Math.min(1, credit(term) / IN_SECTION)));
  });
  return total === 0 ? 1 : most / total;
}

/** Words before the topic of a heading: `Using workspaces`. */
const LEADS_TO =
  /^(?:\d+(?:\.\d+)*\.? )?(?:using|about|understanding|introducing|working with|(?:an? )?(?:introduction|intro) to|overview of|getting started with|what (?:is|are)) (?:the |an? )?/i;

/** Returns the share of a heading's meaningful words that the question has. */
export function aboutness(
  heading: string,
  matches: readonly TermMatch[],
  { list }: Terms,
  language: Language,
): number {
  const words = tokenise(heading.replace(LEADS_TO, ''), language).filter(({ whole }) => !whole).length;
  return words === 0
    ? 0
    : Math.min(
        1,
        new Set(matches.filter(({ term }) => !list[term]!.isBorrowed).map(({ at }) => at)).size / words,
      );
}

/** Words further apart are not together. */
const APART = 4;
/** A possible misspelling of another word is not together with anything. */
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
