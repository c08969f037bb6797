// What a result shows of a passage: its best stretch as plain text with the matched words marked, or its best sentences.
import { joined, matchesIn, type Match } from './matches.ts';
import { plainText } from './plain-text.ts';

export interface Snippet {
  /** Plain text on one line; `…` where the passage goes on. */
  snippet: string;
  /** `[start, end)` pairs of `snippet`, in order, apart from each other. */
  marks: [number, number][];
}

/** Two or three lines of a result. */
const LENGTH = 240;
/** Passages are a tenth of this; of anything longer the beginning is read, so that no text can take a second. */
const MOST_READ = 8_000;
/** A cut moves back to a sentence's start if that costs no more than this share of the length. */
const LEAD = 0.35;

/** The stretch of at most `length` characters that answers most of the query, cut between words. */
export function snippetOf(text: string, query: string, length = LENGTH): Snippet {
  const plain = plainText(text.slice(0, MOST_READ));
  const matches = matchesIn(plain, query);
  const [start, end] = plain.length <= length ? [0, plain.length] : bestStretch(plain, matches, length);

  const before = start > 0 ? '… ' : '';
  const after = end < plain.length ? ' …' : '';
  const shift = before.length - start;
  return {
    snippet: before + plain.slice(start, end).replaceAll('\n', ' ') + after,
    marks: joined(matches.filter((match) => match.start >= start && match.end <= end)).map(([from, to]) => [
      from + shift,
      to + shift,
    ]),
  };
}

/**
 * The sentences of `text` that answer most of the query, at most `limit`, in the order of the text, as `[start, end)`
 * pairs of `text` itself. Sentences without any word of the query are never among them.
 */
export function markedSentences(text: string, query: string, limit = 2): [number, number][] {
  const matches = matchesIn(text, query);
  const worth = matchWorth(matches);
  return sentencesOf(text)
    .map(([start, end]) => ({
      start,
      end,
      worth: worth(matches.filter((match) => match.start >= start && match.end <= end)),
    }))
    .filter((sentence) => sentence.worth > 0)
    .sort((a, b) => b.worth - a.worth || a.start - b.start)
    .slice(0, limit)
    .sort((a, b) => a.start - b.start)
    .map(({ start, end }) => [start, end]);
}

function bestStretch(plain: string, matches: readonly Match[], length: number): [number, number] {
  // Room for the dots on both sides.
  const room = Math.max(length - 4, 1);
  const worth = matchWorth(matches);
  let first = 0;
  let most = 0;
  matches.forEach((match, i) => {
    let beyond = i;
    while (beyond < matches.length && matches[beyond]!.end <= match.start + room) beyond++;
    const value = worth(matches.slice(i, beyond));
    if (value > most) [most, first] = [value, match.start];
  });
  const last = matches.reduce(
    (end, match) => (match.start >= first && match.end <= first + room ? Math.max(end, match.end) : end),
    first,
  );
  const start = startBefore(plain, first, Math.max(0, last - room, first - Math.floor(room * LEAD)));
  return [start, endAfter(plain, start, Math.min(plain.length, start + room))];
}

/** Different terms count most, and rare ones in this passage more than those that stand everywhere in it. */
function matchWorth(matches: readonly Match[]): (inside: readonly Match[]) => number {
  const counts = new Map<number, number>();
  for (const { term } of matches) counts.set(term, (counts.get(term) ?? 0) + 1);
  return (inside) => {
    let worth = 0;
    for (const term of new Set(inside.map((match) => match.term))) worth += 1 + 1 / counts.get(term)!;
    return worth + inside.length / (1 + matches.length);
  };
}

/** The start of the sentence that `at` stands in, or of the earliest word not before `earliest`. */
function startBefore(plain: string, at: number, earliest: number): number {
  const sentence = sentencesOf(plain).findLast(([start]) => start <= at)?.[0] ?? 0;
  if (sentence >= earliest) return sentence;
  for (let start = earliest; start < at; start++) {
    if (start === 0 || /\s/.test(plain[start - 1]!)) return start;
  }
  return at;
}

/** The end of the last whole word up to `latest`; a single longer one is cut. */
function endAfter(plain: string, start: number, latest: number): number {
  if (latest === plain.length || /\s/.test(plain[latest]!)) return latest;
  for (let end = latest; end > start + (latest - start) / 2; end--) {
    if (/\s/.test(plain[end - 1]!)) return end - 1;
  }
  const splitsPair = /[\ud800-\udbff]/.test(plain[latest - 1]!);
  return splitsPair ? latest - 1 : latest;
}

let segmenter: Intl.Segmenter | undefined;

/** Sentences as `[start, end)` pairs without the blanks around them. A line's end ends a sentence. */
function sentencesOf(text: string): [number, number][] {
  segmenter ??= new Intl.Segmenter('en', { granularity: 'sentence' });
  const sentences: [number, number][] = [];
  for (const { segment, index } of segmenter.segment(text)) {
    const blank = segment.length - segment.trimStart().length;
    const length = segment.trim().length;
    if (length > 0) sentences.push([index + blank, index + blank + length]);
  }
  return sentences;
}
