// Converts rows to Markdown tables in groups that each begin with the header, so that every passage of a table names
// its columns.
import { escapeInline } from './html-inline.ts';

/** Characters of one group, so that it becomes one passage. */
const GROUP = 800;
/** A longer header leaves no room for rows: each row then becomes a list, with the column's name at each value. */
const LONGEST_HEADER = 300;

/**
 * Maximum empty cells added to rows in one file. A Markdown row may be shorter than its header: where one row is very
 * long and many others are not, they stay short.
 */
export const MOST_EMPTY = 1_000_000;

export function emptyCells(rows: readonly (readonly unknown[])[], width: number): number {
  return rows.reduce((empty, { length }) => empty + width - length, 0);
}

/**
 * @param rows the first is the header. Cells may be missing at the end of a row.
 * @returns blocks of Markdown; none without rows
 */
export function tableBlocks(rows: readonly (readonly string[])[]): string[] {
  const [header = [], ...body] = rows.map((row) => row.map(cellText));
  if (header.length === 0) return [];
  const width = rows.reduce((most, { length }) => Math.max(most, length), 0);
  if (width === 1) return [rows.map(([cell = '']) => cell.trim()).join('\n')];
  const filled = emptyCells(rows, width) <= MOST_EMPTY ? width : 0;
  const first = line(header, width);
  if (first.length > LONGEST_HEADER && body.length > 0) return body.flatMap((row) => record(header, row));
  const head = `${first}\n|${' --- |'.repeat(width)}`;
  const groups: string[] = [];
  let group = head;
  for (const row of body) {
    const next = line(row, Math.max(filled, row.length));
    if (group !== head && group.length + next.length > GROUP) {
      groups.push(group);
      group = head;
    }
    group += `\n${next}`;
  }
  groups.push(group);
  return groups;
}

function line(cells: readonly string[], width: number): string {
  return `| ${Array.from({ length: width }, (_, i) => cells[i] ?? '').join(' | ')} |`;
}

function record(header: readonly string[], row: readonly string[]): string[] {
  const lines: string[] = [];
  for (let i = 0; i < row.length; i++) {
    if (row[i]) lines.push(header[i] ? `- ${header[i]}: ${row[i]}` : `- ${row[i]}`);
  }
  return lines.length > 0 ? [lines.join('\n')] : [];
}

function cellText(cell: string): string {
  if (cell === '') return '';
  return escapeInline(cell.replace(/\s+/g, ' ').trim()).replace(/(?<!\\)\|/g, '\\|');
}
