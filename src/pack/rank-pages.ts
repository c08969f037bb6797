// Ranks the pages of a pack: BM25F as in the library, the best passage of each page, with no more postings than it takes.
//
// - Passages are gone through in order, all lists side by side, so that each is scored at once and pages come whole.
// - Of frequent terms only the first layers are there. What the layers to come can add is known: when no passage can reach
//   the last of the best pages any more, the order is that of all postings. Else more layers are fetched.
import { Best } from '../search/best.ts';
import { boundOf } from './layers.ts';

/** Postings in memory: in the order of `keys`, which are `keyOf` of their passages. */
export interface ScoredPostings {
  keys: Float64Array;
  /** What a term of weight 1 adds. */
  shares: Float64Array;
}

/** One of the query's terms, with as much of its postings as is there. */
export interface RankedTerm {
  term: string;
  weight: number;
  layers: readonly ScoredPostings[];
  /** What a passage that is in none of these layers gets at most, of weight 1, in units of layers.ts; 0: nothing is missing. */
  missing: number;
}

export interface RankedPage {
  page: number;
  /** Index of its best passage: of equal ones the first. */
  passage: number;
  raw: number;
}

export interface RankedPages {
  pages: RankedPage[];
  /** Pages that have any of the terms, as far as they were seen. */
  seen: number;
  /** False: what is missing may change the order. */
  isFinal: boolean;
}

/** Passages that a page may have. */
const SPAN = 2 ** 20;

export function keyOfPassage(page: number, passage: number): number {
  return page * SPAN + passage;
}

/** @param accept tells which pages may be found */
export function rankPages(
  terms: readonly RankedTerm[],
  limit: number,
  accept: (page: number) => boolean = () => true,
): RankedPages {
  const best = new Best<RankedPage>(limit, (a, b) => b.raw - a.raw || a.page - b.page);
  const cursors = new Cursors(terms);
  const missing = terms.map(({ weight, missing: units }) => weight * boundOf(units));
  const unseen = missing.reduce((sum, bound) => sum + bound, 0);
  let seen = 0;
  /** The most that a passage may have of which not all is known. */
  let open = 0;
  for (let page = cursors.page; page >= 0; page = cursors.page) {
    const isAccepted = accept(page);
    const found = { page, passage: 0, raw: 0 };
    while (cursors.page === page) {
      const passage = cursors.key - page * SPAN;
      const { raw, has } = cursors.take();
      if (raw > found.raw) {
        found.raw = raw;
        found.passage = passage;
      }
      if (unseen > 0 && isAccepted && raw + unseen > open) {
        open = Math.max(open, raw + rest(missing, has));
      }
    }
    if (!isAccepted) continue;
    seen++;
    const { last } = best;
    if (!last || found.raw > last.raw) best.add(found);
  }
  const least = best.last?.raw ?? 0;
  return { pages: best.list, seen, isFinal: unseen === 0 || (unseen < least && open < least) };
}

/** What the terms that a passage was not seen with may add; 0 when all of it is known. */
function rest(missing: readonly number[], has: Uint8Array): number {
  let sum = 0;
  for (let term = 0; term < missing.length; term++) if (has[term] === 0) sum += missing[term]!;
  // Nothing is open then, whatever it is worth.
  return sum === 0 ? -Infinity : sum;
}

/** All lists side by side. */
class Cursors {
  readonly #weights: Float64Array;
  readonly #lists: { postings: ScoredPostings; term: number; at: number }[] = [];
  readonly #has: Uint8Array;
  readonly #shares: Float64Array;
  key = Infinity;

  constructor(terms: readonly RankedTerm[]) {
    this.#weights = Float64Array.from(terms, ({ weight }) => weight);
    this.#has = new Uint8Array(terms.length);
    this.#shares = new Float64Array(terms.length);
    terms.forEach(({ layers }, term) => {
      for (const postings of layers)
        if (postings.keys.length > 0) this.#lists.push({ postings, term, at: 0 });
    });
    for (const { postings } of this.#lists) this.key = Math.min(this.key, postings.keys[0]!);
  }

  /** The page of the next passage; -1 behind the last one. */
  get page(): number {
    return this.key === Infinity ? -1 : Math.floor(this.key / SPAN);
  }

  /** The score of the next passage as far as it is known, and which terms it was seen with. Goes on to the one after. */
  take(): { raw: number; has: Uint8Array } {
    const { key } = this;
    let next = Infinity;
    this.#has.fill(0);
    for (const list of this.#lists) {
      const { keys, shares } = list.postings;
      if (keys[list.at] === key) {
        this.#shares[list.term] = shares[list.at++]!;
        this.#has[list.term] = 1;
      }
      const coming = keys[list.at];
      if (coming !== undefined && coming < next) next = coming;
    }
    this.key = next;
    // In the order of the terms, as the library adds them: else equal scores would differ in their last bit.
    let raw = 0;
    for (let term = 0; term < this.#has.length; term++)
      if (this.#has[term] === 1) raw += this.#weights[term]! * this.#shares[term]!;
    return { raw, has: this.#has };
  }
}

/** What each term adds to the passages of a page, best first: for the sections of a hit, and for why it was found. */
export function passagesOf(
  page: number,
  terms: readonly RankedTerm[],
): { passage: number; raw: number; terms: Record<string, number> }[] {
  const found = new Map<number, { passage: number; raw: number; terms: Record<string, number> }>();
  for (const { term, weight, layers } of terms) {
    for (const { keys, shares } of layers) {
      for (let at = firstFrom(keys, page * SPAN); at < keys.length && keys[at]! < (page + 1) * SPAN; at++) {
        const passage = keys[at]! - page * SPAN;
        const one = found.get(passage) ?? { passage, raw: 0, terms: {} };
        found.set(passage, one);
        one.raw += weight * shares[at]!;
        one.terms[term] = (one.terms[term] ?? 0) + weight * shares[at]!;
      }
    }
  }
  return [...found.values()].sort((a, b) => b.raw - a.raw || a.passage - b.passage);
}

function firstFrom(keys: Float64Array, key: number): number {
  let low = 0;
  let high = keys.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (keys[middle]! < key) low = middle + 1;
    else high = middle;
  }
  return low;
}
