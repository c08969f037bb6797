// The words of a question with what each says: how rare it is in the library, and which of its terms stand for it.
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
import { writesCompounds } from './document-compounds.ts';
import { rarityIn, smallness } from './rarity.ts';
import type { Range } from './structure.ts';
import { type Alternative, alternativesOf } from './alternatives.ts';
import { isCommon } from './common-words.ts';
import { amountWords } from './amount-words.ts';
import { type CalendarWord, calendarWord, rangesWith } from './time-ranges.ts';
import { hasOtherSense, inWordsOfDocuments, phrasesIn, sensesIn } from './senses.ts';

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
  /** How far the library not having it speaks against an answer; 0 for a word that it has. */
  unknown: number;
  /** It comes from a question before, or from another part: it helps to find, and is not required. */
  isBorrowed: boolean;
  /** A number with a unit, or the unit. */
  isAmount?: boolean;
  /** It begins with a capital within the question. */
  isName?: boolean;
  /** A name where or for which something is asked: `to Japan`. */
  isPlace?: boolean;
  /** A month or a day of the week: a range may hold it. */
  calendar?: CalendarWord;
}

export interface Terms {
  list: readonly Term[];
  /** Sum of the weights of all that are required. */
  total: number;
  /** For search: what passages are scored by. */
  scored: readonly ScoredTerm[];
  /** From a term of the library to the positions in `list` that it stands for. */
  of: ReadonlyMap<string, readonly { term: number; certainty: number }[]>;
  /** Terms that say something else in another place, where they do not stand for the question's word. */
  senses: ReadonlySet<string>;
}

/** What is needed to know of a library's words. */
export interface WordCounts {
  /** Passages. */
  passages: number;
  frequencyOf(term: string): number;
  /** Compounds that hold a word, with how surely each stands for it; absent where the words can't be gone through. */
  compoundsOf?(word: string): ReadonlyMap<string, number>;
}

/**
 * The same as `readTerm` of each word; a site index fetches what it needs for them.
 * @param others whose frequencies are asked for next
 */
export type ReadAll = (
  terms: readonly QueryTerm[],
  others: readonly string[],
) => Promise<readonly Reading[]> | readonly Reading[];

/** Beyond so many words a pasted text says no more what is asked. */
const MOST_TERMS = 24;
const BORROWED = 0.5;
/** A word that only says what is to be done. */
const UNASKED = 0.05;
/** From here on a word says what a question is about. */
const TELLING = 0.3;
/** A number or a code that is nowhere weighs more than another unknown word. */
const UNKNOWN_NUMBER = 1.8;
/** Of four letters a slip makes another word, as `gold` and `good`; of six and more it seldom does. */
const SLIP = { short: 4, long: 6, one: 0.75, two: 0.5 } as const;
/** A compound that is nowhere, while its parts may be. */
const UNKNOWN_COMPOUND = 0.2;
/** Names one thing, of which no other one with the same letters tells anything: `FB-99`. */
const CODE = /^\p{L}{1,4}-?\d{2,}$/iu;
/** A word that says nothing in the language of the question, and is nowhere else. */
const SILENT = 0.1;
/** How far a word that a small library does not have speaks against its answers. */
const UNKNOWN_IN_SMALL = 0.5;
/** What an everyday word counts in a small library. */
const COMMON = 0.6;
/** What a word counts for another one of the question than the one that it says best. */
const SECOND = 0.4;
/** `CPU-bound` may be written `CPU bound`. */
const HYPHENATED = 0.4;
const HYPHEN = /^\p{L}+(?:-\p{L}+)+$/u;
/** What every word counts, however frequent. */
const LEAST = 0.15;

/** A word that begins with a capital, but does not begin the question: a name. */
const NAME = /^\p{Lu}[\p{L}\d]/u;
const ACRONYM = /^[\p{Lu}\d]+$/u;
/** In a question without small letters every word looks like a name. */
const SMALL = /\p{Ll}{2}/u;
const NAMED = 1.3;
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
    return said ?? (frame.has(asked.toLowerCase()) ? FRAME : frameWeight(terms[0]!, intent));
  };
  const amounts = amountWords(question);
  const hasCompounds = writesCompounds(languages) !== undefined && !isEnglish(question);
  const compoundsOf = ({ terms, whole }: QueryTerm, { frequency }: Reading): Alternative[] =>
    whole || frequency > 0 || !hasCompounds
      ? []
      : terms.flatMap((word) =>
          [...(counts.compoundsOf?.(word) ?? [])].map(([term, certainty]) => ({ term, certainty })),
        );
  const list = queries.map((query, i): Term => {
    const asked = spelled.get(query.terms[0]!) ?? query.terms[0]!;
    const isBorrowed = i >= own.length;
    const term: Term = {
      ...termOf(query, readings[i]!, {
        counts,
        isBorrowed,
        frame: weightOf(asked, query),
        alternatives: [...alternatives[i]!, ...compoundsOf(query, readings[i]!)],
      }),
      asked,
    };
    if (query.whole && term.frequency > 0 && HYPHEN.test(asked)) term.weight *= HYPHENATED;
    const calendar = calendarWord(asked);
    if (calendar) term.calendar = calendar;
    // German writes every noun like a name.
    const begins = question.startsWith(asked) && !/^\p{Lu}{2}/u.test(asked);
    if (frame.size === 0 && NAME.test(asked) && !begins && SMALL.test(question)) {
      if (!ACRONYM.test(asked)) term.weight *= NAMED;
      term.isName = true;
      term.isPlace = question.search(placed(asked)) >= 0;
    }
    if (!amounts.has(asked.toLowerCase())) return term;
    return { ...term, weight: term.weight * (/\d/.test(asked) ? AMOUNT : 1), isAmount: true };
  });
  // `How long does it take?` is about nothing but what was asked before.
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

