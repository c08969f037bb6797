// From text to search terms with their places: folded, stemmed, without stop words, identifiers whole and by parts.
import { stemmer } from 'stemmer';
import { fold } from './fold.ts';
import { STOP_WORDS } from './stop-words.ts';
import { eachWord } from './words.ts';

/** A term and the stretch `[start, end)` of the text that it stands for. */
export interface Token {
  term: string;
  start: number;
  end: number;
  /** It stands for a compound such as `open_v2`, `camelCase` or `no-ff`, whose parts are tokens of their own. */
  whole: boolean;
}

/** Longer terms are cut here on both sides of a search: base64 and hashes would fill the vocabulary otherwise. */
const LONGEST_TERM = 64;

/** The same words come again and again: a build takes five times as long without this. Emptied when full, at about 10 MB. */
const MOST_REMEMBERED = 50_000;
const remembered = new Map<string, readonly Token[]>();

/** Every term of a text in order; a compound comes before its parts. */
export function tokenise(text: string): Token[] {
  const tokens: Token[] = [];
  eachToken(text, (tokensOfWord, offset) => {
    for (const token of tokensOfWord) {
      tokens.push({ ...token, start: token.start + offset, end: token.end + offset });
    }
  });
  return tokens;
}

/** As `tokenise`, a word at a time and without copies: places count from `offset`. The tokens are shared: read only. */
export function eachToken(text: string, visit: (tokens: readonly Token[], offset: number) => void): void {
  eachWord(text, (start, end, run) => {
    const word = text.slice(start, end);
    visit(run ? tokensOfRun(word) : tokensOfWord(word), start);
  });
}

function tokensOfWord(word: string): readonly Token[] {
  const known = remembered.get(word);
  if (known) return known;
  const tokens = analyse(word);
  if (word.length <= LONGEST_TERM) {
    if (remembered.size >= MOST_REMEMBERED) remembered.clear();
    remembered.set(word, tokens);
  }
  return tokens;
}

const PLAIN = /^[a-z]+$/;
const NEGATION = /n['\u2019]t$/i;
const DECIMAL = /^\p{N}+(\.\p{N}+)+$/u;
const SIGNS = /^.(\+\+|#)$/;

function analyse(word: string): Token[] {
  if (PLAIN.test(word)) return STOP_WORDS.has(word) ? [] : [token(word, 0, word.length, false)];
  if (NEGATION.test(word)) return [];
  if (DECIMAL.test(word)) return [token(fold(word), 0, word.length, false)];
  if (SIGNS.test(word)) return [token(fold(word), 0, word.length, true), token(fold(word[0]!), 0, 1, false)];

  const parts = partsOf(word);
  const tokens: Token[] = [];
  if (parts.length > 1) {
    const [first, last] = [parts[0]!, parts.at(-1)!];
    tokens.push(token(parts.map((part) => part.folded).join(''), first.start, last.end, true));
  }
  for (const { folded, start, end } of parts) {
    if (folded !== '' && !STOP_WORDS.has(folded)) tokens.push(token(folded, start, end, false));
  }
  return tokens;
}

function token(folded: string, start: number, end: number, whole: boolean): Token {
  return { term: stem(folded.slice(0, LONGEST_TERM)), start, end, whole };
}

/** Only words of English letters have an English stem; shorter ones lose their meaning with their end. */
function stem(folded: string): string {
  return folded.length > 2 && PLAIN.test(folded) ? stemmer(folded) : folded;
}

/** Ends that English hangs on with an apostrophe; they are no words. */
const CLITICS = new Set(['s', 'd', 'm', 'll', 're', 've']);
/** `camel|Case`, `base64|Encode`, `HTML|Parser`; plurals of capitals such as `URLs` stay whole. */
export const HUMP = /(?<=[\p{Ll}\p{N}\p{M}])(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll}{2})/gu;
const BETWEEN_JOINERS = /[^_.'\u2019-]+/g;

function partsOf(word: string): { folded: string; start: number; end: number }[] {
  const parts: { folded: string; start: number; end: number }[] = [];
  for (const match of word.matchAll(BETWEEN_JOINERS)) {
    const apostrophe = match.index > 0 && /['\u2019]/.test(word[match.index - 1]!);
    let start = match.index;
    for (const piece of match[0].split(HUMP)) {
      const folded = fold(piece);
      if (!(apostrophe && CLITICS.has(folded))) parts.push({ folded, start, end: start + piece.length });
      start += piece.length;
    }
  }
  return parts;
}

let segmenter: Intl.Segmenter | undefined;

/** Words of a script without spaces, as the dictionary of the platform cuts them; long ones also as pairs of characters. */
function tokensOfRun(run: string): Token[] {
  segmenter ??= new Intl.Segmenter('und', { granularity: 'word' });
  const tokens: Token[] = [];
  for (const { segment, index } of segmenter.segment(run)) {
    const pairs = HAN.test(segment) ? pairsOf(segment) : [];
    tokens.push(token(fold(segment), index, index + segment.length, pairs.length > 0));
    for (const pair of pairs) {
      const start = index + pair.start;
      tokens.push(token(fold(pair.text), start, start + pair.text.length, false));
    }
  }
  return tokens;
}

const HAN = /^\p{Script=Han}{3,}$/u;

/** Dictionaries differ between browsers, and in what they take for one word; pairs find it all the same. */
function pairsOf(word: string): { text: string; start: number }[] {
  const pairs: { text: string; start: number }[] = [];
  const characters = [...word];
  let start = 0;
  for (let i = 0; i + 1 < characters.length; i++) {
    pairs.push({ text: characters[i]! + characters[i + 1]!, start });
    start += characters[i]!.length;
  }
  return pairs;
}
