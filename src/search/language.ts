// How the words of a language become terms: which say nothing, and what the forms of one word have in common.
//
// - Rules of English are always there; those of other languages are made by language-rules.ts from what was loaded.
// - Words of other scripts than the language's own are read by the rules of English: `servers` in a Russian text.
import { stemmer } from 'stemmer';
import { STOP_WORDS } from './stop-words.ts';

export interface Language {
  /** ISO 639-1; `und` when nothing is known of the language. */
  readonly code: string;
  /** True for a word that says nothing. `word` as it was written, `folded` by fold.ts. */
  isStopWord(word: string, folded: string): boolean;
  /** What all forms of the word have in common, folded. */
  stem(word: string, folded: string): string;
  /** The stem of the word with the accents that people leave out when they type. */
  accented?(folded: string): string | undefined;
  /** What stands before an apostrophe and is no part of the word: `l` of `l'eau`. Folded. */
  readonly elided?: ReadonlySet<string>;
}

/** Words of small English letters only. */
export const PLAIN = /^[a-z]+$/;

/**
 * Porter's stems by the package `stemmer`: that of @orama/stemmers takes twice as long and tears `condition` from
 * `conditional` (bench/README.md).
 */
export const ENGLISH: Language = {
  code: 'en',
  isStopWord: (_, folded) => STOP_WORDS.has(folded),
  // Shorter ones lose their meaning with their end.
  stem: (_, folded) => (folded.length > 2 && PLAIN.test(folded) ? stemmer(folded) : folded),
};

/** Of a text in no language that is known: its words as they are. */
export const NO_LANGUAGE: Language = {
  code: 'und',
  isStopWord: () => false,
  stem: (_, folded) => folded,
};
