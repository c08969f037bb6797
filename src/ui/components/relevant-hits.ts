// Drops search hits that have nothing to do with the query, such as the list for a nonsense word. Pure.
import type { SearchHit } from '../../core/document.ts';

/**
 * Minimum cosine of a passage without any of the words. Scores are relative to the best hit, so they can't tell: the
 * nearest passage to a nonsense word is no nearer than the next.
 */
export const LEAST_COSINE = 0.35;

/** @param hits of a search with `explain`; those without an explanation are kept. */
export function relevantHits(hits: readonly SearchHit[]): SearchHit[] {
  return hits.filter(
    ({ explain }) =>
      explain === undefined ||
      explain.keyword !== undefined ||
      (explain.semantic !== undefined && explain.semantic.score >= LEAST_COSINE),
  );
}

/** Whether the passage, its heading or its title contains a word of the query. */
export function hasWords({ explain }: SearchHit): boolean {
  return explain?.keyword !== undefined;
}
