// Splits a stretch of Markdown into the pieces of answers: headings, terms, paragraphs, lists, tables and code.
//
// - Pieces are in order and disjoint; every line that is not blank is in one of them.
// - A list includes all of its items with their indented content, and code between two numbered steps.
// - Takes linear time.
import { type Block, blocksOf } from '../blocks.ts';
import { TABS_END } from '../headings.ts';

/** `text.slice(start, end)`. */
export interface Range {
  start: number;
  end: number;
}

export interface Item extends Range {
  /** Columns before its marker. */
  indent: number;
}

export type Piece = Range &
  (
    | { kind: 'heading'; level: number; title: string }
    /** A term explained by the next pieces, or by those before `until`: a paragraph that is entirely bold. */
    | { kind: 'term'; title: string; until?: number }
    | { kind: 'paragraph' }
    /** `isCut`: it begins above the stretch. */
    | { kind: 'code'; isCut?: true }
    | { kind: 'list'; ordered: boolean; items: Item[] }
    /** `head` is the header row and the delimiter row; empty if the stretch begins after it. */
    | { kind: 'table'; head: Range; rows: Range[] }
  );

const MARKER = /^([ \t]*)(?:[-*+•]|(\d{1,3})[.)])[ \t]+\S/;
const TABLE_RULE = /^[ \t>]*\|?[ \t]*:?-{1,}:?[ \t]*(?:\|[ \t]*:?-{1,}:?[ \t]*)*\|?[ \t]*$/;
const TERM = /^(?:\*\*|__)(.{1,200}?)(?:\*\*|__):?$/s;
const INDENTED = /^(?: {2,}|\t)/;
/** Comments and anchors, which have no visible text. */
const SILENT_HTML = /^(?:<!--[\s\S]*?-->|<\/?[a-zA-Z][^<>]*>|\s)+$/;

interface Line extends Range {
  text: string;
}

/**
 * @param markdown false: plain text, in which only blank lines and lists have meaning
 * @param inCode it begins within a code block
 */
export function piecesOf(text: string, markdown: boolean, inCode = false): Piece[] {
  const pieces: Piece[] = [];
  for (const block of blocksOf(text, markdown, inCode)) {
    if (inCode && pieces.length === 0) {
      pieces.push({ kind: 'code', start: block.start, end: block.end, isCut: true });
      continue;
    }
    if (markdown && block.kind === 'text' && text.slice(block.start, block.end).trim() === TABS_END) {
      const term = pieces.findLast(({ kind }) => kind === 'term' || kind === 'heading');
      if (term?.kind === 'term') term.until = block.start;
      continue;
    }
    for (const piece of refined(text, block, markdown)) {
      const last = pieces.at(-1);
      if (last?.kind === 'list' && joins(text, last, piece)) continue;
      pieces.push(piece);
    }
  }
  return pieces;
}

function refined(text: string, block: Block, markdown: boolean): Piece[] {
  const { start, end } = block;
  if (block.kind === 'heading') {
    return [{ kind: 'heading', start, end, level: block.level ?? 1, title: block.title ?? '' }];
  }
  if (block.kind === 'code') return [{ kind: 'code', start, end }];
  if (markdown && SILENT_HTML.test(text.slice(start, end))) return [];
  const lines = linesOf(text, start, end);
  const pieces: Piece[] = [];
  for (let i = 0; i < lines.length;) {
    const taken = (markdown && table(lines, i)) || list(lines, i) || paragraph(text, lines, i, markdown);
    pieces.push(taken.piece);
    i = taken.next;
  }
  return pieces;
}

interface Taken {
  piece: Piece;
  /** The first line after it. */
  next: number;
}

/** A row of a table whose head is somewhere above. */
const LOOSE_ROW = /^\s*\|.*\|\s*$/;

function table(lines: readonly Line[], at: number): Taken | undefined {
  if (!isTableHead(lines, at))
    return at === 0 && LOOSE_ROW.test(lines[0]!.text) ? looseRows(lines) : undefined;
  let next = at + 2;
  const rows: Range[] = [];
  while (next < lines.length && lines[next]!.text.includes('|') && !isTableHead(lines, next)) {
    rows.push({ start: lines[next]!.start, end: lines[next]!.end });
    next++;
  }
  const head = { start: lines[at]!.start, end: lines[at + 1]!.end };
  return { piece: { kind: 'table', start: head.start, end: lines[next - 1]!.end, head, rows }, next };
}

function looseRows(lines: readonly Line[]): Taken {
  let next = 0;
  while (next < lines.length && LOOSE_ROW.test(lines[next]!.text) && !isTableHead(lines, next)) next++;
  const rows = lines.slice(0, next).map(({ start, end }) => ({ start, end }));
  const { start } = rows[0]!;
  return { piece: { kind: 'table', start, end: rows.at(-1)!.end, head: { start, end: start }, rows }, next };
}

