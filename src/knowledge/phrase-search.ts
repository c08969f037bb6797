// Of passages that have the words of a phrase, those that say it: their text is read until there are enough.
import type { Chunk } from '../core/document.ts';
import { Phrases } from '../search/phrase.ts';
import type { Found } from './find.ts';

/** Passages read at a time. */
const BATCH = 50;

export interface FoundPassage {
  found: Found;
  passage: Chunk;
}

/**
 * The best passage of each document that says all phrases, in the order of `candidates`.
 * @param read the texts of passages; undefined where one is gone
 */
export async function saying(
  phrases: readonly string[],
  candidates: readonly Found[],
  limit: number,
  read: (found: readonly Found[]) => Promise<readonly (Chunk | undefined)[]>,
): Promise<FoundPassage[]> {
  const wanted = new Phrases(phrases);
  const best = new Map<string, FoundPassage>();
  for (let from = 0; from < candidates.length && best.size < limit; from += BATCH) {
    const batch = candidates.slice(from, from + BATCH).filter(({ meta }) => !best.has(meta.id));
    const passages = await read(batch);
    for (const [i, found] of batch.entries()) {
      const passage = passages[i];
      if (!passage || best.has(found.meta.id) || best.size === limit) continue;
      if (wanted.saidBy([passage.text, found.meta.title, ...passage.heading]))
        best.set(found.meta.id, { found, passage });
    }
  }
  return [...best.values()].map(({ found, passage }, i, { 0: first }) => {
    const score = found.hit.raw / (first?.found.hit.raw ?? 1);
    return { found: { ...found, hit: { ...found.hit, score }, rank: i + 1 }, passage };
  });
}
