// A document cut at its passages, so that each can be shown and marked where it stands in the text. Pure.
import type { StoredDocument } from '../../core/document.ts';

export interface Segment {
  /** The passages it shows, in order: one, or those that share a code block, a table or a paragraph. */
  indexes: number[];
  text: string;
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
  const segments: Segment[] = [];
  let start = 0;
  let indexes: number[] = [];
  passages.forEach((passage, position) => {
    indexes.push(passage.index);
    const next = passages[position + 1];
    const end = next ? Math.max(start, passage.end) : body.length;
    if (next && markdown && !canCut(body.slice(start, end), body.slice(passage.end, next.start + 4))) return;
    segments.push({ indexes, text: body.slice(start, end) });
    start = end;
    indexes = [];
  });
  return segments.length > 0 ? segments : [{ indexes: [], text: body }];
}

/** `gap`: what lies between two passages, and the first characters after it. */
function canCut(before: string, gap: string): boolean {
  return /^[ \t]*\n[ \t]*\n/.test(gap) && !/\n[ \t]{2,}[^\n]*$/.test(gap) && !insideFence(before);
}

function insideFence(text: string): boolean {
  let open: string | undefined;
  for (const [, mark = ''] of text.matchAll(/^[>\s]*(?:[-*+]\s+)?(`{3,}|~{3,})/gm)) {
    if (open === undefined) open = mark;
    else if (mark.startsWith(open)) open = undefined;
  }
  return open !== undefined;
}

/** The body without a first heading that only repeats the title. */
export function withoutTitle(text: string, title: string): string {
  const heading = /^\s*#\s+(.+?)\s*#*\s*(?:\n|$)/.exec(text);
  if (!heading) return text;
  const said = plain(heading[1] ?? '');
  const known = plain(title);
  // A very long title is kept shortened.
  const same = known.endsWith('…') ? said.startsWith(known.slice(0, -1).trimEnd()) : said === known;
  return same ? text.slice(heading[0].length) : text;
}

function plain(text: string): string {
  return text
    .replace(/[*_`\\]/g, '')
    .trim()
    .toLowerCase();
}

/** What a passage is called in a list: the end of its heading path, or else its first words. */
export function passageName(passage: { text: string; heading: readonly string[] }): string {
  const heading = passage.heading.at(-1);
  if (heading) return heading;
  // A line in a list of passages holds about this much.
  const words = passage.text
    .replace(/[#*_`>|]+/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  return words.length > 60 ? `${words.slice(0, 60).trimEnd()} …` : words;
}
