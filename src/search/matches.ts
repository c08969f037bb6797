// Finds the words of a text that match a query, with the folding, stems, completions and corrections of the index.
import { completions, corrections } from './expand.ts';
import { ENGLISH, type Language } from './language.ts';
import { parseQuery, type QueryTerm } from './query.ts';
import { type Token, tokenise } from './tokenise.ts';

/** A range `[start, end)` of the text and the query term it matches. */
export interface Match {
  start: number;
  end: number;
  /** Index of the term in the parsed query: two matches of one term count once for coverage. */
  term: number;
}

/** A tokenised text, reusable for any number of queries. */
export interface ReadWords {
  tokens: readonly Token[];
  /** Its unique terms, in order. */
  vocabulary: readonly string[];
  language: Language;
}

export function readWords(text: string, language: Language): ReadWords {
  const tokens = tokenise(text, language);
  return { tokens, vocabulary: [...new Set(tokens.map((token) => token.term))].sort(), language };
}

/**
 * Returns matches in text order, using the rules of the text's language. A compound and its parts may both match and
 * then overlap.
 */
export function matchesIn(text: string, query: string, language: Language = ENGLISH): Match[] {
  return matchesAmong(readWords(text, language), query);
}

/** Works like `matchesIn`, on a tokenised text. */
export function matchesAmong({ tokens, vocabulary, language }: ReadWords, query: string): Match[] {
  const termOf = new Map<string, number>();
  parseQuery(query, [language]).forEach((queryTerm, number) => {
    for (const term of meant(queryTerm, vocabulary)) if (!termOf.has(term)) termOf.set(term, number);
  });
  return tokens.flatMap(({ term, start, end }) => {
    const number = termOf.get(term);
    return number === undefined ? [] : [{ start, end, term: number }];
  });
}

/**
 * Returns the words of this text that a query term stands for: itself, otherwise its completions, otherwise its
 * corrections.
 */
function meant({ terms, unfinished, whole }: QueryTerm, vocabulary: readonly string[]): string[] {
  const said = terms.filter((term) => vocabulary.includes(term));
  if (said.length > 0) return said;
  const completed = unfinished ? terms.flatMap((term) => completions(vocabulary, term)) : [];
  const found =
    completed.length > 0 || whole ? completed : terms.flatMap((term) => corrections(vocabulary, term));
  return found.map((expansion) => expansion.term);
}

/** Merges overlapping ranges, in order. */
export function joined(stretches: readonly { start: number; end: number }[]): [number, number][] {
  const pairs: [number, number][] = [];
  for (const { start, end } of [...stretches].sort((a, b) => a.start - b.start || b.end - a.end)) {
    const last = pairs.at(-1);
    if (last && start < last[1]) last[1] = Math.max(last[1], end);
    else pairs.push([start, end]);
  }
  return pairs;
}

/**
 * Returns a function that rates a part of a text's matches: distinct terms count most, and terms rare in the text
 * more than frequent ones.
 */
export function matchWorth(matches: readonly Match[]): (inside: readonly Match[]) => number {
  const counts = new Map<number, number>();
  for (const { term } of matches) counts.set(term, (counts.get(term) ?? 0) + 1);
  return (inside) => {
    let worth = 0;
    for (const term of new Set(inside.map((match) => match.term))) worth += 1 + 1 / counts.get(term)!;
    return worth + inside.length / (1 + matches.length);
  };
}
