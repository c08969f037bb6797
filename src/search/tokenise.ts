// Turns text into search terms with positions: folded, stemmed, without stop words, identifiers whole and by parts.
import { fold } from './fold.ts';
import { hangulTerms } from './hangul.ts';
import { ENGLISH, type Language, PLAIN } from './language.ts';
import { eachWord } from './words.ts';

/** A term and its range `[start, end)` in the text. */
export interface Token {
  term: string;
  start: number;
  end: number;
  /** It stands for a compound such as `open_v2`, `camelCase` or `no-ff`, whose parts are separate tokens. */
  whole: boolean;
}

/** Maximum length of a term, in the index and in queries; otherwise base64 and hashes would fill the vocabulary. */
const LONGEST_TERM = 64;

/** Size of the word cache, without which a build takes five times as long. Cleared when full, at about 10 MB. */
const MOST_REMEMBERED = 50_000;
const remembered = new WeakMap<Language, Map<string, readonly Token[]>>();

/** Returns every term of a text in order, by the rules of its language; a compound comes before its parts. */
export function tokenise(text: string, language: Language = ENGLISH): Token[] {
  const tokens: Token[] = [];
  eachWord(text, (start, end, run) => {
    for (const token of tokensOf(text.slice(start, end), run, language)) {
      tokens.push({ ...token, start: token.start + start, end: token.end + start });
    }
  });
  return tokens;
}

/** Returns the terms of a word or `run` from words.ts, with positions from its start. They are shared and read-only. */
export function tokensOf(word: string, run: boolean, language: Language): readonly Token[] {
  return run ? tokensOfRun(word, language) : tokensOfWord(word, language, knownWords(language));
}

function knownWords(language: Language): Map<string, readonly Token[]> {
  let known = remembered.get(language);
  if (!known) remembered.set(language, (known = new Map()));
  return known;
}

function tokensOfWord(
  word: string,
  language: Language,
  known: Map<string, readonly Token[]>,
): readonly Token[] {
  const before = known.get(word);
  if (before) return before;
  const tokens = new WordReader(language).read(word);
  if (word.length <= LONGEST_TERM) {
    if (known.size >= MOST_REMEMBERED) known.clear();
    known.set(word, tokens);
  }
  return tokens;
}

