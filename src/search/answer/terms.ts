// The words of a question: their weights by rarity in the library, and the library's terms for them.
import type { Language } from '../language.ts';
import { parseQuery, type QueryTerm } from '../query.ts';
import type { Reading, ScoredTerm } from '../scored-terms.ts';
import { tokenise } from '../tokenise.ts';
import {
  foreignFrame,
  FRAME,
  frameWeight,
  type Intent,
  isEnglish,
  overviewWords,
  unsaidWords,
} from './question.ts';
import { compoundsFor, writesCompounds } from './document-compounds.ts';
import { rarityIn, smallness } from './rarity.ts';
import { acronymRanges, acronymsIn, placed } from './names.ts';
import type { Range } from './structure.ts';
import { type Alternative, alternativesOf } from './alternatives.ts';
import { isCommon } from './common-words.ts';
import { amountWords, isNumber } from './amount-words.ts';
import { certaintyOfCorrection } from './corrections.ts';
import { type CalendarWord, calendarWord, rangesWith } from './time-ranges.ts';
import { hasOtherSense, inWordsOfDocuments, phrasesIn, sensesIn } from './senses.ts';
import { spellings } from './spellings.ts';
import { formShare } from './word-forms.ts';
import { isIdentifier, lightenParts } from './identifiers.ts';

export interface Term {
  /** Its stem. */
  word: string;
  /** As written in the question. */
  asked: string;
  /** Weight in the question, above 0: rare words weigh more than frequent ones. */
  weight: number;
  /** Number of passages with it or its correction; 0: the library has no such word. */
  frequency: number;
  /** The library's terms for the word, each with its certainty, 0 to 1. */
  readings: ReadonlyMap<string, number>;
  /** How strongly its absence from the library counts against an answer; 0 for a known word. */
  unknown: number;
  /** It comes from an earlier question, or from another part: it helps to find, and is not required. */
  isBorrowed: boolean;
  /** A number with a unit, or the unit. */
  isAmount?: boolean;
  /** It is capitalised within the question. */
  isName?: boolean;
  /** A name after a preposition: `to Japan`. */
  isPlace?: boolean;
  /** It is written like a stop word, so that only its capitals identify it. */
  isAcronym?: boolean;
  /** A month or a day of the week, which a range may contain. */
  calendar?: CalendarWord;
}

export interface Terms {
  list: readonly Term[];
  /** Sum of the weights of all required words. */
  total: number;
  /** Terms for scoring passages in a search. */
  scored: readonly ScoredTerm[];
  /** Maps a term of the library to the positions in `list` that it stands for. */
  of: ReadonlyMap<string, readonly { term: number; certainty: number }[]>;
  /** Terms with another meaning in some contexts, where they do not stand for the question's word. */
  senses: ReadonlySet<string>;
}

/** Statistics of a library's words. */
export interface WordCounts {
  /** Number of passages. */
  passages: number;
  frequencyOf(term: string): number;
  /** Returns compounds that contain a word, with their certainty; absent if the vocabulary can't be searched. */
  compoundsOf?(word: string): ReadonlyMap<string, number>;
}

/**
 * Runs `readTerm` for each word; a site index fetches the data for them.
 * @param others words whose frequencies are requested next
 */
export type ReadAll = (
  terms: readonly QueryTerm[],
  others: readonly string[],
) => Promise<readonly Reading[]> | readonly Reading[];

/** Maximum number of words; the rest of a pasted text says nothing about the question. */
const MOST_TERMS = 24;
const BORROWED = 0.5;
/** Weight of a word that only states the task. */
const UNASKED = 0.05;
/** Minimum weight of a word that is the topic of a question. */
const TELLING = 0.3;
/** An unknown number or code weighs more than another unknown word. */
const UNKNOWN_NUMBER = 1.8;
/** Weight of an unknown compound whose parts may be known. */
const UNKNOWN_COMPOUND = 0.2;
/** Identifies one thing, unrelated to others with the same letters: `FB-99`. */
const CODE = /^\p{L}{1,4}-?\d{2,}$/iu;
/** Weight of an unknown stop word of the question's language. */
const SILENT = 0.1;
/** How strongly a word that a small library lacks counts against its answers. */
const UNKNOWN_IN_SMALL = 0.5;
/** Weight of an everyday word in a small library. */
const COMMON = 0.6;
/** Credit of a word for further words of the question, beyond the one it matches best. */
const SECOND = 0.4;
/** `CPU-bound` may be written `CPU bound`. */
const HYPHENATED = 0.4;
const HYPHEN = /^\p{L}+(?:-\p{L}+)+$/u;
/** Minimum weight of any word, however frequent. */
const LEAST = 0.15;

