// Text tables, CSV and TSV: the delimiter is detected, the first row is the header, and long tables repeat it.
import { parse } from 'papaparse';
import { CONTENT_TYPES } from '../../core/document.ts';
import type { Extracted } from './extracted.ts';
import { escapeLineStart } from './html-inline.ts';
import { checkCount, LIMITS } from './limits.ts';
import { tableBlocks } from './tables.ts';

export function extractCsv(text: string): Extracted {
  const rows: string[][] = [];
  let cells = 0;
  parse<string[]>(text, {
    delimitersToGuess: [',', '\t', ';', '|'],
    skipEmptyLines: 'greedy',
    step: ({ data }) => {
      checkCount('cells', (cells += data.length), LIMITS.cells);
      rows.push(trimmed(data));
    },
  });
  const above = linesAbove(rows);
  const captions = rows
    .slice(0, above)
    .map((row) => escapeLineStart(tableBlocks([[row.filter((cell) => cell !== '').join(' ')]]).join('')));
  const body = [...captions, ...tableBlocks(rows.slice(above))].join('\n\n');
  checkCount('characters of text', body.length, LIMITS.characters);
  return {
    body,
    content_type: CONTENT_TYPES.markdown,
    metadata: { format: 'csv', rows: Math.max(0, rows.length - above - 1) },
  };
}

/** Drops the empty cells at its end. */
function trimmed(row: string[]): string[] {
  let { length } = row;
  while (length > 0 && row[length - 1]!.trim() === '') length--;
  return row.slice(0, length);
}

/** Lines above the header to look at, and rows below them that tell the width of the table. */
const MOST_ABOVE = 12;
const ROWS_BELOW = 20;

/** The number of lines above the header, such as a title: they have far fewer cells than the rows. */
function linesAbove(rows: readonly (readonly string[])[]): number {
  const filled = rows
    .slice(0, MOST_ABOVE + ROWS_BELOW)
    .map((row) => row.filter((cell) => cell.trim() !== '').length);
  const usual = filled.toSorted((a, b) => a - b)[Math.floor(filled.length / 2)] ?? 0;
  // A header may lack the name of a column, or of its only other one.
  const most = usual > 3 ? 2 : usual > 2 ? 1 : 0;
  const header = filled.findIndex((count) => count > most);
  const isHeader = rows[header]?.every((cell) => !/^[\d.,\s]+$/.test(cell)) ?? false;
  return header > 0 && header <= MOST_ABOVE && isHeader ? header : 0;
}
