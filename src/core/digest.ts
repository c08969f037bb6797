// Whole documents read by a model in parts: what can be made of them, and what it takes. Pure.
import { tokensOf } from './tokens.ts';

export type DigestKind = 'summary' | 'study_guide' | 'questions';

export const DIGEST_KINDS: readonly DigestKind[] = ['summary', 'study_guide', 'questions'];

/** Tokens of one part: a share of what the model holds, and no more than it reads with care. */
const PART = { share: 0.4, most: 12_000, least: 400 } as const;
/** Tokens of instructions and marks around a part. */
const AROUND = 400;
/** Tokens that a model writes: of each part, and in the end. */
const WRITTEN = { share: 0.2, notes: 700, answer: 1_500 } as const;
/** Requests that one digest may make. */
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

/** How a model with this window reads. */
export function digestSize(contextWindow: number): DigestSize {
  const part = Math.max(PART.least, Math.min(PART.most, Math.floor(contextWindow * PART.share)));
  return { part, notes: Math.max(80, Math.min(WRITTEN.notes, Math.floor(part * WRITTEN.share))) };
}

/** What a digest of so many tokens of text takes, as nearly as it can be told before. */
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
    // Notes that are as long as what they are made of would never come to an end.
    if (merged >= count) break;
    count = merged;
  }
  return {
    requests: cost.requests + 1,
    input: cost.input + count * notes + AROUND,
    output: cost.output + answer,
  };
}

/** Tokens of a text of which only the length is known: as long as in the densest alphabet. */
export function tokensOfSize(characters: number, sample = ''): number {
  const density = sample === '' ? 1 / 3.6 : tokensOf(sample) / sample.length;
  return Math.ceil(characters * density);
}
