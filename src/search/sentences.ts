// Finds the sentences of plain text, and those that answer a query best.
import { ENGLISH, type Language } from './language.ts';
import { matchesIn, matchWorth } from './matches.ts';
import { BETWEEN_BLOCKS } from './plain-text.ts';

/** Ellipses around a snippet where the passage continues. */
export const DOTS = { before: '… ', after: ' …' };
/** A further sentence is marked if its score is at least this share of the best one's. */
const NEARLY = 0.5;

let segmenter: Intl.Segmenter | undefined;

/**
 * Returns sentences as `[start, end)` pairs without surrounding blanks. The end of a block (plain-text.ts) ends a
 * sentence.
 */
export function sentencesOf(text: string): [number, number][] {
  segmenter ??= new Intl.Segmenter('en', { granularity: 'sentence' });
  const sentences: [number, number][] = [];
  let offset = 0;
  for (const block of text.split(BETWEEN_BLOCKS)) {
    for (const { segment, index } of segmenter.segment(block)) {
      const start = offset + index + segment.length - segment.trimStart().length;
      const length = segment.trim().length;
      if (length > 0) sentences.push([start, start + length]);
    }
    offset += block.length + BETWEEN_BLOCKS.length;
  }
  return sentences;
}

/**
 * Returns the best sentences of a snippet, at most `limit`, in text order, as `[start, end)` pairs. Never all of
 * several, and none without a word of the query.
 */
export function markedSentences(
  snippet: string,
  query: string,
  limit = 2,
  language: Language = ENGLISH,
): [number, number][] {
  const matches = matchesIn(snippet, query, language);
  const worth = matchWorth(matches);
  const all = sentencesOfSnippet(snippet).map(({ start, end, cut }) => {
    const inside = matches.filter((match) => match.start >= start && match.end <= end);
    return { start, end, cut, worth: cut ? worth(inside) / 2 : worth(inside) };
  });
  const answering = all
    .filter((sentence) => sentence.worth > 0)
    .sort((a, b) => b.worth - a.worth || a.start - b.start);
  return answering
    .filter((sentence, i) => i === 0 || (!sentence.cut && sentence.worth >= NEARLY * answering[0]!.worth))
    .slice(0, Math.max(1, Math.min(limit, all.length - 1)))
    .sort((a, b) => a.start - b.start)
    .map(({ start, end }) => [start, end]);
}

/** Returns the range of the first sentence of a snippet; undefined for an empty one. */
export function firstSentence(snippet: string): [number, number] | undefined {
  const first = sentencesOfSnippet(snippet)[0];
  return first && [first.start, first.end];
}

/** `cut`: its beginning or end seems to lie outside the snippet. */
function sentencesOfSnippet(snippet: string): { start: number; end: number; cut: boolean }[] {
  const from = snippet.startsWith(DOTS.before) ? DOTS.before.length : 0;
  const to = snippet.length - (snippet.endsWith(DOTS.after) ? DOTS.after.length : 0);
  const plain = snippet.slice(from, to);
  return sentencesOf(plain).map(([start, end], i, { length }) => ({
    start: start + from,
    end: end + from,
    cut:
      (i === 0 && from > 0 && /^\p{Ll}/u.test(plain)) ||
      (i === length - 1 && to < snippet.length && !/[.!?。！？]["')\]”’»]*$/.test(plain)),
  }));
}
