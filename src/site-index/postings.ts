// Encodes postings: lists of passages with the term's frequency and the lengths that ranking needs.
//
// A file holds several lists, column by column: distances between pages, passages within their page, frequencies,
// lengths, and the lengths of titles that contain the term. Similar values side by side compress well.
import { inTitle } from '../search/frequency.ts';
import type { Reader, Writer } from '../search/segment-bytes.ts';

/** Parallel columns, ordered by page and then by passage. */
export interface Postings {
  pages: Uint32Array;
  /** Index of the passage in its page. */
  passages: Uint32Array;
  /** Packed, see frequency.ts. */
  frequencies: Uint8Array;
  lengths: Uint32Array;
  /** 0 if the title lacks the term; ranking needs it only otherwise. */
  titleLengths: Uint32Array;
}

export function writePostings(out: Writer, lists: readonly Postings[]): void {
  for (const { pages } of lists) {
    let last = 0;
    for (const page of pages) {
      out.integer(page - last);
      last = page;
    }
  }
  for (const { pages, passages } of lists) {
    passages.forEach((passage, i) => {
      const isSamePage = i > 0 && pages[i] === pages[i - 1];
      out.integer(isSamePage ? passage - passages[i - 1]! - 1 : passage);
    });
  }
  for (const { frequencies } of lists) out.bytes(frequencies);
  for (const { lengths } of lists) for (const length of lengths) out.integer(length);
  for (const { frequencies, titleLengths } of lists) {
    titleLengths.forEach((length, i) => {
      if (inTitle(frequencies[i]!) > 0) out.integer(length);
    });
  }
}

/** @param counts of the lists, in order */
export function readPostings(input: Reader, counts: readonly number[]): Postings[] {
  const lists = counts.map((count) => ({
    pages: new Uint32Array(count),
    passages: new Uint32Array(count),
    frequencies: new Uint8Array(count),
    lengths: new Uint32Array(count),
    titleLengths: new Uint32Array(count),
  }));
  for (const { pages } of lists) {
    let last = 0;
    for (let i = 0; i < pages.length; i++) pages[i] = last += input.integer();
  }
  for (const { pages, passages } of lists) {
    for (let i = 0; i < passages.length; i++) {
      const isSamePage = i > 0 && pages[i] === pages[i - 1];
      passages[i] = input.integer() + (isSamePage ? passages[i - 1]! + 1 : 0);
    }
  }
  for (const { frequencies } of lists) {
    const bytes = input.fixed(frequencies.length);
    for (let i = 0; i < frequencies.length; i++) frequencies[i] = bytes.getUint8(i);
  }
  for (const { lengths } of lists) for (let i = 0; i < lengths.length; i++) lengths[i] = input.integer();
  for (const { frequencies, titleLengths } of lists) {
    for (let i = 0; i < titleLengths.length; i++)
      if (inTitle(frequencies[i]!) > 0) titleLengths[i] = input.integer();
  }
  return lists;
}

/** Returns the postings at these indexes, in this order. */
export function pickPostings(postings: Postings, positions: Uint32Array): Postings {
  const { pages, passages, frequencies, lengths, titleLengths } = postings;
  return {
    pages: positions.map((at) => pages[at]!),
    passages: positions.map((at) => passages[at]!),
    frequencies: Uint8Array.from(positions, (at) => frequencies[at]!),
    lengths: positions.map((at) => lengths[at]!),
    titleLengths: positions.map((at) => titleLengths[at]!),
  };
}
