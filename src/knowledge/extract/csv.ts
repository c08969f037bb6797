// Text tables, CSV and TSV: the delimiter is detected, the first row is the header, and long tables repeat it.
import { parse } from 'papaparse';
import { CONTENT_TYPES } from '../../core/document.ts';
import type { Extracted } from './extracted.ts';
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
  const body = tableBlocks(rows).join('\n\n');
  checkCount('characters of text', body.length, LIMITS.characters);
  return {
    body,
    content_type: CONTENT_TYPES.markdown,
    metadata: { format: 'csv', rows: Math.max(0, rows.length - 1) },
  };
}

/** Drops the empty cells at its end. */
function trimmed(row: string[]): string[] {
  let { length } = row;
  while (length > 0 && row[length - 1]!.trim() === '') length--;
  return row.slice(0, length);
}
