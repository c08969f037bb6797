// Random passages for property tests: few words in few documents, so that they interact.
import fc from 'fast-check';
import type { IndexedChunk, IndexedDocument } from './segment-types.ts';

export const WORDS = [
  'ox',
  'elk',
  'cat',
  'dog',
  'configuration',
  'configured',
  'retrieval',
  'open_v2',
  'naïve',
  '数据库',
];

/** Passages of up to eight documents, in order; each document's indexes count from 0. */
export function someChunks(): fc.Arbitrary<IndexedChunk[]> {
  const text = fc.array(fc.constantFrom(...WORDS), { maxLength: 8 }).map((words) => words.join(' '));
  const passage = fc.record({
    document: fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'),
    text,
    heading: fc.array(text, { maxLength: 1 }),
    title: fc.constantFrom('', 'ox', 'dog retrieval'),
  });
  return fc.array(passage, { maxLength: 24 }).map((passages) => {
    const seen = new Map<string, number>();
    return passages
      .sort((a, b) => (a.document < b.document ? -1 : a.document > b.document ? 1 : 0))
      .map((chunk) => {
        const index = seen.get(chunk.document) ?? 0;
        seen.set(chunk.document, index + 1);
        return { ...chunk, index };
      });
  });
}

/** Returns metadata of the passages' documents, deterministic for each document. */
export function knownOf(chunks: readonly IndexedChunk[]): IndexedDocument[] {
  return [...new Set(chunks.map(({ document }) => document))].map((document) => {
    const letter = document.charCodeAt(0);
    const tags = ['space', 'late', 'old'].filter((_, bit) => (letter >> bit) & 1);
    return { document, source: letter % 3 === 0 ? 'notes' : 'files', updated: letter * 86_400_000, tags };
  });
}
