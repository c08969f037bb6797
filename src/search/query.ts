// A query as terms: each once, with what the search may do to it.
import { tokenise } from './tokenise.ts';

export interface QueryTerm {
  term: string;
  /** How often the query says it. */
  count: number;
  /** The last word, still being typed: nothing follows it. */
  unfinished: boolean;
  /** It stands for a compound, whose parts are terms too. */
  whole: boolean;
}

/** Queries are pasted too: beyond this many different terms the rest is left out. */
const MOST_TERMS = 64;

export function parseQuery(query: string): QueryTerm[] {
  const terms = new Map<string, QueryTerm>();
  for (const token of tokenise(query)) {
    const known = terms.get(token.term);
    const unfinished = token.end === query.length;
    if (known) {
      known.count++;
      known.unfinished ||= unfinished;
    } else if (terms.size < MOST_TERMS) {
      terms.set(token.term, { term: token.term, count: 1, unfinished, whole: token.whole });
    }
  }
  return [...terms.values()];
}
