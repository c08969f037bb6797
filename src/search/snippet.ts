// The snippet of a passage: its best excerpt as plain text with the matching words marked.
import { ENGLISH, type Language } from './language.ts';
import { joined, matchesAmong, matchWorth, type Match, type ReadWords, readWords } from './matches.ts';
import { BETWEEN_BLOCKS, plainText } from './plain-text.ts';
import { DOTS, sentencesOf } from './sentences.ts';

export interface Snippet {
  /** Plain text on one line, without headings; `…` where the passage continues. */
  snippet: string;
  /** `[start, end)` pairs of `snippet`, in order and disjoint. */
  marks: [number, number][];
}

/** Two or three lines of a result. */
const LENGTH = 240;
/** Passages are a fifth of this. Only the beginning of anything longer is read, so that no text takes a second. */
const MOST_READ = 8_000;
/** An excerpt starts with the sentence of its first match if that takes no more than this share of the length … */
const LEAD = 0.35;
/** … unless it then misses more of the query: a whole sentence is worth half a word. */
const WHOLE_SENTENCE = 0.5;
/** It ends with a sentence if that leaves at most this share of the length empty. */
const MOST_EMPTY = 0.3;

/**
 * Returns the excerpt of at most `length` characters that matches the query best, cut between words. The text is in
 * `language`.
 */
export function snippetOf(
  text: string,
  query: string,
  length = LENGTH,
  language: Language = ENGLISH,
): Snippet {
  return new SnippetText(text, language).snippetOf(query, length);
}

/** A text prepared for snippets of any number of queries, since each typed letter queries the same few texts again. */
export class SnippetText {
  readonly #plain: string;
  readonly #words: ReadWords;
  #sentences: readonly [number, number][] | undefined;

  constructor(text: string, language: Language) {
    this.#plain = plainText(text.slice(0, MOST_READ));
    this.#words = readWords(this.#plain, language);
  }

  snippetOf(query: string, length = LENGTH): Snippet {
    const plain = this.#plain;
    const matches = matchesAmong(this.#words, query);
    const [start, end] =
      plain.length <= length
        ? [0, plain.length]
        : bestStretch(plain, (this.#sentences ??= sentencesOf(plain)), matches, length);

    const before = start > 0 ? DOTS.before : '';
    const after = end < plain.length ? DOTS.after : '';
    const shift = before.length - start;
    return {
      snippet: before + plain.slice(start, end) + after,
      marks: joined(matches.filter((match) => match.start >= start && match.end <= end)).map(([from, to]) => [
        from + shift,
        to + shift,
      ]),
    };
  }
}

function bestStretch(
  plain: string,
  sentences: readonly [number, number][],
  matches: readonly Match[],
  length: number,
): [number, number] {
  const room = Math.max(length - DOTS.before.length - DOTS.after.length, 1);
  const worth = matchWorth(matches);
  let best = { start: 0, worth: 0 };
  const consider = (start: number, bonus: number): void => {
    const inside = matchesWithin(matches, start, start + room);
    const value = inside.length > 0 ? worth(inside) + bonus : 0;
    if (value > best.worth) best = { start, worth: value };
  };
  let sentence = 0;
  // An excerpt never starts inside a compound.
  for (const [at] of joined(matches)) {
    while (sentence + 1 < sentences.length && sentences[sentence + 1]![0] <= at) sentence++;
    const start = sentences[sentence]?.[0] ?? 0;
    if (at - start <= room * LEAD) consider(start, WHOLE_SENTENCE);
    else consider(wordAfter(plain, at - Math.floor(room * LEAD), at), 0);
    consider(at, 0);
  }
  // If too little follows to fill the length, start at an earlier sentence.
  const latest = sentences.find(([start]) => plain.length - start <= room)?.[0] ?? plain.length;
  const start = Math.min(best.start, latest);
  const lastMatch = matchesWithin(matches, start, start + room).at(-1)?.end ?? start;
  return [start, endAfter(plain, sentences, start, Math.min(plain.length, start + room), lastMatch)];
}

function matchesWithin(matches: readonly Match[], start: number, end: number): Match[] {
  return matches.filter((match) => match.start >= start && match.end <= end);
}

/** Returns the first word start from `earliest` to `at`. */
function wordAfter(plain: string, earliest: number, at: number): number {
  for (let start = Math.max(1, earliest); start < at; start++) {
    if (plain[start - 1] === ' ' && !BETWEEN_BLOCKS.includes(plain[start]!)) return start;
  }
  return at;
}

/**
 * Returns the end of the last sentence up to `latest` that loses no match and little space, otherwise of the last
 * word; a single longer word is cut.
 */
function endAfter(
  plain: string,
  sentences: readonly [number, number][],
  start: number,
  latest: number,
  lastMatch: number,
): number {
  if (latest === plain.length) return latest;
  const least = Math.max(lastMatch, latest - (latest - start) * MOST_EMPTY);
  const sentence = sentences.findLast(([, end]) => end <= latest && end >= least);
  if (sentence) return sentence[1];
  const halfway = start + (latest - start) / 2;
  for (let end = latest; end > halfway; end--) {
    if (plain[end] === ' ') return plain.slice(start, end).endsWith(' ·') ? end - 2 : end;
  }
  const splitsPair = /[\ud800-\udbff]/.test(plain[latest - 1]!);
  return splitsPair ? latest - 1 : latest;
}
