// A segment with its terms and postings unpacked in memory, for writers that rewrite all of them.
import type { Segment } from './segment-types.ts';

/**
 * The postings of term `t` are `ordinals` (ascending) and `frequencies` (packed, see frequency.ts) from `offsets[t]`
 * to `offsets[t + 1]`.
 */
export interface WideSegment extends Omit<Segment, 'terms' | 'postings'> {
  readonly terms: readonly string[];
  readonly offsets: Uint32Array;
  readonly ordinals: Uint32Array;
  readonly frequencies: Uint8Array;
}

export function wideSegment({ terms, postings, ...columns }: Segment): WideSegment {
  const offsets = new Uint32Array(terms.length + 1);
  for (let t = 0; t < terms.length; t++) offsets[t + 1] = offsets[t]! + postings.count(t);
  const ordinals = new Uint32Array(offsets[terms.length]!);
  const frequencies = new Uint8Array(ordinals.length);
  for (let t = 0; t < terms.length; t++) {
    const read = postings.read(t);
    ordinals.set(read.ordinals.subarray(0, read.length), offsets[t]);
    frequencies.set(read.frequencies.subarray(read.from, read.from + read.length), offsets[t]);
  }
  return { ...columns, terms: [...terms], offsets, ordinals, frequencies };
}
