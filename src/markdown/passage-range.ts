// Finds a passage in its rendered text, which lacks Markdown marks and link addresses. Pure.
import { wordsIn, type Word } from './words-in.ts';

/** Words at each end of a passage to search for; fewer would match elsewhere too. */
const ANCHOR = 5;

/**
 * @param shown the text of the nodes, in order
 * @param passage as written in the body
 * @returns `[start, end)` in `shown`; undefined when its beginning or its end is not found word for word.
 */
export function passageRange(shown: string, passage: string): [number, number] | undefined {
  const words = wordsIn(shown);
  const wanted = wordsIn(passage);
  if (wanted.length === 0) return undefined;
  const first = find(words, wanted.slice(0, ANCHOR), 0);
  if (first < 0) return undefined;
  const tail = wanted.slice(-ANCHOR);
  // Rendering only drops words of links, so the end is no later than in the source.
  const last = findLast(words, tail, first, first + wanted.length);
  const end = last < 0 ? undefined : words[last + tail.length - 1]?.end;
  const start = words[first]?.start;
  return start === undefined || end === undefined ? undefined : [start, end];
}

function find(words: readonly Word[], wanted: readonly Word[], from: number): number {
  for (let at = from; at + wanted.length <= words.length; at++) if (isAt(words, wanted, at)) return at;
  return -1;
}

function findLast(words: readonly Word[], wanted: readonly Word[], from: number, to: number): number {
  const last = Math.min(to, words.length) - wanted.length;
  for (let at = last; at >= from; at--) if (isAt(words, wanted, at)) return at;
  return -1;
}

function isAt(words: readonly Word[], wanted: readonly Word[], at: number): boolean {
  return wanted.every(({ text }, i) => words[at + i]?.text === text);
}
