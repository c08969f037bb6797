// Frequent terms in layers: the passages that a term counts most in come first, so that most questions need no others.
import type { Bm25 } from '../search/ranking.ts';
import { pickPostings, type Postings } from './postings.ts';

/** A list that is no longer than this is kept whole: some 4 KB. */
export const LONGEST_WHOLE = 2048;
const FIRST_LAYER = 512;
/** Each layer is so many times as long as the one before. */
const GROWTH = 4;
/** A share of BM25F is below `k1 + 1`; it is kept in 16 bits, rounded up: it is a bound. */
const SHARE_UNIT = 4096;

export interface Layer {
  postings: Postings;
  /** No passage of this layer or a later one gets more of the term than this; in units of `boundOf`. */
  bound: number;
}

/** How many postings each layer of a list has. */
export function layerSizes(count: number): number[] {
  if (count <= LONGEST_WHOLE) return [count];
  const sizes: number[] = [];
  let size = FIRST_LAYER;
  for (let rest = count; rest > 0; rest -= sizes.at(-1)!, size *= GROWTH) {
    // The last one takes what would make no layer worth a file of its own.
    sizes.push(rest < size * 1.5 ? rest : size);
  }
  return sizes;
}

/** @param postings of one term, in order */
export function layersOf(postings: Postings, bm25: Bm25): Layer[] {
  const shares = sharesOf(postings, bm25);
  const byShare = Uint32Array.from(shares.keys()).sort((a, b) => shares[b]! - shares[a]! || a - b);
  let from = 0;
  return layerSizes(shares.length).map((size) => {
    const positions = byShare.slice(from, from + size);
    const bound = Math.ceil(shares[positions[0]!]! * SHARE_UNIT);
    from += size;
    return { postings: pickPostings(postings, positions.sort()), bound };
  });
}

/** What a term of weight 1 adds to the score of each passage. */
export function sharesOf({ frequencies, lengths, titleLengths }: Postings, bm25: Bm25): Float64Array {
  const shares = new Float64Array(frequencies.length);
  for (let i = 0; i < shares.length; i++)
    shares[i] = bm25.share(frequencies[i]!, lengths[i]!, titleLengths[i]!);
  return shares;
}

export function boundOf(units: number): number {
  return units / SHARE_UNIT;
}
