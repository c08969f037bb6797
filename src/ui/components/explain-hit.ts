// Explains a hit's rank in plain words. Pure.
import type { HitExplanation } from '../../core/document.ts';

const ORDINALS = new Intl.PluralRules('en', { type: 'ordinal' });
const SUFFIXES: Partial<Record<Intl.LDMLPluralRule, string>> = { one: 'st', two: 'nd', few: 'rd' };
/** Terms to name; further ones add little. */
const MOST_TERMS = 6;
/** A shorter prefix matches too many words. */
const SHORTEST_STEM = 3;

/**
 * `Keywords: 2nd (backup 3.1, live 1.2)`, `Semantic: 1st, 0.71`, `Weights: keywords 35%, semantic 65%`: those that
 * apply.
 * @param words texts to take a term's spelling from, the query first: the index only knows its stem
 */
export function explainHit({ keyword, semantic, weights }: HitExplanation, words = ''): string[] {
  const said: string[] = [];
  if (weights.keyword > 0) said.push(`Keywords: ${keyword ? byWords(keyword, words) : 'no match'}`);
  if (weights.semantic > 0) {
    said.push(
      `Semantic: ${semantic ? `${ordinal(semantic.rank)}, ${semantic.score.toFixed(2)}` : 'not compared yet'}`,
    );
  }
  if (weights.keyword > 0 && weights.semantic > 0) {
    said.push(`Weights: keywords ${percent(weights.keyword)}, semantic ${percent(weights.semantic)}`);
  }
  return said;
}

function byWords({ rank, terms }: NonNullable<HitExplanation['keyword']>, words: string): string {
  const written = words.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  const strongest = Object.entries(terms)
    .sort(([, a], [, b]) => b - a)
    .slice(0, MOST_TERMS)
    .map(([term, score]) => `${asWritten(term, written)} ${score.toFixed(1)}`);
  return strongest.length > 0 ? `${ordinal(rank)} (${strongest.join(', ')})` : ordinal(rank);
}

/** A stem like `imag` is unreadable. The stem of `happy` is `happi`: its last letter may differ. */
function asWritten(term: string, written: readonly string[]): string {
  const begins = (stem: string): string | undefined => written.find((word) => word.startsWith(stem));
  return begins(term) ?? (term.length > SHORTEST_STEM ? begins(term.slice(0, -1)) : undefined) ?? term;
}

function ordinal(number: number): string {
  return `${number}${SUFFIXES[ORDINALS.select(number)] ?? 'th'}`;
}

function percent(share: number): string {
  return `${Math.round(share * 100)}%`;
}