/** A capitalised word that does not begin the question is a name. */
const NAME = /^\p{Lu}[\p{L}\d]/u;
const ACRONYM = /^[\p{Lu}\d]+$/u;
/** In a question without lower-case letters every word looks like a name. */
const SMALL = /\p{Ll}{2}/u;
const NAMED = 1.3;
const AMOUNT = 0.5;
const ACRONYM_WEIGHT = 0.8;

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
  question: asked,
  intent,
  borrowed,
  languages,
  counts,
  read,
}: TermsRequest): Promise<Terms> {
  const question = inWordsOfDocuments(asked);
  const own = parsed(question, languages);
  const known = new Set(own.flatMap(({ terms }) => terms));
  const lent = parsed(borrowed ?? '', languages).filter(
    ({ terms }) => !terms.some((term) => known.has(term)),
  );
  const queries = [...own, ...lent].slice(0, MOST_TERMS);
  const spelled = spellings(`${question} ${borrowed ?? ''}`, languages);
  const alternatives = alternativesOf(queries, `${question} ${borrowed ?? ''}`, languages, spelled);
  const others = new Set(alternatives.flat().flatMap(({ term, partner }) => [term, partner ?? term]));
  const readings = await read(queries, [...others]);
  const frame = foreignFrame(`${question} ${borrowed ?? ''}`);
  const unsaid = unsaidWords(question);
  const overview = overviewWords(question);
  const weightOf = (asked: string, { terms }: QueryTerm): number => {
    if (overview.has(asked.toLowerCase())) return UNASKED;
    const said = unsaid.get(asked.toLowerCase());
    return (
      said ?? (frame.has(asked.toLowerCase()) ? FRAME : frameWeight(terms[0]!, intent, asked.toLowerCase()))
    );
  };
  const amounts = amountWords(question);
  const hasCompounds = writesCompounds(languages) !== undefined && !isEnglish(question);
  const compoundsOf = (
    query: QueryTerm,
    { frequency }: Reading,
    known: readonly Alternative[],
  ): Alternative[] =>
    query.whole || frequency > 0 || !hasCompounds ? [] : compoundsFor(query.terms, known, counts);
  const list = queries.map((query, i): Term => {
    const asked = spelled.get(query.terms[0]!) ?? query.terms[0]!;
    const isBorrowed = i >= own.length;
    const term: Term = {
      ...termOf(query, readings[i]!, {
        counts,
        isBorrowed,
        frame: weightOf(asked, query),
        alternatives: [...alternatives[i]!, ...compoundsOf(query, readings[i]!, alternatives[i]!)],
      }),
      asked,
    };
    if (query.whole && term.frequency > 0 && HYPHEN.test(asked)) term.weight *= HYPHENATED;
    const calendar = calendarWord(asked);
    if (calendar) term.calendar = calendar;
    // German capitalises every noun.
    const begins = question.startsWith(asked) && !/^\p{Lu}{2}/u.test(asked);
    if (frame.size === 0 && NAME.test(asked) && !begins && SMALL.test(question)) {
      if (!ACRONYM.test(asked)) term.weight *= NAMED;
      term.isName = true;
      term.isPlace = question.search(placed(asked)) >= 0;
    }
    if (!amounts.has(asked.toLowerCase())) return term;
    return { ...term, weight: term.weight * (isNumber(asked) ? AMOUNT : 1), isAmount: true };
  });
  lightenParts(list, queries);
  for (const asked of acronymsIn(question)) list.push(acronym(asked));
  // `How long does it take?` has no topic of its own, only that of the previous question.
  if (!list.some(({ isBorrowed, weight }) => !isBorrowed && weight >= TELLING))
    for (const term of list) {
      if (term.isBorrowed) term.weight /= BORROWED;
      term.isBorrowed = false;
    }
  const of = new Map<string, { term: number; certainty: number }[]>();
  const scored = new Map<string, number>();
  list.forEach(({ readings: terms, weight }, term) => {
    for (const [reading, certainty] of terms) {
      of.set(reading, [...(of.get(reading) ?? []), { term, certainty }]);
      scored.set(reading, Math.max(scored.get(reading) ?? 0, weight * certainty ** 2));
    }
  });
  for (const [reading, its] of of) if (its.length > 1) of.set(reading, forOne(its));
  const total = list.reduce((sum, { weight, isBorrowed }) => sum + (isBorrowed ? 0 : weight), 0);
  return {
    list,
    total,
    of,
    senses: sensesIn(question),
    scored: [...scored].map(([term, weight]) => ({ term, weight })),
  };
}

/** Matches each word of a text with one word of the question: `new` does not match `create` if both are in it. */
function forOne<One extends { certainty: number }>(its: readonly One[]): One[] {
  const most = Math.max(...its.map(({ certainty }) => certainty));
  return its.map((one) => (one.certainty < most ? { ...one, certainty: one.certainty * SECOND } : one));
}
function acronym(asked: string): Term {
  const known = { frequency: 1, readings: new Map<string, number>(), unknown: 0, isBorrowed: false };
  return { ...known, word: asked, asked, weight: ACRONYM_WEIGHT, isName: true, isAcronym: true };
}

