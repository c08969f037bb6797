// Finds the passages that contain a phrase, among those with its words: reads their text until there are enough.
import type { Chunk } from '../core/document.ts';
import type { KeywordHit } from '../search/keyword-index.ts';
import { Phrases } from '../search/phrase.ts';
import type { Found } from './find.ts';

/** Passages read at a time. */
const BATCH = 50;

export interface FoundPassage {
  found: Found;
  passage: Chunk;
}

/**
 * Returns the best passage of each document that contains all phrases, in the order of `candidates`.
 * @param read returns stored passages; undefined for removed ones
 */
export async function saying(
  phrases: readonly string[],
  candidates: readonly KeywordHit[],
  limit: number,
  read: (hits: readonly KeywordHit[]) => Promise<readonly (FoundPassage | undefined)[]>,
): Promise<FoundPassage[]> {
  const wanted = new Phrases(phrases);
  const best = new Map<string, FoundPassage>();
  for (let from = 0; from < candidates.length && best.size < limit; from += BATCH) {
    const batch = candidates.slice(from, from + BATCH).filter(({ document }) => !best.has(document));
    for (const one of await read(batch)) {
      if (!one || best.has(one.found.hit.document) || best.size === limit) continue;
      const { found, passage } = one;
      if (wanted.saidBy([passage.text, found.meta.title, ...passage.heading]))
        best.set(found.hit.document, one);
    }
  }
  return [...best.values()].map(({ found, passage }, i, { 0: first }) => {
    const score = found.hit.raw / (first?.found.hit.raw ?? 1);
    return { found: { ...found, hit: { ...found.hit, score }, rank: i + 1 }, passage };
  });
}
