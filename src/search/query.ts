// Parses a query into terms: each word once, as every language of the library analyses it, with the allowed
// expansions.
//
// - A word is searched in each of its analyses, which together count as one word.
// - A stop word of one language may be a word of another: `die` in an English question. It is dropped only if all
//   languages drop it. If the question seems to be in one of the former languages, it counts less.
import { ENGLISH, type Language } from './language.ts';
import { tokenise } from './tokenise.ts';

export interface QueryTerm {
  /** The word as analysed by each language, without duplicates. */
  terms: readonly string[];
  /** Number of occurrences in the query. */
  count: number;
  /** The last word, still being typed: nothing follows it. */
  unfinished: boolean;
  /** It stands for a compound, whose parts are terms too. */
  whole: boolean;
  /** 1, or less for a probable stop word. Above 0. */
  weight: number;
}

/** Maximum number of distinct terms; the rest of a pasted query is ignored. */
const MOST_TERMS = 64;
/** Weights of a stop word of the query's probable language. */
const SILENT = { probably: 0.5, surely: 0.15 };

/** A range of the query that at least one language reads as a term. */
interface Spot {
  terms: Set<string>;
  end: number;
  whole: boolean;
  /** Codes of the languages that read it. */
  readers: Set<string>;
}

export function parseQuery(query: string, languages: readonly Language[] = [ENGLISH]): QueryTerm[] {
  const spots = spotsOf(query, languages);
  const weightOf = weighing(spots, languages);
  const found = new Map<string, QueryTerm>();
  for (const spot of spots) {
    const terms = [...spot.terms];
    const key = terms.join(' ');
    const known = found.get(key);
    const unfinished = spot.end === query.length;
    if (known) {
      known.count++;
      known.unfinished ||= unfinished;
    } else if (found.size < MOST_TERMS) {
      found.set(key, { terms, count: 1, unfinished, whole: spot.whole, weight: weightOf(spot) });
    }
  }
  return [...found.values()];
}

function spotsOf(query: string, languages: readonly Language[]): Spot[] {
  const spots = new Map<string, Spot>();
  for (const language of languages) {
    for (const { term, start, end, whole } of tokenise(query, language)) {
      const key = `${start} ${end}`;
      let spot = spots.get(key);
      if (!spot) spots.set(key, (spot = { terms: new Set(), end, whole, readers: new Set() }));
      spot.terms.add(term);
      spot.readers.add(language.code);
      const accented = language.accented?.(query.slice(start, end).toLowerCase());
      if (accented) spot.terms.add(accented);
    }
  }
  return [...spots.values()];
}

/** The query's language is probably the one with most of its stop words in it. */
function weighing(spots: readonly Spot[], languages: readonly Language[]): (spot: Spot) => number {
  const silent = new Map(
    languages.map(({ code }) => [code, spots.filter(({ readers }) => !readers.has(code)).length]),
  );
  const most = (codes: readonly Language[]): number =>
    codes.reduce((sum, { code }) => Math.max(sum, silent.get(code)!), 0);
  return ({ readers }) => {
    const lead =
      most(languages.filter(({ code }) => !readers.has(code))) -
      most(languages.filter(({ code }) => readers.has(code)));
    if (lead <= 0) return 1;
    return lead === 1 ? SILENT.probably : SILENT.surely;
  };
}
