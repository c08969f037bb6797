// Ranks the pages of a site index: BM25F as in the library, by the best passage of each page, with as few postings as
// possible.
//
// - Terms are added one after the other, in the library's order; otherwise ties would differ in their last bit.
//   Partial scores are in columns reused by the next question: a prefix of two letters has dozens of lists, and every
//   keystroke would leave their sums as garbage.
// - Only the first layers of frequent terms are loaded. The bounds of the other layers are known: when no passage can
//   overtake the last of the best pages, the order is final. Otherwise more layers are fetched.
import { Best } from '../search/best.ts';
import { boundOf } from './layers.ts';

/** Postings in memory: parallel columns ordered by page, and then by passage. */
export interface ScoredPostings {
  pages: Uint32Array;
  /** Index of the passage in its page. */
  passages: Uint32Array;
  /** What a term of weight 1 adds. */
  shares: Float64Array;
}

/** A term of the query, with its loaded postings. */
export interface RankedTerm {
  term: string;
  weight: number;
  layers: readonly ScoredPostings[];
  /**
   * Upper bound of the share of a passage in none of these layers, for weight 1, in units of layers.ts; 0: nothing is
   * missing.
   */
  missing: number;
}

export interface RankedPage {
  page: number;
  /** Index of its best passage; ties take the first. */
  passage: number;
  raw: number;
}

export interface RankedPages {
  pages: RankedPage[];
  /** Number of pages with any of the terms, among the loaded postings. */
  seen: number;
  /** False: missing postings may change the order. */
  isFinal: boolean;
}

/** Multipliers that spread neighbouring numbers over all 32 bits. */
const SPREAD = { page: 0x9e3779b1, passage: 0x85ebca77 } as const;

export class PageRanking {
  /** The row of each passage, by its hash with `SPREAD`; 0: none. At most half full. */
  #slots = new Uint32Array(0);
  #rows = rowsOf(0);
  /** The best row of each page; 0: none. All zero between questions. */
  #bestOf = new Uint32Array(0);

  /** @param accept selects the pages that can be found */
  rank(
    terms: readonly RankedTerm[],
    limit: number,
    accept: (page: number) => boolean = () => true,
  ): RankedPages {
    const missing = terms.map(({ weight, missing: units }) => weight * boundOf(units));
    const unseen = missing.reduce((sum, bound) => sum + bound, 0);
    const incomplete = missing.filter((bound) => bound > 0).length;
    /** Rounding error of adding the bounds in another order. */
    const rounding = 2 * missing.length * Number.EPSILON * unseen;
    const count = this.#add(terms, missing);
    const { pages, passages, raw, known, complete } = this.#rows;
    const bestOf = this.#bestOf;
    const found: number[] = [];
    /** Upper bound of the passages that are only partly known. */
    let open = 0;
    for (let row = 1; row <= count; row++) {
      const page = pages[row]!;
      const best = bestOf[page]!;
      if (best === 0) found.push(page);
      if (
        best === 0 ||
        raw[row]! > raw[best]! ||
        (raw[row] === raw[best] && passages[row]! < passages[best]!)
      )
        bestOf[page] = row;
      if (complete[row]! < incomplete && raw[row]! + unseen > open && accept(page))
        open = Math.max(open, raw[row]! + unseen - known[row]! + rounding);
    }
    const list = new Best<RankedPage>(limit, (a, b) => b.raw - a.raw || a.page - b.page);
    let seen = 0;
    for (const page of found) {
      const row = bestOf[page]!;
      bestOf[page] = 0;
      if (!accept(page)) continue;
      seen++;
      const { last } = list;
      if (!last || raw[row]! > last.raw || (raw[row] === last.raw && page < last.page))
        list.add({ page, passage: passages[row]!, raw: raw[row]! });
    }
    const least = list.last?.raw ?? 0;
    return { pages: list.list, seen, isFinal: unseen === 0 || (unseen < least && open < least) };
  }

