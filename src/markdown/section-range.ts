// Finds the answer in the rendered text of its section, which lacks Markdown marks. Pure.
import { wordsIn, type Word } from './words-in.ts';

/** Words at each end of the answer to search for; links and marks drop some in between. */
const ANCHOR = 4;

export interface MarkedRange {
  start: number;
  end: number;
}

/**
 * @param shown the text of the nodes, in order
 * @param section Markdown of the section
 * @param ranges of the answer in `section`
 * @returns the ranges in `shown`, without those whose beginning or end is not found word for word
 */
export function sectionRanges(shown: string, section: string, ranges: readonly MarkedRange[]): MarkedRange[] {
  const words = wordsIn(shown);
  const source = withoutSigns(section);
  return ranges.flatMap((range) => rangeIn(shown, words, source, range) ?? []);
}

function rangeIn(
  shown: string,
  words: readonly Word[],
  source: string,
  { start, end }: MarkedRange,
): MarkedRange | undefined {
  const answer = source.slice(start, end);
  const wanted = wordsIn(answer);
  if (wanted.length === 0) return undefined;
  // The same words may occur several times: the match with as many words before it is the right one.
  const before = wordsIn(source.slice(0, start)).length;
  const head = wanted.slice(0, ANCHOR);
  const tail = wanted.slice(-ANCHOR);
  const first = nearest(words, head, before, 0);
  if (first === undefined) return undefined;
  const last = nearest(words, tail, first + wanted.length - tail.length, first);
  const from = words[first]?.start;
  const to = last === undefined ? undefined : words[last + tail.length - 1]?.end;
  if (from === undefined || to === undefined) return undefined;
  // Signs at its ends, as in `£22.50` and `479 €`, are not part of words.
  const opening = /^[\p{P}\p{Sc}]*/u.exec(answer.trimStart())?.[0] ?? '';
  const closing = /[\s\p{P}\p{S}]*$/u.exec(answer.replace(/\s*\|\s*$/, ''))?.[0].trimEnd() ?? '';
  return {
    start: shown.startsWith(opening, from - opening.length) ? from - opening.length : from,
    end: shown.startsWith(closing, to) ? to + closing.length : to,
  };
}

/** Invisible parts (addresses, tags, fences and item numbers) are replaced by as many spaces. */
const UNSEEN = [
  /\]\((?:<[^<>\n]*>|[^()\s]*(?:\([^()\s]*\)[^()\s]*)*)(?:\s+"[^"\n]*")?\)/g,
  /^[ \t>]*(?:`{3,}|~{3,})[^\n`]*$/gm,
  /^[ \t>]*\d{1,9}[.)](?=\s)/gm,
  /^[ \t>]*[-*+][ \t]+\[[ xX]\]/gm,
  /<\/?[a-z][^<>\n]*>/gi,
];

function withoutSigns(markdown: string): string {
  return UNSEEN.reduce((text, sign) => text.replace(sign, (found) => ' '.repeat(found.length)), markdown);
}

/** Returns the match nearest to `expected`, at or after `from`. */
function nearest(
  words: readonly Word[],
  wanted: readonly Word[],
  expected: number,
  from: number,
): number | undefined {
  let best: number | undefined;
  for (let at = from; at + wanted.length <= words.length; at++) {
    if (!wanted.every(({ text }, i) => words[at + i]?.text === text)) continue;
    if (best === undefined || Math.abs(at - expected) < Math.abs(best - expected)) best = at;
  }
  return best;
}
