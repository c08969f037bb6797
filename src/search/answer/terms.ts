// The words of a question with what each says: how rare it is in the library, and which of its terms stand for it.
import type { Language } from '../language.ts';
import { parseQuery, type QueryTerm } from '../query.ts';
import type { Reading, ScoredTerm } from '../scored-terms.ts';
import { tokenise } from '../tokenise.ts';
import { foreignFrame, FRAME, frameWeight, type Intent } from './question.ts';
import { synonymsOf } from './synonyms.ts';

export interface Term {
  /** Its stem. */
  word: string;
  /** As the question says it. */
  asked: string;
  /** What it counts in the question, above 0: rare words more than frequent ones. */
  weight: number;
  /** Passages that say it or what it is a slip for; 0: the library has no such word. */
  frequency: number;
  /** From the library's terms to how surely each stands for the word, 0 to 1. */
  readings: ReadonlyMap<string, number>;
  /** It comes from a question before, or from another part: it helps to find, and is not required. */
  isBorrowed: boolean;
}

export interface Terms {
  list: readonly Term[];
  /** Sum of the weights of all that are required. */
  total: number;
  /** For search: what passages are scored by. */
  scored: readonly ScoredTerm[];
  /** From a term of the library to the positions in `list` that it stands for. */
  of: ReadonlyMap<string, readonly { term: number; certainty: number }[]>;
}

/** What is needed to know of a library's words. */
export interface WordCounts {
  /** Passages. */
  passages: number;
  frequencyOf(term: string): number;
}

/** The same as `readTerm` of each word; a site index fetches what it needs for them. */
export type ReadAll = (terms: readonly QueryTerm[]) => Promise<readonly Reading[]> | readonly Reading[];

/** Beyond so many words a pasted text says no more what is asked. */
const MOST_TERMS = 24;
const BORROWED = 0.5;
/** A number or a code that is nowhere weighs more than another unknown word. */
const UNKNOWN_NUMBER = 1.8;
/** A compound that is nowhere, while its parts may be. */
const UNKNOWN_COMPOUND = 0.2;
/** Names one thing, of which no other one with the same letters tells anything: `FB-99`. */
const CODE = /^\p{L}{1,4}-?\d{2,}$/iu;
/** A word that says nothing in the language of the question, and is nowhere else. */
const SILENT = 0.1;
/** What every word counts, however frequent. */
const LEAST = 0.15;

/** A word that begins with a capital, but does not begin the question: a name. */
const NAME = /^\p{Lu}\p{Ll}/u;
const NAMED = 1.3;
/** A number with its unit is what a question is asked for, and mostly not what its answer says. */
const AN_AMOUNT =
  /[£€$]?(\d[\d.,]*)\s?(?:%|€|£|pounds?|euros?|dollars?|hours?|days?|weeks?|months?|years?|minutes?|kg|km)(?!\p{L})/giu;
const AMOUNT = 0.5;

export interface TermsRequest {
  question: string;
  intent?: Intent | undefined;
  /** Words of earlier questions that complete it. */
  borrowed?: string | undefined;
  languages: readonly Language[];
  counts: WordCounts;
  read: ReadAll;
}

export async function readTerms({
  question,
  intent,
  borrowed,
  languages,
  counts,
  read,
}: TermsRequest): Promise<Terms> {
  const own = parsed(question, languages);
  const known = new Set(own.flatMap(({ terms }) => terms));
  const lent = parsed(borrowed ?? '', languages).filter(
    ({ terms }) => !terms.some((term) => known.has(term)),
  );
  const queries = [...own, ...lent].slice(0, MOST_TERMS);
  const readings = await read(queries);
  const spelled = spellings(`${question} ${borrowed ?? ''}`, languages);
  const frame = foreignFrame(`${question} ${borrowed ?? ''}`);
  const weightOf = (asked: string, { terms }: QueryTerm): number =>
    frame.has(asked.toLowerCase()) ? FRAME : frameWeight(terms[0]!, intent);
  const amounts = new Set([...question.matchAll(AN_AMOUNT)].map((found) => found[1]!));
  const list = queries.map((query, i): Term => {
    const asked = spelled.get(query.terms[0]!) ?? query.terms[0]!;
    const isBorrowed = i >= own.length;
    const term = {
      ...termOf(query, readings[i]!, { counts, isBorrowed, frame: weightOf(asked, query), languages }),
      asked,
    };
    // German writes every noun like a name.
    if (frame.size === 0 && NAME.test(asked) && !question.startsWith(asked)) term.weight *= NAMED;
    if (amounts.has(asked)) term.weight *= AMOUNT;
    return term;
  });
  const of = new Map<string, { term: number; certainty: number }[]>();
  const scored = new Map<string, number>();
  list.forEach(({ readings: terms, weight }, term) => {
    for (const [reading, certainty] of terms) {
      of.set(reading, [...(of.get(reading) ?? []), { term, certainty }]);
      scored.set(reading, Math.max(scored.get(reading) ?? 0, weight * certainty ** 2));
    }
  });
  const total = list.reduce((sum, { weight, isBorrowed }) => sum + (isBorrowed ? 0 : weight), 0);
  return { list, total, of, scored: [...scored].map(([term, weight]) => ({ term, weight })) };
}