function isTableHead(lines: readonly Line[], at: number): boolean {
  const rule = lines[at + 1]?.text;
  return (
    rule !== undefined &&
    lines[at]!.text.includes('|') &&
    rule.includes('-') &&
    rule.includes('|') &&
    TABLE_RULE.test(rule)
  );
}

function list(lines: readonly Line[], at: number): Taken | undefined {
  const first = MARKER.exec(lines[at]!.text);
  if (!first) return undefined;
  const items: Item[] = [];
  let next = at;
  for (; next < lines.length; next++) {
    const line = lines[next]!;
    const marker = MARKER.exec(line.text);
    if (next > at && isTableHead(lines, next)) break;
    if (marker) items.push({ start: line.start, end: line.end, indent: columns(marker[1]!) });
    // Other lines continue the item above, indented or not.
    else items.at(-1)!.end = line.end;
  }
  const ordered = first[2] !== undefined;
  const piece: Piece = { kind: 'list', start: lines[at]!.start, end: lines[next - 1]!.end, ordered, items };
  return { piece, next };
}

function paragraph(text: string, lines: readonly Line[], at: number, markdown: boolean): Taken {
  let next = at + 1;
  while (next < lines.length && !MARKER.test(lines[next]!.text) && !(markdown && isTableHead(lines, next)))
    next++;
  const start = lines[at]!.start;
  const end = lines[next - 1]!.end;
  const title = markdown && next - at <= 3 ? TERM.exec(text.slice(start, end).trim())?.[1] : undefined;
  const piece: Piece =
    title === undefined || title.includes('**')
      ? { kind: 'paragraph', start, end }
      : { kind: 'term', start, end, title };
  return { piece, next };
}

/** Joins content to a list that it belongs to, although a blank line precedes it. */
function joins(text: string, open: Piece & { kind: 'list' }, piece: Piece): boolean {
  const last = open.items.at(-1)!;
  if (piece.kind === 'list') {
    const deeper = piece.items[0]!.indent > open.items[0]!.indent;
    if (!deeper && piece.ordered !== open.ordered) return false;
    // Two numbered lists: the second one restarts the numbers.
    if (!deeper && piece.ordered && numberAt(text, piece.items[0]!) <= numberAt(text, open.items[0]!))
      return false;
    open.items.push(...piece.items);
  } else if (piece.kind === 'paragraph' || piece.kind === 'code' || piece.kind === 'table') {
    const isIndented = INDENTED.test(text.slice(piece.start, piece.start + 8));
    if (!isIndented && !(piece.kind === 'code' && open.ordered && goesOn(text, open, piece.end)))
      return false;
  } else return false;
  if (piece.kind !== 'list') last.end = piece.end;
  open.end = piece.end;
  return true;
}

/** After unindented code the next number of the list follows. */
function goesOn(text: string, open: Piece & { kind: 'list' }, from: number): boolean {
  const number = numberAt(
    text,
    open.items.findLast(({ indent }) => indent === open.items[0]!.indent)!,
  );
  return new RegExp(`^\\s*${number + 1}[.)]\\s`).test(text.slice(from, from + 40));
}

function numberAt(text: string, { start }: Range): number {
  return Number(/^\s*(\d{1,3})/.exec(text.slice(start, start + 20))?.[1] ?? Number.NaN);
}

function linesOf(text: string, start: number, end: number): Line[] {
  const lines: Line[] = [];
  for (let from = start; from < end;) {
    const found = text.indexOf('\n', from);
    const to = found < 0 || found > end ? end : found;
    if (to > from) lines.push({ start: from, end: to, text: text.slice(from, to) });
    from = to + 1;
  }
  return lines;
}

function columns(blank: string): number {
  return blank.replaceAll('\t', '    ').length;
}

/** Returns top-level items with all their content, in order. */
export function topItems({ items, end }: { items: readonly Item[]; end: number }): Range[] {
  const least = Math.min(...items.map(({ indent }) => indent));
  const top = items.filter(({ indent }) => indent <= least + 1);
  return top.map(({ start }, i) => ({ start, end: trimmedEnd(items, top[i + 1]?.start ?? Infinity, end) }));
}

function trimmedEnd(items: readonly Item[], before: number, end: number): number {
  const last = items.findLast(({ start }) => start < before);
  return before === Infinity ? end : (last?.end ?? end);
}

/** Tells whether the text begins with rows whose head is above it. */
export function beginsInTable(text: string): boolean {
  const [first = '', second = ''] = text.split('\n', 2);
  return LOOSE_ROW.test(first) && !(second.includes('-') && TABLE_RULE.test(second));
}

/** Returns the head of the table at the end of a text: its header row and delimiter row. */
export function lastTableHead(text: string): string | undefined {
  const lines = text.trimEnd().split('\n');
  for (let at = lines.length - 1; at > 0 && LOOSE_ROW.test(lines[at]!); at--) {
    if (lines[at]!.includes('-') && TABLE_RULE.test(lines[at]!)) return `${lines[at - 1]!}\n${lines[at]!}`;
  }
  return undefined;
}
