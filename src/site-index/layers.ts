// Splits the postings of frequent terms into layers: the passages with the highest scores come first, so that most
// questions need no others.
import type { Bm25 } from '../search/ranking.ts';
import { pickPostings, type Postings } from './postings.ts';

/** A list up to this length stays whole: about 4 KB. */
export const LONGEST_WHOLE = 2048;
const FIRST_LAYER = 512;
/** Each layer is this many times as long as the previous one. */
const GROWTH = 4;
/** A share of BM25F is below `k1 + 1`; it is stored in 16 bits, rounded up because it is a bound. */
const SHARE_UNIT = 4096;

export interface Layer {
  postings: Postings;
  /** Upper bound of the term's share in this and all later layers, in units of `boundOf`. */
  bound: number;
}

/** Returns the number of postings in each layer of a list. */
export function layerSizes(count: number): number[] {
  if (count <= LONGEST_WHOLE) return [count];
  const sizes: number[] = [];
  let size = FIRST_LAYER;
  for (let rest = count; rest > 0; rest -= sizes.at(-1)!, size *= GROWTH) {
    // The last layer includes a remainder too small for a file of its own.
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

/** Returns what a term of weight 1 adds to the score of each passage. */
export function sharesOf({ frequencies, lengths, titleLengths }: Postings, bm25: Bm25): Float64Array {
  const shares = new Float64Array(frequencies.length);
  for (let i = 0; i < shares.length; i++)
    shares[i] = bm25.share(frequencies[i]!, lengths[i]!, titleLengths[i]!);
  return shares;
}

export function boundOf(units: number): number {
  return units / SHARE_UNIT;
}