const NEGATION = /n['\u2019]t$/i;
/** `3.45.1`, and `v3.45.1`, which is the same; `-rc.1` may follow. */
const VERSION = /^v?(\p{N}+(?:\.\p{N}+)+)(?=$|[-_])/iu;
const SIGNS = /^.(\+\+|#)$/;
const PICTURE = /^(?:\p{Extended_Pictographic}|\p{Regional_Indicator})/u;
const HANGUL = /\p{Script=Hangul}/u;

interface Part {
  text: string;
  folded: string;
  start: number;
  end: number;
}

/** Reads one word by the rules of a language. */
class WordReader {
  readonly #language: Language;

  constructor(language: Language) {
    this.#language = language;
  }

  read(word: string): Token[] {
    if (PLAIN.test(word)) {
      return this.#language.isStopWord(word, word) ? [] : [this.#token(word, word, 0, word.length, false)];
    }
    if (NEGATION.test(word)) return [];
    if (SIGNS.test(word)) return [asIs(word, 0, word.length, true), asIs(word[0]!, 0, 1, false)];
    if (PICTURE.test(word)) return [asIs(word, 0, word.length, false)];
    const version = VERSION.exec(word)?.[1];
    if (version?.length === word.length || version?.length === word.length - 1) {
      return [asIs(version, 0, word.length, false)];
    }
    const tokens = this.#compound(word);
    if (version !== undefined) tokens.unshift(asIs(version, 0, word.indexOf(version) + version.length, true));
    return tokens;
  }

  #compound(word: string): Token[] {
    const parts = this.#partsOf(word);
    const tokens: Token[] = [];
    if (parts.length > 1) {
      const [first, last] = [parts[0]!, parts.at(-1)!];
      const [text, folded] = [
        parts.map((part) => part.text).join(''),
        parts.map((part) => part.folded).join(''),
      ];
      tokens.push(this.#token(text, folded, first.start, last.end, true));
    }
    for (const { text, folded, start, end } of parts) {
      if (folded === '' || this.#language.isStopWord(text, folded)) continue;
      if (HANGUL.test(folded)) {
        for (const part of hangulTerms(folded, { length: end - start, hung: start > 0 })) {
          tokens.push(asIs(part.text, start + part.start, start + part.end, part.whole));
        }
      } else tokens.push(this.#token(text, folded, start, end, false));
    }
    return tokens;
  }

  #partsOf(word: string): Part[] {
    const parts: Part[] = [];
    for (const match of word.matchAll(BETWEEN_JOINERS)) {
      const after = match.index > 0 && isApostrophe(word[match.index - 1]);
      const before = isApostrophe(word[match.index + match[0].length]);
      let start = match.index;
      for (const text of match[0].split(HUMP).flatMap((piece) => piece.split(SCRIPTS))) {
        const folded = fold(text);
        const hung = (after && CLITICS.has(folded)) || (before && this.#language.elided?.has(folded));
        if (!hung) parts.push({ text, folded, start, end: start + text.length });
        start += text.length;
      }
    }
    return parts;
  }

  #token(text: string, folded: string, start: number, end: number, whole: boolean): Token {
    const term = this.#language.stem(cut(text), cut(folded));
    return { term, start, end, whole };
  }
}

/** Never splits a surrogate pair, because a term must survive a file. */
function cut(text: string): string {
  if (text.length <= LONGEST_TERM) return text;
  return text.slice(0, LONGEST_TERM).replace(/[\uD800-\uDBFF]$/, '');
}

/** Returns a token that no language changes. */
function asIs(text: string, start: number, end: number, whole: boolean): Token {
  return { term: cut(fold(text)), start, end, whole };
}

function isApostrophe(character: string | undefined): boolean {
  return character === "'" || character === '\u2019';
}

/** English endings after an apostrophe, which are not words. */
const CLITICS = new Set(['s', 'd', 'm', 'll', 're', 've']);
/** `camel|Case`, `base64|Encode`, `HTML|Parser`; plurals of acronyms such as `URLs` stay whole. */
export const HUMP = /(?<=[\p{Ll}\p{N}\p{M}])(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll}{2})/gu;
/** `API|를`: Korean appends its particles to words of any script. */
const SCRIPTS = /(?<=[A-Za-z0-9])(?=\p{Script=Hangul})|(?<=\p{Script=Hangul})(?=[A-Za-z0-9])/u;
const BETWEEN_JOINERS = /[^_.'\u2019-]+/g;

let segmenter: Intl.Segmenter | undefined;

/** Returns the words of a script without spaces, as segmented by the platform; long ones also as pairs of characters. */
function tokensOfRun(run: string, language: Language): Token[] {
  segmenter ??= new Intl.Segmenter('und', { granularity: 'word' });
  const tokens: Token[] = [];
  for (const { segment, index } of segmenter.segment(run)) {
    const folded = fold(segment);
    if (language.isStopWord(segment, folded)) continue;
    const pairs = HAN.test(segment) || SOUTH_EAST.test(segment) ? pairsOf(segment) : [];
    tokens.push(asIs(segment, index, index + segment.length, pairs.length > 0));
    for (const pair of pairs) {
      const start = index + pair.start;
      tokens.push(asIs(pair.text, start, start + pair.text.length, false));
    }
  }
  return tokens;
}

const HAN = /^\p{Script=Han}{3,}$/u;
/** Words of two or more syllables: a single word may be split into two within a sentence. */
const SOUTH_EAST = /^[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]{4,}$/u;
const CHARACTER = /\P{M}\p{M}*/gu;

/** Segmentation differs between browsers; pairs find a word in any case. */
function pairsOf(word: string): { text: string; start: number }[] {
  const pairs: { text: string; start: number }[] = [];
  const characters = word.match(CHARACTER) ?? [];
  let start = 0;
  for (let i = 0; i + 1 < characters.length; i++) {
    pairs.push({ text: characters[i]! + characters[i + 1]!, start });
    start += characters[i]!.length;
  }
  return pairs;
}
