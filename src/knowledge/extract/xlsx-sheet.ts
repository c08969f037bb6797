// The cells of one sheet: rows of columns with text, in order, however they are written.
import { Refusal } from './extracted.ts';
import { LIMITS } from './limits.ts';
import type { CellStyle, Currency } from './xlsx-styles.ts';
import { readTags } from './xml.ts';

interface Book {
  strings: readonly string[];
  /** What the number in a cell's `s` means. */
  styles: readonly CellStyle[];
  /** Days count from 1904, not from 1900. */
  from1904: boolean;
}

/** @param count gets each row. @returns for each row its columns with text; an empty one between blocks. */
export function sheetRows(
  xml: string,
  book: Book,
  count: (row: ReadonlyMap<number, string>) => void,
): Map<number, string>[] {
  const rows: Map<number, string>[] = [];
  let row = new Map<number, string>();
  let lastRow = 0;
  let column = -1;
  let type = '';
  let style: CellStyle;
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
        column = -1;
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
  return rows;
}

/** `B7` is 1. */
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

function cellText(value: string, type: string, style: CellStyle, { strings, from1904 }: Book): string {
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
      return value; // text of a formula, text in place, an error such as #REF!
  }
}

function numberText(value: string, style: CellStyle, from1904: boolean): string {
  const number = Number(value);
  if (value === '' || !Number.isFinite(number)) return value;
  if (style === 'date') return dateText(number, from1904) ?? value;
  if (style && 'before' in style) return amount(number, style);
  if (style) return `${rounded(Number((number * 100).toFixed(style.decimals)))}%`;
  return rounded(number);
}

/** 0.1 + 0.2 is stored as 0.30000000000000004; fifteen digits are what Excel shows. */
function rounded(number: number): string {
  return String(Number(number.toPrecision(15)));
}

function amount(value: number, { before, after, number }: Currency): string {
  const digits = number.format(Math.abs(value));
  const sign = value < 0 && /[1-9]/.test(digits) ? '-' : '';
  return sign + before + digits + after;
}

const DAY = 86_400_000;

/** Days since the end of 1899, with the 29th of February 1900 that never was. A fraction alone is a time of day. */
function dateText(days: number, from1904: boolean): string | undefined {
  const since = from1904 ? Date.UTC(1904, 0, 1) : Date.UTC(1899, 11, days < 60 ? 31 : 30);
  const date = new Date(since + Math.round((days * DAY) / 1000) * 1000);
  if (days < 0 || Number.isNaN(date.getTime()) || date.getUTCFullYear() > 9999) return undefined;
  const [day, time] = date.toISOString().slice(0, 19).split('T') as [string, string];
  if (days < 1) return time;
  return time === '00:00:00' ? day : `${day} ${time.replace(/:00$/, '')}`;
}
