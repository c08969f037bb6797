// Reads the cells of one sheet: rows of columns with text, in order, formatted as the sheet shows them.
import type { CellFormat } from './cell-format.ts';
import { Refusal } from './extracted.ts';
import { LIMITS } from './limits.ts';
import { type Merge, readMerge, type SheetCells, spreadMerged } from './merged-cells.ts';
import { readTags } from './xml.ts';

export interface Book {
  strings: readonly string[];
  /** The meaning of the number in a cell's `s`. */
  styles: readonly CellFormat[];
  /** Days count from 1904, not from 1900. */
  from1904: boolean;
}

/** @param count is called with each row. @returns each row's columns with text; an empty one between blocks */
export function sheetRows(
  xml: string,
  book: Book,
  count: (row: ReadonlyMap<number, string>) => void,
): Map<number, string>[] {
  const { rows, numbered, merges } = sheetCells(xml, book, count);
  spreadMerged(numbered, merges, count);
  return rows;
}

/** Like `sheetRows`, with merged cells as the sheet has them, and rows also by their numbers. */
export function sheetCells(
  xml: string,
  book: Book,
  count: (row: ReadonlyMap<number, string>) => void,
): SheetCells {
  const rows: Map<number, string>[] = [];
  const numbered = new Map<number, Map<number, string>>();
  const merges: Merge[] = [];
  let row = new Map<number, string>();
  let lastRow = 0;
  let column = -1;
  let type = '';
  let style: CellFormat;
  let value: string | undefined;
  let inValue = false;
  readTags(xml, {
    open(name, attributes) {
      if (name === 'row') {
        const number = Number(attributes['r'] ?? lastRow + 1);
        if (!Number.isInteger(number) || number < 1 || number > LIMITS.rows)
          throw outside(`row ${attributes['r']}`);
        if (number > lastRow + 1 && rows.length > 0) rows.push(new Map());
        lastRow = number;
        row = new Map();
        numbered.set(number, row);
        column = -1;
      } else if (name === 'mergeCell') {
        const merge = readMerge(attributes['ref'] ?? '', columnOf);
        if (merge) merges.push(merge);
      } else if (name === 'c') {
        column = attributes['r'] === undefined ? column + 1 : columnOf(attributes['r']);
        type = attributes['t'] ?? 'n';
        style = book.styles[Number(attributes['s'] ?? 0)];
        value = undefined;
      } else if (name === 'v' || name === 't') {
        inValue = true;
        value ??= '';
      }
    },
    text(part) {
      if (inValue) value += part;
    },
    close(name) {
      if (name === 'v' || name === 't') inValue = false;
      else if (name === 'c' && value !== undefined) {
        const text = cellText(value, type, style, book).trim();
        if (text !== '') row.set(column, text);
      } else if (name === 'row') {
        count(row);
        rows.push(row);
      }
    },
  });
  return { rows, numbered, merges };
}

/** Returns 1 for `B7`. */
function columnOf(reference: string): number {
  const letters = /^\$?([A-Z]{1,3})\$?\d{1,7}$/i.exec(reference)?.[1]?.toUpperCase();
  let column = 0;
  for (const letter of letters ?? '') column = column * 26 + letter.charCodeAt(0) - 64;
  if (column < 1 || column > LIMITS.columns) throw outside(`cell ${reference}`);
  return column - 1;
}

function outside(what: string): Refusal {
  return new Refusal(`the file is damaged: it names ${what.slice(0, 60)}, which no sheet has`);
}

function cellText(value: string, type: string, style: CellFormat, { strings, from1904 }: Book): string {
  switch (type) {
    case 's':
      return strings[Number(value)] ?? '';
    case 'b':
      return value === '1' ? 'TRUE' : 'FALSE';
    case 'n':
      return numberText(value, style, from1904);
    case 'd':
      return value.replace(/T00:00:00(?:\.0+)?Z?$/, '');
    default:
      return value; // Text of a formula, inline text, an error such as #REF!
  }
}

function numberText(value: string, format: CellFormat, from1904: boolean): string {
  const number = Number(value);
  if (value === '' || !Number.isFinite(number)) return value;
  // 0.1 + 0.2 is stored as 0.30000000000000004; Excel shows fifteen digits.
  return format?.(number, from1904) ?? String(Number(number.toPrecision(15)));
}