/** Treats the last word as finished, because a question is typed to its end. */
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
    alternatives,
  }: Pick<TermsRequest, 'counts'> & {
    isBorrowed: boolean;
    frame: number;
    alternatives: readonly Alternative[];
  },
): Omit<Term, 'asked'> {
  const readings = new Map<string, number>();
  for (const term of reading.said) readings.set(term, 1);
  for (const { term, weight } of reading.near)
    if (!readings.has(term)) readings.set(term, certaintyOfCorrection(query, term, weight));
  let { frequency } = reading;
  for (const { term } of reading.near) frequency = Math.max(frequency, counts.frequencyOf(term));
  for (const { term, certainty, partner, ifMissing } of alternatives) {
    const count = counts.frequencyOf(term);
    if (count === 0 || (readings.get(term) ?? 0) >= certainty) continue;
    if ((partner !== undefined && counts.frequencyOf(partner) === 0) || (ifMissing && reading.frequency > 0))
      continue;
    readings.set(term, certainty);
    frequency = Math.max(frequency, count);
  }
  const word = query.terms[0]!;
  const isNumber = /\d/.test(word);
  const rarity = rarityIn(reading.frequency, counts.passages);
  const small = smallness(counts.passages);
  const common = isCommon(word) ? 1 - small * (1 - COMMON) : 1;
  let weight = (LEAST + (1 - LEAST) * rarity) * frame * query.weight * common;
  // A stop word of the question's language that occurs in none of its documents.
  if (frequency === 0 && query.weight < 1) weight *= SILENT;
  // The rarer such a word of a question is, the less it means.
  if (frequency === 0 && frame < 1) weight *= 0.2;
  else if (frequency === 0)
    weight *= query.whole && !CODE.test(word) ? UNKNOWN_COMPOUND : isNumber ? UNKNOWN_NUMBER : 1;
  if (isBorrowed) weight *= BORROWED;
  // A few pages may be about a word that they do not contain, in other words.
  const unknown = frequency === 0 ? 1 - small * (1 - UNKNOWN_IN_SMALL) : 0;
  return { word, weight, frequency, readings, isBorrowed, unknown };
}

/** A word of the question in a text. */
export interface TermMatch {
  start: number;
  end: number;
  /** Index in `Terms.list`. */
  term: number;
  certainty: number;
  /** Number of words before it. */
  at: number;
}

const PART_OF_IDENTIFIER = 0.65;
/** A `non-uniform day` says little about a uniform. */
const NEGATED = /\bnon-$/i;
const OPPOSITE = 0.4;

/** Addresses of links, tags. */
const UNSEEN = /\]\([^)\s]*(?=\))|<\/?[a-zA-Z][^<>\n]{0,200}>/g;

/** Certainty of a month or a day between those that a text names. */
const IN_RANGE = 0.95;

/** Returns the words of the question in a text, in order. */
export function matchTerms(text: string, terms: Terms, language: Language): TermMatch[] {
  const matches: TermMatch[] = [];
  const seen = text.replace(UNSEEN, (unseen) => ' '.repeat(unseen.length));
  const tokens = tokenise(seen, language);
  /** End of the last identifier. */
  let within = 0;
  tokens.forEach(({ term, start, end, whole }, at) => {
    if (whole && isIdentifier(seen.slice(start, end))) within = end;
    const isNegated = NEGATED.test(seen.slice(Math.max(0, start - 4), start));
    const share = isNegated ? OPPOSITE : !whole && end <= within ? PART_OF_IDENTIFIER : 1;
    for (const { term: number, certainty } of terms.of.get(term) ?? [])
      if ((certainty === 1 && !terms.senses.has(term)) || !hasOtherSense(term, seen, { start, end }))
        matches.push({
          ...{ start, end, term: number, at },
          certainty: certainty * share * formShare(terms.list[number]!.asked, seen.slice(start, end)),
        });
  });
  const add = (term: number, certainty: number, { start, end }: Range): void => {
    const at = tokens.findIndex((token) => token.end > start);
    matches.push({ start, end, term, certainty, at: at < 0 ? tokens.length : at });
  };
  for (const { term, start, end } of phrasesIn(seen))
    for (const { term: number, certainty } of terms.of.get(term) ?? [])
      add(number, certainty, { start, end });
  terms.list.forEach(({ calendar, isAcronym, asked }, term) => {
    for (const range of isAcronym ? acronymRanges(asked, seen) : []) add(term, 1, range);
    for (const range of calendar ? rangesWith(calendar, seen) : []) add(term, IN_RANGE, range);
  });
  return matches.sort((a, b) => a.start - b.start);
}

/** Returns the certainty of each term among the matches, 0 to 1. */
export function certainties(matches: readonly TermMatch[], count: number): number[] {
  const best = new Array<number>(count).fill(0);
  for (const { term, certainty } of matches) best[term] = Math.max(best[term]!, certainty);
  return best;
}

export function within(matches: readonly TermMatch[], { start, end }: Range): TermMatch[] {
  return matches.filter((match) => match.start >= start && match.end <= end);
}
