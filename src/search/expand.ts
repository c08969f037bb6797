// Terms near a query's term in a sorted vocabulary: what it is the beginning of, and what it may be a slip for.
import { stemmer } from 'stemmer';

/** A term of the vocabulary and how sure it is that it was meant, below 1. */
export interface Expansion {
  term: string;
  weight: number;
}

const PREFIX_WEIGHT = 0.6;
const SLIP_WEIGHT = 0.5;
/** A beginning of one or two letters fits everything. */
export const SHORTEST_PREFIX = 2;
/** Letters from which one slip, and two, are likelier than another word. */
const ONE_SLIP = 4;
const TWO_SLIPS = 8;
/** A half-typed `configurat` is longer than the stem `configur`: so many letters may stand over. */
const MOST_OVERHANG = 4;

/** Terms in UTF-16 order: a list, or a segment's. */
export interface SortedTerms {
  readonly length: number;
  /** Undefined beyond the last one. */
  at(position: number): string | undefined;
  /** Where it is there it spares making a string of each term. */
  lengthAt?(position: number): number;
}

/** Position of the first term that is not before `term`. */
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

/** Position of `term`, or -1. */
export function positionOf(terms: SortedTerms, term: string): number {
  const position = lowerBound(terms, term);
  return terms.at(position) === term ? position : -1;
}

/** Terms that a half-typed word may become. The term itself is not among them. */
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

/** What may be the stem of a half-typed word that is longer than it, the longest first. */
export function overhung(typed: string): string[] {
  const stems: string[] = [];
  for (let cut = 1; cut <= MOST_OVERHANG && typed.length - cut >= ONE_SLIP; cut++) {
    stems.push(typed.slice(0, -cut));
  }
  return stems;
}

/**
 * Terms one slip away (two from eight letters on), and stems of words with one slip in their ending. The first letter
 * must be right: that keeps the search short.
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

/** Before it comes all that begins with this unit. */
function after(unit: string): string {
  return String.fromCharCode(unit.charCodeAt(0) + 1);
}

/** A slip in one of these hides the stem, which then is many letters away: `configuraton` and `configur`. */
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

/** What a word would be the stem of with its ending mended: some letters longer or shorter than it. */
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

/** Slips that a word may hold. Digits and signs are typed on purpose. */
export function slipsAllowed(typed: string): number {
  if (typed.length < ONE_SLIP || !/^\p{L}+$/u.test(typed)) return 0;
  return typed.length < TWO_SLIPS ? 1 : 2;
}

/**
 * Letters to change, add, leave out or swap with their neighbour to get from `a` to `b` (optimal string alignment);
 * `most + 1` when it takes more than `most`.
 */
export function slipsBetween(a: string, b: string, most: number): number {
  if (Math.abs(a.length - b.length) > most) return most + 1;
  // What both begin and end with takes no slip: of most pairs of words nothing but the first letter is left out here.
  let start = 0;
  while (start < a.length && a.charCodeAt(start) === b.charCodeAt(start)) start++;
  let [endA, endB] = [a.length, b.length];
  while (endA > start && endB > start && a.charCodeAt(endA - 1) === b.charCodeAt(endB - 1)) {
    endA--;
    endB--;
  }
  const longer = Math.max(endA, endB) - start;
  if (endA === start || endB === start) return Math.min(longer, most + 1);
  // One slip changes a letter or swaps two; everything longer takes more.
  if (most === 1 && longer > 2) return 2;
  return alignment(a.slice(start, endA), b.slice(start, endB), most);
}

/** Three rows of the table of alignments, used again for every pair. */
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
