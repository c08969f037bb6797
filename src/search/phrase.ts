// Phrases: which terms a passage must have to say one, and whether it does, word for word.
import { fold } from './fold.ts';
import { tokenise } from './tokenise.ts';
import { eachWord } from './words.ts';

/**
 * Terms that every text with the phrase has. Of scripts without spaces there are none: where their words end depends on
 * what stands beside them.
 */
export function termsOfPhrase(phrase: string): string[] {
  const terms = new Set<string>();
  eachWord(phrase, (start, end, run) => {
    if (run) return;
    const tokens = tokenise(phrase.slice(start, end));
    // A compound of the phrase may stand in the text as words, and the other way round: its parts are in both.
    const parts = tokens.filter(({ whole }) => !whole);
    for (const { term } of parts.length > 0 ? parts : tokens) terms.add(term);
  });
  return [...terms];
}

/** Compares phrases with texts, whatever their case, accents, spaces and punctuation. */
export class Phrases {
  readonly #wanted: string[];

  /** Phrases without letters and digits are said by every text. */
  constructor(phrases: readonly string[]) {
    this.#wanted = phrases.map((phrase) => bare(phrase)).filter((words) => words.trim() !== '');
  }

  /** True when the texts together say all phrases, each within one of them. */
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

/** The words of a text, folded, with one space before, between and after them. */
function bare(text: string): string {
  return ` ${fold(text).replace(BETWEEN_WORDS, ' ').trim()} `;
}
