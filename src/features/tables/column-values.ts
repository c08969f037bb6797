// Detects whether a column holds numbers, dates or text, and reads its values. A column has a type when all its cells
// do. Pure.
import type { ColumnType } from '../../core/table.ts';
import { dayOrder } from './cell-days.ts';
import { quoted } from './sql-names.ts';

export interface ColumnReader {
  type: ColumnType;
  /** Null for an empty cell. */
  value(cell: string): number | string | null;
}

/**
 * A currency before or after a figure does not change its value. Other letters make it a name: `INV-12` is not a
 * number.
 */
const CURRENCY = `(?:\\p{Sc}|R\\$|kr\\.?|zł|${Intl.supportedValuesOf('currency').join('|')})`;
const FIGURE = new RegExp(
  `^(?:[-+−]?(?:${CURRENCY}\\s?)?|${CURRENCY}\\s?[-+−]?)\\d[\\d.,'’\\u00a0\\u202f ]*(?:\\s?(?:%|${CURRENCY}))?$`,
  'u',
);
/** `007` is a name, not a number; so is anything with more digits than a number can hold. */
const NAME = /^0\d|\d{16}/;
const SIGN = new RegExp(CURRENCY, 'u');
const CODES: Readonly<Record<string, string>> = {
  $: 'USD',
  '€': 'EUR',
  '£': 'GBP',
  '¥': 'JPY',
  R$: 'BRL',
  zł: 'PLN',
};
const LONGEST = 40;
/** So people write that a cell has no value. */
const NOTHING = /^(?:n\/?a|nan|null|none|nil|tbd|[-–—?]+|\.{2,}|#n\/a)$/i;
/** Accountants write `(1,200.00)` for a negative figure. */
const NEGATIVE = /^\((?=.*\d)([^()]+)\)$/;

/** `12.500 €`: where the currency follows the figure, a point separates thousands. A few currencies have three decimals. */
const GROUPED = new RegExp(
  `^[-+−]?[1-9]\\d{0,2}\\.\\d{3}\\s?(?!KWD|BHD|OMR|TND|JOD|IQD|LYD)${CURRENCY}$`,
  'u',
);

/** Evidence for the decimal mark of a column. */
interface Marks {
  comma: boolean;
  point: boolean;
  grouped: boolean;
}

const TEXT: ColumnReader = { type: 'text', value: (cell) => (cell === '' ? null : cell) };

/**
 * Figures in several currencies are text: their sum would mean nothing.
 * @param cells of one column, any number of them
 */
export function columnReader(cells: Iterable<string>): ColumnReader {
  let figures = true;
  let days = true;
  let any = false;
  const marks: Marks = { comma: false, point: false, grouped: false };
  const currencies = new Set<string>();
  const order = dayOrder();
  for (const cell of cells) {
    if (cell === '' || NOTHING.test(cell)) continue;
    any = true;
    figures &&= cell.length <= LONGEST && isFigure(cell);
    days &&= cell.length <= LONGEST && order.note(cell);
    if (!figures && !days) return TEXT;
    if (figures) note(cell, marks);
    const sign = figures ? SIGN.exec(cell)?.[0] : undefined;
    if (sign !== undefined) currencies.add(CODES[sign] ?? sign);
  }
  if (!any) return TEXT;
  const read = days ? order.reader() : undefined;
  if (read) return { type: 'date', value: (cell) => read(cell) ?? null };
  if (!figures || currencies.size > 1) return TEXT;
  return { type: 'number', value: (cell) => figure(cell, decimalOf(marks)) };
}

function isFigure(cell: string): boolean {
  const plain = cell.replace(NEGATIVE, '$1');
  return FIGURE.test(plain) && !NAME.test(plain.replace(/^[^\d]+/, ''));
}

/** Tells whether the figures of a column are percentages. */
export function isPercent(cells: Iterable<string>): boolean {
  return isEach(cells, (cell) => cell.endsWith('%'));
}

/** Tells whether the figures of a column have two decimals, before any currency. */
export function hasCents(cells: Iterable<string>): boolean {
  return isEach(cells, (cell) => /[.,]\d\d[^\d%]*$/.test(cell));
}

/** Of the cells that are not empty. */
function isEach(cells: Iterable<string>, is: (cell: string) => boolean): boolean {
  let any = false;
  for (const cell of cells) {
    if (cell === '' || NOTHING.test(cell)) continue;
    if (!is(cell)) return false;
    any = true;
  }
  return any;
}

/** From here, rising numbers with equally many digits are numbers of orders rather than sizes. */
const LEAST_NUMBER = 1000;

/** Tells whether the cells of a first column number the rows: 1, 2, 3, or 1042, 1045, 1051. */
export function isNumbering(cells: Iterable<string>): boolean {
  let last: number | undefined;
  let count = 0;
  for (const cell of cells) {
    const number = /^[1-9]\d{0,14}$/.test(cell) ? Number(cell) : NaN;
    const isNext = last === undefined || number === last + 1;
    const isLater = last !== undefined && last >= LEAST_NUMBER && number > last;
    if (Number.isNaN(number) || !(isNext || (isLater && cell.length === String(last).length))) return false;
    last = number;
    count++;
  }
  return count > 2;
}

const YES = ['yes', 'true', 'y', 'ja', 'oui', 'sí', 'si', '1'];
const MARKS = ['x', '✓', '✔'];
const NO = new Set(['no', 'false', 'n', 'nein', 'non', '0']);

/** Tells whether the cells of a column say yes or no. Both must occur; an empty cell is the opposite of a mark. */
export function isYesNo(cells: Iterable<string>): boolean {
  const found = { yes: false, no: false, mark: false, empty: false };
  for (const cell of cells) {
    const word = cell.toLowerCase();
    if (cell === '') found.empty = true;
    else if (NO.has(word)) found.no = true;
    else if (YES.includes(word)) found.yes = true;
    else if (MARKS.includes(word)) found.mark = true;
    else return false;
  }
  return (found.yes && found.no) || (found.mark && !found.yes && (found.no || found.empty));
}

/** SQL for the rows whose cell in such a column says yes, or does not. */
export function yesSql({ name, type }: { name: string; type: ColumnType }, isYes: boolean): string {
  const said =
    type === 'number'
      ? `${quoted(name)} = 1`
      : `lower(coalesce(${quoted(name)}, '')) IN (${[...YES, ...MARKS].map((word) => `'${word}'`).join(', ')})`;
  return isYes ? said : `NOT (${said})`;
}

/** Evidence for a decimal mark: not exactly three digits after the sign, or the other sign before it. */
function note(cell: string, marks: Marks): void {
  const comma = cell.lastIndexOf(',');
  const point = cell.lastIndexOf('.');
  if (comma >= 0 && point >= 0) marks[comma > point ? 'comma' : 'point'] = true;
  else if (comma >= 0 && !/^\D*\d{1,3}(?:,\d{3})+\D*$/.test(cell)) marks.comma = true;
  else if (point >= 0 && !/^\D*\d{1,3}(?:\.\d{3}){2,}\D*$/.test(cell)) {
    if (!/\.\d{3}\D*$/.test(cell)) marks.point = true;
    else if (GROUPED.test(cell)) marks.grouped = true;
  }
}

/** Without evidence, a point is the decimal mark, and a comma separates thousands. */
function decimalOf({ comma, point, grouped }: Marks): ',' | '.' {
  return (comma || grouped) && !point ? ',' : '.';
}

function figure(cell: string, decimal: ',' | '.'): number | null {
  const plain = cell.replace(NEGATIVE, '-$1').replace(/−/g, '-');
  const digits = plain.replace(decimal === ',' ? /[^\d,+-]/g : /[^\d.+-]/g, '');
  if (!/\d/.test(digits)) return null;
  const number = Number(digits.replace(',', '.'));
  return Number.isFinite(number) ? number : null;
}