/** Without the last word being taken for an unfinished one: what is asked has been typed to its end. */
function parsed(text: string, languages: readonly Language[]): QueryTerm[] {
  return parseQuery(`${text} `, languages);
}

function termOf(
  query: QueryTerm,
  reading: Reading,
  {
    counts,
    isBorrowed,
    frame,
    languages,
  }: Pick<TermsRequest, 'counts' | 'languages'> & { isBorrowed: boolean; frame: number },
): Omit<Term, 'asked'> {
  const readings = new Map<string, number>();
  for (const term of reading.said) readings.set(term, 1);
  for (const { term, weight } of reading.near) if (!readings.has(term)) readings.set(term, weight);
  let { frequency } = reading;
  for (const { term } of reading.near) frequency = Math.max(frequency, counts.frequencyOf(term));
  for (const [synonym, certainty] of query.terms.flatMap((term) => [...synonymsOf(term, languages)])) {
    const count = counts.frequencyOf(synonym);
    if (count === 0 || (readings.get(synonym) ?? 0) >= certainty) continue;
    readings.set(synonym, certainty);
    frequency = Math.max(frequency, count);
  }
  const word = query.terms[0]!;
  const isNumber = /\d/.test(word);
  const rarity = rarityOf(reading.frequency, counts.passages);
  let weight = (LEAST + (1 - LEAST) * rarity) * frame * query.weight;
  // A word that says nothing in the question's language is in none of its documents' words.
  if (frequency === 0 && query.weight < 1) weight *= SILENT;
  // Such a word of a question says the less, the fewer texts have it.
  if (frequency === 0 && frame < 1) weight *= 0.2;
  else if (frequency === 0)
    weight *= query.whole && !CODE.test(word) ? UNKNOWN_COMPOUND : isNumber ? UNKNOWN_NUMBER : 1;
  if (isBorrowed) weight *= BORROWED;
  return { word, weight, frequency, readings, isBorrowed };
}

/** From terms to the words that they were made from, as they were first written. */
function spellings(text: string, languages: readonly Language[]): Map<string, string> {
  const words = new Map<string, string>();
  for (const language of languages)
    for (const { term, start, end } of tokenise(text, language))
      if (!words.has(term)) words.set(term, text.slice(start, end));
  return words;
}

/** 0 for a word that every passage has, 1 for one that none has. */
export function rarityOf(frequency: number, passages: number): number {
  const idf = Math.log(1 + (passages - frequency + 0.5) / (frequency + 0.5));
  return Math.min(1, idf / Math.log(1 + (passages + 0.5) / 0.5));
}

/** A word of the question in a text. */
export interface TermMatch {
  start: number;
  end: number;
  /** Position in `Terms.list`. */
  term: number;
  certainty: number;
  /** How many words stand before it. */
  at: number;
}

/** What a reader does not see: addresses of links, tags. */
const UNSEEN = /\]\([^)\s]*(?=\))|<\/?[a-zA-Z][^<>\n]{0,200}>/g;

/** Words of the question in a text, in order. */
export function matchTerms(text: string, terms: Terms, language: Language): TermMatch[] {
  const matches: TermMatch[] = [];
  const seen = text.replace(UNSEEN, (unseen) => ' '.repeat(unseen.length));
  tokenise(seen, language).forEach(({ term, start, end }, at) => {
    for (const { term: number, certainty } of terms.of.get(term) ?? [])
      matches.push({ start, end, term: number, certainty, at });
  });
  return matches;
}

/** For each term how surely it is among the matches, 0 to 1. */
export function certainties(matches: readonly TermMatch[], count: number): number[] {
  const best = new Array<number>(count).fill(0);
  for (const { term, certainty } of matches) best[term] = Math.max(best[term]!, certainty);
  return best;
}
