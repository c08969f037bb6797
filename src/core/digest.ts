// Digests: a model reads whole documents in parts. What can be made of them, and what it costs. Pure.
import { tokensOf } from './tokens.ts';

export type DigestKind = 'summary' | 'study_guide' | 'questions';

export const DIGEST_KINDS: readonly DigestKind[] = ['summary', 'study_guide', 'questions'];

/** Tokens per part: a share of the context window, and no more than a model reads carefully. */
const PART = { share: 0.4, most: 12_000, least: 400 } as const;
/** Tokens for instructions and marks around a part. */
const AROUND = 400;
/** Output tokens: for each part, and for the final answer. */
const WRITTEN = { share: 0.2, notes: 700, answer: 1_500 } as const;
/** Maximum requests of one digest. */
export const MOST_REQUESTS = 400;

export interface DigestSize {
  /** Tokens of text that one request reads. */
  part: number;
  /** Tokens of notes that one request writes. */
  notes: number;
}

export interface DigestCost {
  requests: number;
  input: number;
  output: number;
}

/** Returns the sizes for a model with this context window. */
export function digestSize(contextWindow: number): DigestSize {
  const part = Math.max(PART.least, Math.min(PART.most, Math.floor(contextWindow * PART.share)));
  return { part, notes: Math.max(80, Math.min(WRITTEN.notes, Math.floor(part * WRITTEN.share))) };
}

/** Estimates the cost of a digest of this many tokens. */
export function digestCost(tokens: number, contextWindow: number): DigestCost {
  const { part, notes } = digestSize(contextWindow);
  const answer = Math.min(WRITTEN.answer, Math.floor(contextWindow * 0.2));
  if (tokens <= part) return { requests: 1, input: tokens + AROUND, output: answer };
  let count = Math.ceil(tokens / part);
  let cost: DigestCost = { requests: count, input: tokens + count * AROUND, output: count * notes };
  while (count * notes > part) {
    const merged = Math.ceil((count * notes) / part);
    cost = {
      requests: cost.requests + merged,
      input: cost.input + count * notes + merged * AROUND,
      output: cost.output + merged * notes,
    };
    // Merging would never end if the notes were as long as their input.
    if (merged >= count) break;
    count = merged;
  }
  return {
    requests: cost.requests + 1,
    input: cost.input + count * notes + AROUND,
    output: cost.output + answer,
  };
}

/** Estimates tokens from the length alone, assuming the densest alphabet. */
export function tokensOfSize(characters: number, sample = ''): number {
  const density = sample === '' ? 1 / 3.6 : tokensOf(sample) / sample.length;
  return Math.ceil(characters * density);
}
