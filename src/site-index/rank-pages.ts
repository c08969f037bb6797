// Ranks the pages of a pack: BM25F as in the library, the best passage of each page, with no more postings than it takes.
//
// - Terms are added up one after the other, in their order, as the library does: else equal scores would differ in their
//   last bit. What passages have so far lies in columns that stay for the next question: a beginning of two letters brings
//   dozens of lists, and every keystroke would leave their sums behind as garbage.
// - Of frequent terms only the first layers are there. What the layers to come can add is known: when no passage can reach
//   the last of the best pages any more, the order is that of all postings. Else more layers are fetched.
import { Best } from '../search/best.ts';
import { boundOf } from './layers.ts';

/** Postings in memory: parallel columns in the order of pages, and then of passages. */
export interface ScoredPostings {
  pages: Uint32Array;
  /** Index of the passage in its page. */
  passages: Uint32Array;
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

/** Multiplied with these, neighbouring numbers are spread over all 32 bits. */
const SPREAD = { page: 0x9e3779b1, passage: 0x85ebca77 } as const;

export class PageRanking {
  /** Where a passage's row is, by what `SPREAD` makes of it; 0: nowhere. Never more than half of them are taken. */
  #slots = new Uint32Array(0);
  #rows = rowsOf(0);
  /** The best row of each page; 0: none was seen. Zeros between two questions. */
  #bestOf = new Uint32Array(0);

  /** @param accept tells which pages may be found */
  rank(
    terms: readonly RankedTerm[],
    limit: number,
    accept: (page: number) => boolean = () => true,
  ): RankedPages {
    const missing = terms.map(({ weight, missing: units }) => weight * boundOf(units));
    const unseen = missing.reduce((sum, bound) => sum + bound, 0);
    const incomplete = missing.filter((bound) => bound > 0).length;
    /** What adding up the bounds in another order may make of them. */
    const rounding = 2 * missing.length * Number.EPSILON * unseen;
    const count = this.#add(terms, missing);
    const { pages, passages, raw, known, complete } = this.#rows;
    const bestOf = this.#bestOf;
    const found: number[] = [];
    /** The most that a passage may have of which not all is known. */
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

  /** Fills the rows, from 1. Returns how many there are. */
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

  /** For all postings of these terms. Returns by how many bits a spread number is too long for a slot. */
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
    // Slots of a smaller table lie closer together, so that each question has one of its own size.
    if (this.#slots.length === 2 ** bits) this.#slots.fill(0);
    else this.#slots = new Uint32Array(2 ** bits);
    return 32 - bits;
  }
}

/** One passage a row. */
function rowsOf(count: number): {
  pages: Uint32Array;
  passages: Uint32Array;
  /** The score as far as it is known. */
  raw: Float64Array;
  /** What the terms that it was seen with might have added, had it not been seen with them. */
  known: Float64Array;
  /** With how many of the terms that are not all there it was seen. */
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

/** What each term adds to the passages of a page, best first: for the sections of a hit, and for why it was found. */
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

/** Position of the first one that is not less. */
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
