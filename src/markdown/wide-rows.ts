// Shows each row of a table that is too wide as a list of its cells. Pure.
import { cellRanges, cellsOf } from '../core/table-cells.ts';

/** A table with fewer columns fits beside the chat. */
const WIDE = 7;
/** More rows are easier to compare in their table. */
const FEW = 3;

export interface WideRows {
  head: string[];
  /** As many cells as `head`, in its order. */
  rows: WideCell[][];
}

export interface WideCell {
  text: string;
  /** The place of its column, from 0. */
  column: number;
  /** The cell answers by itself, not only with its whole row. */
  isMarked: boolean;
}

/**
 * @param markdown only a table. Undefined: it is not a table, or is better shown as one.
 * @param marks ranges of the answer in it
 */
export function wideRows(
  markdown: string,
  marks: readonly { start: number; end: number }[] = [],
): WideRows | undefined {
  const [first, rule, ...lines] = markdown.trimEnd().split('\n');
  if (!first?.trimStart().startsWith('|') || !rule || !/^[\s|:-]+$/.test(rule)) return undefined;
  const head = cellsOf(first).map(textOf);
  if (head.length < WIDE || lines.length === 0 || lines.length > FEW) return undefined;
  let from = first.length + 1 + rule.length + 1;
  const rows = lines.map((line) => {
    const cells = cellRanges(line);
    const isMarked = (start: number, end: number): boolean =>
      marks.some((mark) => mark.start === from + start && mark.end === from + end);
    const row = head.map((_, column): WideCell => {
      const { start, end } = cells[column] ?? { start: 0, end: 0 };
      return { text: textOf(line.slice(start, end)), column, isMarked: end > start && isMarked(start, end) };
    });
    from += line.length + 1;
    return row;
  });
  return { head, rows };
}

/** A row of so many cells is read at one glance. */
const GLANCE = 10;
/** Cells that say which row it is. */
const NAMING = 2;

/** The cells to show first: those that name the row, those that answer, and their neighbours while there is room. */
export function folded(row: readonly WideCell[]): readonly WideCell[] {
  const marked = row.filter(({ isMarked }) => isMarked);
  if (row.length <= GLANCE || marked.length === 0) return row;
  const distance = (cell: WideCell): number =>
    cell.column < NAMING ? 0 : Math.min(...marked.map(({ column }) => Math.abs(column - cell.column)));
  const nearest = row.toSorted((a, b) => distance(a) - distance(b) || a.column - b.column);
  const least = row.filter((cell) => distance(cell) === 0).length;
  const kept = new Set(nearest.slice(0, Math.max(least, GLANCE - 2)));
  return row.filter((cell) => kept.has(cell));
}

function textOf(cell: string): string {
  return cell.replaceAll('\\|', '|');
}
