// What bench/corpus.mjs gives, for the pages of benchmarks.
import type { IndexedChunk } from '../src/search/segment.ts';

export interface Queries {
  content: string[];
  questions: string[];
}
export function synthetic(
  count: number,
  stopWords: ReadonlySet<string>,
  each?: number,
): Queries & { chunks: IndexedChunk[] };
export function passages(
  count: number,
  stopWords: ReadonlySet<string>,
  each?: number,
  random?: () => number,
): Generator<IndexedChunk>;
export function queries(
  chunks: readonly IndexedChunk[],
  stopWords: ReadonlySet<string>,
  random?: () => number,
): Queries;
