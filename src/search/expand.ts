// Finds terms in a sorted vocabulary that a query term may mean: completions and corrections.
import { stemmer } from 'stemmer';

/** A term of the vocabulary and the probability that it was meant, below 1. */
export interface Expansion {
  term: string;
  weight: number;
}

const PREFIX_WEIGHT = 0.6;
const SLIP_WEIGHT = 0.5;
/** A prefix of one or two letters matches everything. */
export const SHORTEST_PREFIX = 2;
/** Minimum length of a word for one typing error, and for two. */
const ONE_SLIP = 4;
const TWO_SLIPS = 8;
/** Maximum letters beyond a stem: a half-typed `configurat` is longer than the stem `configur`. */
const MOST_OVERHANG = 4;

/** Terms in UTF-16 order: a list, or a segment's. */
export interface SortedTerms {
  readonly length: number;
  /** Undefined beyond the last one. */
  at(position: number): string | undefined;
  /** Optional: avoids creating a string for each term. */
  lengthAt?(position: number): number;
}

/** Returns the position of the first term that is not before `term`. */
export function lowerBound(terms: SortedTerms, term: string): number {
  let low = 0;
  let high = terms.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (terms.at(middle)! < term) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Returns the position of `term`, or -1. */
export function positionOf(terms: SortedTerms, term: string): number {
  const position = lowerBound(terms, term);
  return terms.at(position) === term ? position : -1;
}

/** Returns terms that a half-typed word may become, without the word itself. */
export function completions(terms: SortedTerms, typed: string): Expansion[] {
  const found: Expansion[] = [];
  if (typed.length < SHORTEST_PREFIX) return found;
  for (let i = lowerBound(terms, typed), term; (term = terms.at(i))?.startsWith(typed); i++) {
    if (term !== typed) found.push({ term, weight: PREFIX_WEIGHT });
  }
  overhung(typed).forEach((stem, i) => {
    if (positionOf(terms, stem) >= 0) found.push({ term: stem, weight: PREFIX_WEIGHT / (i + 1) });
  });
  return found;
}

/** Returns possible stems of a half-typed word that is longer than they are, longest first. */
export function overhung(typed: string): string[] {
  const stems: string[] = [];
  for (let cut = 1; cut <= MOST_OVERHANG && typed.length - cut >= ONE_SLIP; cut++) {
    stems.push(typed.slice(0, -cut));
  }
  return stems;
}

/**
 * Returns terms with one typing error (two from eight letters on), and stems of words with an error in their ending.
 * The first letter must be right, which keeps the search short.
 */
export function corrections(terms: SortedTerms, typed: string): Expansion[] {
  const found: Expansion[] = [];
  const most = slipsAllowed(typed);
  if (most === 0) return found;
  for (const term of mendedStems(typed)) {
    if (positionOf(terms, term) >= 0) found.push({ term, weight: SLIP_WEIGHT });
  }
  const initial = typed[0]!;
  const end = lowerBound(terms, after(initial));
  for (let i = lowerBound(terms, initial); i < end; i++) {
    const length = terms.lengthAt?.(i) ?? typed.length;
    if (Math.abs(length - typed.length) > most) continue;
    const term = terms.at(i)!;
    const slips = slipsBetween(typed, term, most);
    if (slips > 0 && slips <= most) found.push({ term, weight: SLIP_WEIGHT / slips });
  }
  return found;
}

/** Returns the string after everything that starts with this unit. */
function after(unit: string): string {
  return String.fromCharCode(unit.charCodeAt(0) + 1);
}

/** An error in one of these endings hides the stem, which then differs by many letters: `configuraton` and `configur`. */
const ENDINGS = [
  'ation',
  'ition',
  'ment',
  'ness',
  'able',
  'ible',
  'ance',
  'ence',
  'ically',
  'ing',
  'ized',
  'izing',
];

/** Returns the stems that a word would have with its ending corrected: some letters longer or shorter. */
export function mendedStems(typed: string): Set<string> {
  const stems = new Set<string>();
  for (const ending of ENDINGS) {
    for (const length of [ending.length - 1, ending.length, ending.length + 1]) {
      if (typed.length - length < ONE_SLIP || slipsBetween(typed.slice(-length), ending, 1) !== 1) continue;
      stems.add(stemmer(typed.slice(0, -length) + ending));
    }
  }
  stems.delete(typed);
  return stems;
}

/** Returns the number of typing errors allowed in a word. Digits and signs are assumed to be right. */
export function slipsAllowed(typed: string): number {
  if (typed.length < ONE_SLIP || !/^\p{L}+$/u.test(typed)) return 0;
  return typed.length < TWO_SLIPS ? 1 : 2;
}

/**
 * Returns the edits (change, insert, delete, swap neighbours) from `a` to `b` (optimal string alignment distance);
 * `most + 1` if it exceeds `most`.
 */
export function slipsBetween(a: string, b: string, most: number): number {
  if (Math.abs(a.length - b.length) > most) return most + 1;
  // A common prefix and suffix need no edits; for most pairs of words this skips only the first letter.
  let start = 0;
  while (start < a.length && a.charCodeAt(start) === b.charCodeAt(start)) start++;
  let [endA, endB] = [a.length, b.length];
  while (endA > start && endB > start && a.charCodeAt(endA - 1) === b.charCodeAt(endB - 1)) {
    endA--;
    endB--;
  }
  const longer = Math.max(endA, endB) - start;
  if (endA === start || endB === start) return Math.min(longer, most + 1);
  // One edit changes a letter or swaps two; anything longer takes more.
  if (most === 1 && longer > 2) return 2;
  return alignment(a.slice(start, endA), b.slice(start, endB), most);
}

/** Three rows of the alignment table, reused for every pair. */
let rows = [0, 1, 2].map(() => new Uint16Array(64));

function alignment(a: string, b: string, most: number): number {
  if (b.length >= rows[0]!.length) rows = rows.map(() => new Uint16Array(b.length + 64));
  let [beforeLast, last, row] = rows as [Uint16Array, Uint16Array, Uint16Array];
  for (let j = 0; j <= b.length; j++) last[j] = j;
  for (let i = 1; i <= a.length; i++) {
    row[0] = i;
    let least = i;
    for (let j = 1; j <= b.length; j++) {
      const change = a.charCodeAt(i - 1) === b.charCodeAt(j - 1) ? 0 : 1;
      let slips = Math.min(last[j]! + 1, row[j - 1]! + 1, last[j - 1]! + change);
      if (
        i > 1 &&
        j > 1 &&
        a.charCodeAt(i - 1) === b.charCodeAt(j - 2) &&
        a.charCodeAt(i - 2) === b.charCodeAt(j - 1)
      ) {
        slips = Math.min(slips, beforeLast[j - 2]! + 1);
      }
      row[j] = slips;
      least = Math.min(least, slips);
    }
    if (least > most) return most + 1;
    [beforeLast, last, row] = [last, row, beforeLast];
  }
  return Math.min(last[b.length]!, most + 1);
}
