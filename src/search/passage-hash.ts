// What is embedded of a passage, and the 64-bit hash by which its embedding is found again.
//
// Vectors are kept by this hash and the model, not by document and index: a text that moves, or comes back, keeps its
// vector; a text that changes has none, and is embedded anew.

import { withoutLinkTargets } from './link-targets.ts';

export interface EmbeddedPassage {
  title: string;
  /** Titles of the sections it stands in, outermost first. */
  heading: readonly string[];
  text: string;
}

/**
 * The text that stands for a passage in a model of sentences: where it stands, then what it says, with the sign between
 * them that such models have read. An end of a line is none to them: a title would run into the text. Worth .002 to .008
 * nDCG@10 on each of four collections (bench/README.md). Where its links lead to says nothing.
 *
 * Segments keep its hash: with another text here goes another version of their format.
 */
export function embeddingText({ title, heading, text }: EmbeddedPassage): string {
  return [title, ...heading.filter((name) => name !== title), withoutLinkTargets(text)]
    .filter((part) => part !== '')
    .join(': ');
}

/** The hash of a text, as its low and its high 32 bits. No secret depends on it: two mixed multiplicative hashes. */
export function passageHash(text: string): [low: number, high: number] {
  let a = 0xdeadbeef;
  let b = 0x41c6ce57;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    a = Math.imul(a ^ unit, 0x9e3779b1);
    b = Math.imul(b ^ unit, 0x5f356495);
  }
  a = Math.imul(a ^ (a >>> 16), 0x85ebca6b) ^ Math.imul(b ^ (b >>> 13), 0xc2b2ae35);
  b = Math.imul(b ^ (b >>> 16), 0x85ebca6b) ^ Math.imul(a ^ (a >>> 13), 0xc2b2ae35);
  return [a >>> 0, b >>> 0];
}
