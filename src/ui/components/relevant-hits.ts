// Which hits of a search say anything about its words: a list for a nonsense word helps nobody. Pure.
import type { SearchHit } from '../../core/document.ts';

/**
 * A passage that has none of the words is shown only from this cosine on. Scores of a search are shares of its best hit and
 * cannot tell: the nearest passage to a nonsense word is as near to it as the next one is.
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

/** A word of the query stands in the passage, its heading or its title. */
export function hasWords({ explain }: SearchHit): boolean {
  return explain?.keyword !== undefined;
}
