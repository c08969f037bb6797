// Finds a PDF's title on its first page: the largest text, where that is larger than the rest.
import type { PdfLine } from './pdf-lines.ts';

const LONGEST = 200;
/** Maximum lines of a title. */
const MOST_LINES = 4;
/** Letters larger than most of the page by this factor are its title. */
const LARGER = 1.15;
/** Sizes of one text's letters may differ by this factor. */
const SAME = 0.97;
/** Excludes a single large letter, which begins a chapter, and a page number. */
const WORD = /\p{L}[\p{L}\p{M}]{2}|[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]{2}/u;
/** Printed along the edge of every preprint, in large letters. */
const STAMP = /^arXiv:\d/;

export function largestText(lines: readonly PdfLine[]): string | undefined {
  const worded = lines.filter(({ text }) => WORD.test(text) && !STAMP.test(text));
  const largest = worded.reduce((most, { size }) => Math.max(most, size), 0);
  if (largest === 0 || largest < LARGER * usualSize(lines)) return undefined;
  const at = lines.findIndex((line) => worded.includes(line) && line.size >= SAME * largest);
  const title: string[] = [];
  for (const { text, size } of lines.slice(at, at + MOST_LINES + 1)) {
    if (size < SAME * largest || size > largest) break;
    title.push(text);
  }
  const whole = title.join(' ');
  return title.length > MOST_LINES || whole.length > LONGEST ? undefined : whole;
}

/** Returns the size of most letters. */
function usualSize(lines: readonly PdfLine[]): number {
  const letters = new Map<number, number>();
  for (const { size, text } of lines) {
    const rounded = Math.round(size * 10) / 10;
    letters.set(rounded, (letters.get(rounded) ?? 0) + text.length);
  }
  return [...letters].reduce((most, one) => (one[1] > most[1] ? one : most), [0, 0])[0];
}
