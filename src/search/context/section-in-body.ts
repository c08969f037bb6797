// Finds the whole section of a passage in the body of its document. Pure.
import { beginsInTable, headBefore } from './table-head.ts';

const HEADING = /^ {0,3}(#{1,6})[ \t]/;
const FENCE = /^\s{0,3}(`{3,}|~{3,})/;

export interface BodyStretch {
  text: string;
  start: number;
  end: number;
}

/**
 * @param most maximum characters of a section; of a longer one only the passage is returned, with the head of the
 *   table that it begins in
 * @returns undefined when the body does not contain the passage
 */
export function sectionInBody(body: string, passage: string, most: number): BodyStretch | undefined {
  const start = body.indexOf(passage);
  if (start < 0 || passage === '') return undefined;
  const section = sectionAt(body, start, start + passage.length);
  if (section.end - section.start <= most) {
    return { ...section, text: body.slice(section.start, section.end) };
  }
  const before = beginsInTable(passage) ? headBefore(body.slice(0, start).trimEnd()) : undefined;
  const text = before !== undefined && before !== 'further' ? `${before.head}\n${passage}` : passage;
  return { text, start, end: start + passage.length };
}

/** Returns the range from the last heading before a position, or at it, to the next heading that is not below it. */
export function sectionAt(body: string, from: number, to: number): { start: number; end: number } {
  let start = 0;
  let level = 0;
  let fence = '';
  let next: number;
  for (let at = 0; at < body.length; at = next + 1) {
    next = body.indexOf('\n', at);
    if (next < 0) next = body.length;
    const line = body.slice(at, Math.min(next, at + 200));
    const mark = FENCE.exec(line)?.[1];
    if (fence !== '') {
      if (mark?.startsWith(fence)) fence = '';
      continue;
    }
    if (mark) fence = mark;
    const own = HEADING.exec(line)?.[1]?.length;
    if (own === undefined) continue;
    if (at <= from) {
      start = at;
      level = own;
    } else if (at >= to && (own <= level || level === 0)) {
      return { start, end: start + body.slice(start, at).trimEnd().length };
    }
  }
  return { start, end: body.trimEnd().length };
}
