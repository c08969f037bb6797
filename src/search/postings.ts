// Postings of a segment: for each term, the passages that have it and its frequency, packed in bytes and decoded term
// by term.
//
// - Per term: the number of postings; the distance of each ordinal to the previous one (from -1); the frequency of
//   each.
// - The first two are variable-length integers of 7 bits per byte, lowest first; a frequency is one byte, see
//   frequency.ts.
import { damaged } from './segment-bytes.ts';

/** Ordinals of the last decoded term; decoding another one overwrites them. One shared buffer, grown to the longest. */
let ordinals = new Uint32Array(1024);

/** The postings of one term. Valid until another term is decoded, in any segment. */
export interface TermPostings {
  readonly length: number;
  /** Ascending. The array is longer than `length`. */
  readonly ordinals: Uint32Array;
  /** The frequency of posting `p` is `frequencies[from + p]`. */
  readonly frequencies: Uint8Array;
  readonly from: number;
}

export class Postings {
  /** The postings of term `t` are the bytes from `starts[t]` to `starts[t + 1]`. */
  readonly starts: Uint32Array<ArrayBuffer>;
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Number of passages in the segment, the upper bound of ordinals. */
  readonly #chunks: number;

  constructor(starts: Uint32Array<ArrayBuffer>, bytes: Uint8Array<ArrayBuffer>, chunks: number) {
    this.starts = starts;
    this.bytes = bytes;
    this.#chunks = chunks;
  }

  /** Returns the number of passages with the term. */
  count(term: number): number {
    const { bytes } = this;
    let at = this.starts[term]!;
    let byte = bytes[at++]!;
    let count = byte & 0x7f;
    for (let shift = 7; byte >= 0x80 && shift < 35; shift += 7) {
      byte = bytes[at++]!;
      count |= (byte & 0x7f) << shift;
    }
    return count >>> 0;
  }

  /** Returns the packed frequency of a term in a passage; 0 if absent. */
  frequencyIn(term: number, ordinal: number): number {
    const { length, ordinals, frequencies, from } = this.read(term);
    const p = ordinals.subarray(0, length).indexOf(ordinal);
    return p < 0 ? 0 : frequencies[from + p]!;
  }

  /** @throws Error when they are inconsistent, which a correct checksum rules out */
  read(term: number): TermPostings {
    const { bytes, starts } = this;
    const length = this.count(term);
    const from = starts[term + 1]! - length;
    let at = starts[term]! + sizeOf(length);
    if (!(at + length <= from && from <= bytes.length)) throw damaged();
    if (length > ordinals.length) ordinals = new Uint32Array(2 * length);
    const into = ordinals;
    const chunks = this.#chunks;
    let last = -1;
    for (let p = 0; p < length; p++) {
      const byte = bytes[at++]!;
      if (byte < 0x80) last += byte;
      else {
        let distance = byte & 0x7f;
        for (let more = byte, shift = 7; more >= 0x80 && shift < 35; shift += 7) {
          more = bytes[at++]!;
          distance |= (more & 0x7f) << shift;
        }
        last += distance >>> 0;
      }
      if (last >>> 0 >= chunks) throw damaged();
      into[p] = last;
    }
    if (at !== from) throw damaged();
    return { length, ordinals: into, frequencies: bytes, from };
  }
}

/** Returns the bytes of a variable-length integer. */
function sizeOf(value: number): number {
  return value < 0x80 ? 1 : value < 0x4000 ? 2 : value < 0x200000 ? 3 : value < 0x10000000 ? 4 : 5;
}

/** Packs postings, term after term. */
export class PostingsWriter {
  readonly #starts: number[] = [0];
  #bytes = new Uint8Array(1 << 16);
  #length = 0;

  /**
   * Adds the postings of the next term.
   * @param ordinals ascending; the range `[from, to)` counts, as in `frequencies`
   */
  add(ordinals: Uint32Array, frequencies: Uint8Array, from: number, to: number): void {
    // An integer takes at most five bytes.
    this.#reserve(5 + 6 * (to - from));
    this.#integer(to - from);
    let last = -1;
    for (let p = from; p < to; p++) {
      const distance = ordinals[p]! - last;
      if (distance < 0x80) this.#bytes[this.#length++] = distance;
      else this.#integer(distance);
      last = ordinals[p]!;
    }
    this.#bytes.set(frequencies.subarray(from, to), this.#length);
    this.#length += to - from;
    this.#starts.push(this.#length);
  }

  /** @param chunks number of passages in the segment */
  finish(chunks: number): Postings {
    return new Postings(Uint32Array.from(this.#starts), this.#bytes.slice(0, this.#length), chunks);
  }

  #integer(value: number): void {
    let rest = value;
    while (rest > 0x7f) {
      this.#bytes[this.#length++] = (rest & 0x7f) | 0x80;
      rest >>>= 7;
    }
    this.#bytes[this.#length++] = rest;
  }

  #reserve(more: number): void {
    if (this.#length + more <= this.#bytes.length) return;
    const larger = new Uint8Array(Math.max(this.#bytes.length * 2, this.#length + more));
    larger.set(this.#bytes.subarray(0, this.#length));
    this.#bytes = larger;
  }
}
