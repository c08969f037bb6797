// Turns the words of a language into terms: stop words and stems.
//
// - English rules are always available; language-rules.ts builds those of other languages from loaded data.
// - Words in another script than the language's own use the English rules: `servers` in a Russian text.
import { stemmer } from 'stemmer';
import { STOP_WORDS } from './stop-words.ts';

export interface Language {
  /** ISO 639-1; `und` for an unknown language. */
  readonly code: string;
  /** Tells whether a word is a stop word. `word` is as written, `folded` by fold.ts. */
  isStopWord(word: string, folded: string): boolean;
  /** Returns the folded stem of the word. */
  stem(word: string, folded: string): string;
  /** Returns the stem of the word with the accents that people omit when typing. */
  accented?(folded: string): string | undefined;
  /** Folded prefixes before an apostrophe that are not part of the word: `l` of `l'eau`. */
  readonly elided?: ReadonlySet<string>;
}

/** Words of lower-case English letters only. */
export const PLAIN = /^[a-z]+$/;

/**
 * Porter stems by the package `stemmer`. That of @orama/stemmers takes twice as long and separates `condition` from
 * `conditional` (bench/README.md).
 */
export const ENGLISH: Language = {
  code: 'en',
  isStopWord: (_, folded) => STOP_WORDS.has(folded),
  // Shorter words would lose their meaning with their ending.
  stem: (_, folded) => (folded.length > 2 && PLAIN.test(folded) ? stemmer(folded) : folded),
};

/** For text in an unknown language: words unchanged. */
export const NO_LANGUAGE: Language = {
  code: 'und',
  isStopWord: () => false,
  stem: (_, folded) => folded,
};
