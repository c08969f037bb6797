// Passages of a referenced document: all of them, or those that fit the question best. Pure.
import type { DocumentView, SearchHit } from '../core/document.ts';

export interface PointedReading {
  /** Maximum characters of all passages together. */
  size: number;
  /** Maximum characters of one passage. */
  passage?: number;
  /** The best passages first, instead of the document's order. */
  best?: boolean;
}

/** A hit with the range of its passage in the body, if known. */
export interface PointedHit extends SearchHit {
  start?: number;
  end?: number;
}

interface Scored {
  chunk: DocumentView['chunks'][number];
  score: number;
}

/** Word stems by letters: inflected forms of a word differ in their endings. */
const STEM = { least: 4, ending: 2 };

/** Common words of English questions on any topic. */
const COMMON = new Set(
  'and are can does for from had has have how into its not that the their there these they this was were what when where which who why will with you your'.split(
    ' ',
  ),
);

export function passagesOf(document: DocumentView, question: string, reading: PointedReading): PointedHit[] {
  const words = wordsOf(question);
  const scored = scoredChunks(document, words);
  // A person reads the passages as plain text, without Markdown marks.
  const text = ({ chunk }: Scored): string =>
    reading.best
      ? around(plain(chunk.text), words, reading.passage ?? reading.size)
      : cut(chunk.text, reading.passage ?? reading.size);
  let kept = reading.best ? byScore(scored) : scored;
  if (scored.reduce((sum, one) => sum + text(one).length, 0) > reading.size) {
    // The beginning of a document tells what it is.
    const order = reading.best ? kept : [...scored.slice(0, 1), ...byScore(scored.slice(1))];
    const chosen = new Set(fitting(order, reading.size, text));
    kept = kept.filter((one) => chosen.has(one));
  }
  const top = Math.max(...kept.map(({ score }) => score), 0);
  return kept.map((one) => hitOf(document, one, text(one), words, top));
}

/** Returns as many as fit; at least one. */
function fitting(order: readonly Scored[], size: number, text: (one: Scored) => string): Scored[] {
  let left = size;
  return order.filter((one, at) => {
    const { length } = text(one);
    if (at > 0 && length > left) return false;
    left -= length;
    return true;
  });
}

/** Scores passages: a word weighs more the fewer passages contain it. */
function scoredChunks({ chunks }: DocumentView, words: readonly string[]): Scored[] {
  const texts = chunks.map(({ text, heading = '' }) => `${heading}\n${text}`.toLowerCase());
  const weights = words.map((word) => {
    const count = texts.filter((text) => text.includes(word)).length;
    return count === 0 ? 0 : Math.log(1 + texts.length / count);
  });
  return chunks.map((chunk, at) => ({
    chunk,
    score: words.reduce((sum, word, i) => sum + (texts[at]!.includes(word) ? weights[i]! : 0), 0),
  }));
}

function byScore(scored: readonly Scored[]): Scored[] {
  return [...scored].sort((a, b) => b.score - a.score || a.chunk.index - b.chunk.index);
}

function hitOf(
  document: DocumentView,
  { chunk, score }: Scored,
  snippet: string,
  words: readonly string[],
  top: number,
): PointedHit {
  const { id, source, source_id, updated_at, title, source_url } = document;
  return {
    id,
    score: top === 0 ? 1 : score / top,
    source,
    source_id,
    updated_at,
    snippet,
    marks: marksOf(snippet, words),
    chunk: chunk.index,
    ...(title !== undefined && { title }),
    ...(source_url !== undefined && { source_url }),
    ...(chunk.heading !== undefined && { heading: chunk.heading }),
    ...(chunk.page !== undefined && { page: chunk.page }),
    ...(chunk.recognised && { recognised: true as const }),
    ...(chunk.start !== undefined && chunk.end !== undefined && { start: chunk.start, end: chunk.end }),
  };
}

/** Returns the stems of the question's longer words. For scripts without spaces, the browser segments the words. */
function wordsOf(question: string): string[] {
  const words = [...new Intl.Segmenter(undefined, { granularity: 'word' }).segment(question.toLowerCase())]
    .filter(({ isWordLike }) => isWordLike)
    .map(({ segment }) => segment)
    .filter((word) => word.length > 2 || /[^\p{Script=Latin}\p{N}]/u.test(word))
    .filter((word) => !COMMON.has(word));
  return [...new Set(words.map((word) => word.slice(0, Math.max(STEM.least, word.length - STEM.ending))))];
}

/** Returns the ranges of whole words that start with one of the stems. */
function marksOf(text: string, words: readonly string[]): [number, number][] {
  return [...text.matchAll(/[\p{L}\p{N}_]+/gu)].flatMap((match): [number, number][] =>
    words.some((word) => match[0].toLowerCase().startsWith(word))
      ? [[match.index, match.index + match[0].length]]
      : [],
  );
}

/** Removes common Markdown marks. */
function plain(text: string): string {
  return text
    .replace(/!?\[([^\]]*)\]\([^)\s]*\)/g, '$1')
    .replace(/^(#{1,6}|>|[-*+]|\d+\.)\s+/gm, '')
    .replace(/(\*\*|__|`+)(?=\S)(.+?)(?<=\S)\1/g, '$2')
    .replace(/(^|[\s(])[_*](?=\S)([^\n]+?)(?<=\S)[_*](?=$|[\s.,;:!?)])/gm, '$1$2')
    .trim();
}

/** Starts a little before the first match, if the beginning has none. */
function around(text: string, words: readonly string[], size: number): string {
  const [first] = marksOf(text, words);
  if (!first || first[1] < size) return cut(text, size);
  const from = text.indexOf(' ', Math.max(0, first[0] - Math.floor(size / 4)));
  return cut(`…${text.slice(Math.min(from < 0 ? first[0] : from + 1, first[0]))}`, size);
}

/** Cuts at a word if possible. */
function cut(text: string, size: number): string {
  if (text.length <= size) return text;
  const short = text.slice(0, Math.max(0, size - 1));
  const space = short.lastIndexOf(' ');
  return `${space > size / 2 ? short.slice(0, space) : short}…`;
}
