// A document cut at its passages, so that each can be shown and marked where it stands in the text. Pure.
import type { StoredDocument } from '../../core/document.ts';

export interface Segment {
  /** The passages it shows, in order: one, or those that share a code block, a table or a paragraph. */
  indexes: number[];
  text: string;
  /** Where it begins in the body. */
  start: number;
  /** The page that begins with it, in a document that has pages. */
  page?: number;
  /** The text of the page was recognised from a picture. */
  recognised?: true;
}

/**
 * The whole body, in order, nothing lost and nothing twice. It is cut only where Markdown can be cut: at a blank line
 * outside a code fence, before a line that is not indented. Plain text is cut at every passage.
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

/** @param gap what lies between two passages, and the first characters after it. */
function isGap(gap: string): boolean {
  return /^[ \t]*\n[ \t]*\n/.test(gap) && !/\n[ \t]{2,}[^\n]*$/.test(gap);
}

/** One look at the whole body; the places asked for must come in order. Each line is looked at once. */
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

/** Characters of a heading that can be a title. */
const LONGEST_HEADING = 1000;

/** The body without a first heading that only repeats the title. */
export function withoutTitle(text: string, title: string): string {
  const heading = /^\s*#[ \t]([^\n]*)(?:\n|$)/.exec(text);
  // A title has at most some hundred characters.
  if (!heading || heading[0].length > LONGEST_HEADING) return text;
  const said = plain((heading[1] ?? '').trim().replace(/[ \t]#{1,9}$/, ''));
  const known = plain(title);
  // A very long title is kept shortened.
  const same = known.endsWith('…') ? said.startsWith(known.slice(0, -1).trimEnd()) : said === known;
  return same ? text.slice(heading[0].length).replace(/^(?:[ \t]*\n)+/, '') : text;
}

function plain(text: string): string {
  return text
    .replace(/[*_`\\]/g, '')
    .trim()
    .toLowerCase();
}

/** The words of a name are looked for in this much of a passage. Characters. */
const MOST_NAMED = 1000;

/** What a passage is called in a list: the end of its heading path, or else its first words. */
export function passageName(passage: { text: string; heading: readonly string[] }): string {
  const heading = passage.heading.at(-1);
  if (heading) return heading;
  // A line in a list of passages holds about this much.
  const words = withoutTableHead(passage.text)
    .slice(0, MOST_NAMED)
    .replace(/[#*_`>|]+/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  return words.length > 60 ? `${words.slice(0, 60).trimEnd()} …` : words;
}

/** Each part of a long table repeats its head, which tells none of them apart. */
function withoutTableHead(text: string): string {
  const head = /^\s*\|.*\n[ \t]*\|[\s:|-]+\n(?=[ \t]*\|)/.exec(text);
  return head ? text.slice(head[0].length) : text;
}