  /** Fills the rows, from 1. Returns their number. */
  #add(terms: readonly RankedTerm[], missing: readonly number[]): number {
    const shift = this.#makeRoom(terms);
    const slots = this.#slots;
    const { pages, passages, raw, known, complete } = this.#rows;
    let count = 0;
    terms.forEach(({ weight, layers }, term) => {
      const bound = missing[term]!;
      const isIncomplete = bound > 0 ? 1 : 0;
      for (const list of layers) {
        for (let i = 0; i < list.pages.length; i++) {
          const page = list.pages[i]!;
          const passage = list.passages[i]!;
          let slot = (Math.imul(page, SPREAD.page) + Math.imul(passage, SPREAD.passage)) >>> shift;
          let row = slots[slot]!;
          while (row !== 0 && (pages[row] !== page || passages[row] !== passage)) {
            slot = (slot + 1) & (slots.length - 1);
            row = slots[slot]!;
          }
          if (row === 0) {
            slots[slot] = row = ++count;
            pages[row] = page;
            passages[row] = passage;
            raw[row] = known[row] = complete[row] = 0;
          }
          raw[row] = raw[row]! + weight * list.shares[i]!;
          known[row] = known[row]! + bound;
          complete[row] = complete[row]! + isIncomplete;
        }
      }
    });
    return count;
  }

  /** Reserves space for all postings of these terms. Returns the shift from a hash to a slot. */
  #makeRoom(terms: readonly RankedTerm[]): number {
    let postings = 0;
    let pages = 0;
    for (const { layers } of terms) {
      for (const list of layers) {
        postings += list.pages.length;
        pages = Math.max(pages, (list.pages.at(-1) ?? -1) + 1);
      }
    }
    const bits = Math.max(8, Math.ceil(Math.log2(2 * postings + 1)));
    if (this.#rows.raw.length <= postings) this.#rows = rowsOf(2 ** bits);
    if (this.#bestOf.length < pages) this.#bestOf = new Uint32Array(2 * pages);
    // A smaller table uses other slots, so each question has a table of its own size.
    if (this.#slots.length === 2 ** bits) this.#slots.fill(0);
    else this.#slots = new Uint32Array(2 ** bits);
    return 32 - bits;
  }
}

/** One passage per row. */
function rowsOf(count: number): {
  pages: Uint32Array;
  passages: Uint32Array;
  /** The score as far as it is known. */
  raw: Float64Array;
  /** The sum of the bounds of the terms with which it was seen. */
  known: Float64Array;
  /** Number of incomplete terms with which it was seen. */
  complete: Uint16Array;
} {
  return {
    pages: new Uint32Array(count),
    passages: new Uint32Array(count),
    raw: new Float64Array(count),
    known: new Float64Array(count),
    complete: new Uint16Array(count),
  };
}

/**
 * Returns the contribution of each term to the passages of a page, best first: for the sections of a hit, and to
 * explain it.
 */
export function passagesOf(
  page: number,
  terms: readonly RankedTerm[],
): { passage: number; raw: number; terms: Record<string, number> }[] {
  const found = new Map<number, { passage: number; raw: number; terms: Record<string, number> }>();
  for (const { term, weight, layers } of terms) {
    for (const { pages, passages, shares } of layers) {
      for (let at = firstFrom(pages, page); pages[at] === page; at++) {
        const passage = passages[at]!;
        const one = found.get(passage) ?? { passage, raw: 0, terms: {} };
        found.set(passage, one);
        one.raw += weight * shares[at]!;
        one.terms[term] = (one.terms[term] ?? 0) + weight * shares[at]!;
      }
    }
  }
  return [...found.values()].sort((a, b) => b.raw - a.raw || a.passage - b.passage);
}

/** Returns the index of the first page that is not less. */
function firstFrom(pages: Uint32Array, page: number): number {
  let low = 0;
  let high = pages.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (pages[middle]! < page) low = middle + 1;
    else high = middle;
  }
  return low;
}
