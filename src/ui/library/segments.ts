// Splits a document at its passages, so that each can be shown and marked in place. Pure.
import { plainTitle } from '../../core/plain-title.ts';
import type { StoredDocument } from '../../core/document.ts';

export interface Segment {
  /** Its passages, in order: one, or those that share a code block, a table or a paragraph. */
  indexes: number[];
  text: string;
  /** Its start in the body. */
  start: number;
  /** The page that begins with it, in a paged document. */
  page?: number;
  /** The page's text comes from OCR. */
  recognised?: true;
}

/**
 * Returns the whole body in order, without loss or repetition. Markdown is split only at a blank line outside a code
 * fence, before a line that is not indented. Plain text is split at every passage.
 */
export function segmentsOf(
  document: Pick<StoredDocument, 'body' | 'passages'>,
  markdown: boolean,
): Segment[] {
  const { body, passages } = document;
  const isInFence = markdown ? fencesIn(body) : () => false;
  const segments: Segment[] = [];
  let start = 0;
  let page: number | undefined;
  let indexes: number[] = [];
  passages.forEach((passage, position) => {
    indexes.push(passage.index);
    const next = passages[position + 1];
    const end = next ? Math.max(start, passage.end) : body.length;
    if (next && markdown && (!isGap(body.slice(passage.end, next.start + 4)) || isInFence(end))) return;
    const segment: Segment = { indexes, text: body.slice(start, end), start };
    const first = passages[position + 1 - indexes.length];
    if (first?.page !== undefined && first.page !== page) page = segment.page = first.page;
    if (first?.recognised) segment.recognised = true;
    segments.push(segment);
    start = end;
    indexes = [];
  });
  return segments.length > 0 ? segments : [{ indexes: [], text: body, start: 0 }];
}

/** @param gap the text between two passages, and the first characters after it. */
function isGap(gap: string): boolean {
  return /^[ \t]*\n[ \t]*\n/.test(gap) && !/\n[ \t]{2,}[^\n]*$/.test(gap);
}

/** A single pass over the body; positions must be queried in order. */
function fencesIn(body: string): (place: number) => boolean {
  const marks = body.matchAll(/^[> \t]{0,200}(?:[-*+][ \t]{1,20})?(`{3,100}|~{3,100})/gm);
  let next = marks.next();
  let open: string | undefined;
  return (place) => {
    for (; !next.done && next.value.index + next.value[0].length <= place; next = marks.next()) {
      const mark = next.value[1] ?? '';
      if (open === undefined) open = mark;
      else if (mark.startsWith(open)) open = undefined;
    }
    return open !== undefined;
  };
}

/** Maximum characters of a heading that may be a title. */
const LONGEST_HEADING = 1000;

/** Returns the body without a first heading that repeats the title. */
export function withoutTitle(text: string, title: string): string {
  const heading = /^\s*#[ \t]([^\n]*)(?:\n|$)/.exec(text);
  // Titles have at most a few hundred characters.
  if (!heading || heading[0].length > LONGEST_HEADING) return text;
  const said = plain((heading[1] ?? '').trim().replace(/[ \t]#{1,9}$/, ''));
  const known = plain(title);
  // A very long title is stored truncated.
  const same = known.endsWith('…') ? said.startsWith(known.slice(0, -1).trimEnd()) : said === known;
  return same ? text.slice(heading[0].length).replace(/^(?:[ \t]*\n)+/, '') : text;
}

function plain(text: string): string {
  return text
    .replace(/[*_`\\]/g, '')
    .trim()
    .toLowerCase();
}

/** Characters of a passage to search for the words of its name. */
const MOST_NAMED = 1000;

/**
 * Names a passage for a list: the end of its heading path, or else its first words. Short sections share a passage,
 * which has only the document's title above it: the first of their headings names it.
 */
export function passageName(passage: { text: string; heading: readonly string[] }): string {
  const heading = passage.heading.at(-1);
  const own = passage.heading.length === 1 ? firstHeading(passage.text) : undefined;
  if (heading) return own ?? heading;
  // Fits a line of the passage list.
  const words = withoutTableHead(passage.text)
    .slice(0, MOST_NAMED)
    .replace(/[#*_`>|]+/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  return words.length > 60 ? `${words.slice(0, 60).trimEnd()} …` : words;
}

function firstHeading(text: string): string | undefined {
  const prose = text.replace(/^(`{3,}|~{3,})[^]*?(?:^\1|$(?![^]))/gm, '');
  const heading = /^#{1,6}[ \t]+(\S.*?)[ \t]*#*$/m.exec(prose)?.[1];
  return heading === undefined ? undefined : plainTitle(heading);
}

/** Each part of a long table repeats its header, which does not distinguish them. */
function withoutTableHead(text: string): string {
  const head = /^\s*\|.*\n[ \t]*\|[\s:|-]+\n(?=[ \t]*\|)/.exec(text);
  return head ? text.slice(head[0].length) : text;
}