/** One word of a text answers to one word of the question: `new` is not `create` as well, where both are asked for. */
function forOne<One extends { certainty: number }>(its: readonly One[]): One[] {
  const most = Math.max(...its.map(({ certainty }) => certainty));
  return its.map((one) => (one.certainty < most ? { ...one, certainty: one.certainty * SECOND } : one));
}
/** A name behind a preposition. */
function placed(name: string): RegExp {
  const letters = name.replace(/[^\p{L}\p{N}]/gu, '.');
  return new RegExp(
    `(?<!\\p{L})(?:to|for|from|in|into|nach|für|aus|von|pour|vers|para|en) (?:the |die |der |das |den |la |le |les |el |los )?${letters}(?!\\p{L})`,
    'u',
  );
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
    if (!readings.has(term)) readings.set(term, meantFor(query, weight));
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
  // A word that says nothing in the question's language is in none of its documents' words.
  if (frequency === 0 && query.weight < 1) weight *= SILENT;
  // Such a word of a question says the less, the fewer texts have it.
  if (frequency === 0 && frame < 1) weight *= 0.2;
  else if (frequency === 0)
    weight *= query.whole && !CODE.test(word) ? UNKNOWN_COMPOUND : isNumber ? UNKNOWN_NUMBER : 1;
  if (isBorrowed) weight *= BORROWED;
  // A word that few pages do not have may still be what they are about, in other words.
  const unknown = frequency === 0 ? 1 - small * (1 - UNKNOWN_IN_SMALL) : 0;
  return { word, weight, frequency, readings, isBorrowed, unknown };
}

/** How surely a term is meant that the search takes for a slip of so much weight. */
function meantFor({ terms }: QueryTerm, weight: number): number {
  const letters = Math.min(...terms.map(({ length }) => length));
  if (letters <= SLIP.short) return weight / 2;
  if (letters < SLIP.long) return weight;
  return weight >= 0.5 ? SLIP.one : SLIP.two;
}

/** From terms to the words that they were made from, as they were first written. */
function spellings(text: string, languages: readonly Language[]): Map<string, string> {
  const words = new Map<string, string>();
  for (const language of languages)
    for (const { term, start, end } of tokenise(text, language))
      if (!words.has(term)) words.set(term, text.slice(start, end));
  return words;
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

/** `storage.free`, `max_length` and `pageTitle` are names: their parts say less than words of a sentence. */
const IDENTIFIER = /[\p{L}\p{N}][._]\p{L}|\p{Ll}\p{Lu}/u;
const PART_OF_IDENTIFIER = 0.65;

/** What a reader does not see: addresses of links, tags. */
const UNSEEN = /\]\([^)\s]*(?=\))|<\/?[a-zA-Z][^<>\n]{0,200}>/g;

/** A month or a day between those that a text names. */
const IN_RANGE = 0.95;

/** Words of the question in a text, in order. */
export function matchTerms(text: string, terms: Terms, language: Language): TermMatch[] {
  const matches: TermMatch[] = [];
  const seen = text.replace(UNSEEN, (unseen) => ' '.repeat(unseen.length));
  const tokens = tokenise(seen, language);
  /** Where the last identifier ends. */
  let within = 0;
  tokens.forEach(({ term, start, end, whole }, at) => {
    if (whole && IDENTIFIER.test(seen.slice(start, end))) within = end;
    const share = !whole && end <= within ? PART_OF_IDENTIFIER : 1;
    for (const { term: number, certainty } of terms.of.get(term) ?? [])
      if ((certainty === 1 && !terms.senses.has(term)) || !hasOtherSense(term, seen, { start, end }))
        matches.push({ start, end, term: number, certainty: certainty * share, at });
  });
  const add = (term: number, certainty: number, { start, end }: Range): void => {
    const at = tokens.findIndex((token) => token.end > start);
    matches.push({ start, end, term, certainty, at: at < 0 ? tokens.length : at });
  };
  for (const { term, start, end } of phrasesIn(seen))
    for (const { term: number, certainty } of terms.of.get(term) ?? [])
      add(number, certainty, { start, end });
  terms.list.forEach(({ calendar }, term) => {
    for (const range of calendar ? rangesWith(calendar, seen) : []) add(term, IN_RANGE, range);
  });
  return matches.sort((a, b) => a.start - b.start);
}

/** For each term how surely it is among the matches, 0 to 1. */
export function certainties(matches: readonly TermMatch[], count: number): number[] {
  const best = new Array<number>(count).fill(0);
  for (const { term, certainty } of matches) best[term] = Math.max(best[term]!, certainty);
  return best;
}

export function within(matches: readonly TermMatch[], { start, end }: Range): TermMatch[] {
  return matches.filter((match) => match.start >= start && match.end <= end);
}
