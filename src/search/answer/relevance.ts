// How relevant a passage is to a query, absolutely: what a list may be judged by, where scores say only which is better.
import type { Language } from '../language.ts';
import { matchesIn } from '../matches.ts';
import { parseQuery } from '../query.ts';
import { frameWeight } from './question.ts';
import { rarityOf } from './rarity.ts';
import type { WordCounts } from './terms.ts';

/** A word that the passage has only as the beginning of another one, or with a slip. */
const UNSURE = 0.6;
const LEAST = 0.15;
/** Cosines of the on-device model: unrelated texts stay below the first, and what answers is mostly above the second. */
const COSINE = { unrelated: 0.25, related: 0.6 } as const;

/**
 * The weighted share of the query's words that the texts have, 0 to 1. A query without words is met by every text.
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
    // The parts of a compound stand for it.
    if (whole && frequency === 0) return;
    const weight =
      (LEAST + (1 - LEAST) * rarityOf(Math.min(frequency, counts.passages), counts.passages)) *
      frameWeight(readings[0]!);
    all += weight;
    if (said.has(i)) met += weight * (frequency > 0 ? 1 : UNSURE);
  });
  return all === 0 ? 1 : met / all;
}

/** 0 where nothing has been compared. */
export function relevanceByMeaning(cosine: number | undefined): number {
  if (cosine === undefined) return 0;
  const share = (cosine - COSINE.unrelated) / (COSINE.related - COSINE.unrelated);
  return Math.min(1, Math.max(0, share));
}
