// The absolute relevance of a passage to a query, for judging a list; scores only compare within it.
import type { Language } from '../language.ts';
import { matchesIn } from '../matches.ts';
import { parseQuery } from '../query.ts';
import { frameWeight } from './question.ts';
import { rarityOf } from './rarity.ts';
import type { WordCounts } from './terms.ts';

/** Credit of a word that the passage has only as a prefix of another one, or with a typing error. */
const UNSURE = 0.6;
const LEAST = 0.15;
/** Cosines of the on-device model: unrelated texts stay below the first, and answers are usually above the second. */
const COSINE = { unrelated: 0.25, related: 0.6 } as const;

/**
 * Returns the weighted share of the query's words in the texts, 0 to 1. Every text matches a query without words.
 * @param texts of the passage: its own, its titles
 */
export function relevanceByWords(
  texts: readonly string[],
  { query, language, counts }: { query: string; language: Language; counts: WordCounts },
): number {
  const terms = parseQuery(query, [language]);
  const said = new Set(texts.flatMap((text) => matchesIn(text, query, language).map(({ term }) => term)));
  let all = 0;
  let met = 0;
  terms.forEach(({ terms: readings, whole }, i) => {
    const frequency = readings.reduce((sum, term) => sum + counts.frequencyOf(term), 0);
    // Its parts stand for a compound.
    if (whole && frequency === 0) return;
    const weight =
      (LEAST + (1 - LEAST) * rarityOf(Math.min(frequency, counts.passages), counts.passages)) *
      frameWeight(readings[0]!);
    all += weight;
    if (said.has(i)) met += weight * (frequency > 0 ? 1 : UNSURE);
  });
  return all === 0 ? 1 : met / all;
}

/** 0 when nothing was compared. */
export function relevanceByMeaning(cosine: number | undefined): number {
  if (cosine === undefined) return 0;
  const share = (cosine - COSINE.unrelated) / (COSINE.related - COSINE.unrelated);
  return Math.min(1, Math.max(0, share));
}
