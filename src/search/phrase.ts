// Phrases: the terms that a passage with the phrase must have, and an exact word-for-word check.
import { fold } from './fold.ts';
import { ENGLISH, type Language } from './language.ts';
import { tokenise } from './tokenise.ts';
import { eachWord } from './words.ts';

/**
 * Returns lists of terms, one for each word of the phrase: every text with the phrase has one of each, in any
 * language. Stop words of any of the languages are skipped, as are scripts without spaces, whose word boundaries
 * depend on the context.
 */
export function termsOfPhrase(phrase: string, languages: readonly Language[] = [ENGLISH]): string[][] {
  const lists = new Map<string, string[]>();
  eachWord(phrase, (start, end, run) => {
    if (run) return;
    for (const list of readingsOf(phrase.slice(start, end), languages)) lists.set(list.join(' '), list);
  });
  return [...lists.values()];
}

/** Returns the terms of each part of a word in all languages; parts that one of them drops are left out. */
function readingsOf(word: string, languages: readonly Language[]): string[][] {
  const spots = new Map<string, Set<string>>();
  const readers = new Map<string, number>();
  for (const language of languages) {
    const tokens = tokenise(word, language);
    // A compound of the phrase may be separate words in the text, and vice versa; its parts are in both.
    const parts = tokens.filter(({ whole }) => !whole);
    const spotted = new Set<string>();
    for (const { term, start, end } of parts.length > 0 ? parts : tokens) {
      const spot = `${start} ${end}`;
      spots.set(spot, (spots.get(spot) ?? new Set()).add(term));
      spotted.add(spot);
    }
    for (const spot of spotted) readers.set(spot, (readers.get(spot) ?? 0) + 1);
  }
  return [...spots].flatMap(([spot, terms]) => (readers.get(spot) === languages.length ? [[...terms]] : []));
}

/** Compares phrases with texts, ignoring case, accents, spaces and punctuation. */
export class Phrases {
  readonly #wanted: string[];

  /** Phrases without letters and digits match every text. */
  constructor(phrases: readonly string[]) {
    this.#wanted = phrases.map((phrase) => bare(phrase)).filter((words) => words.trim() !== '');
  }

  /** Tells whether the texts together contain all phrases, each within one of them. */
  saidBy(texts: readonly string[]): boolean {
    const said = texts.map(bare);
    return this.#wanted.every((words) =>
      said.some((text) => text.includes(UNSPACED.test(words) ? words.trim() : words)),
    );
  }
}

const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
const BETWEEN_WORDS = /[^\p{L}\p{M}\p{N}]+/gu;

/** Returns the folded words of a text, with one space before, between and after them. */
function bare(text: string): string {
  return ` ${fold(text).replace(BETWEEN_WORDS, ' ').trim()} `;
}
