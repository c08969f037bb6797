// Days, months and years in questions, as conditions on a date column.
import type { TableColumn } from '../../core/table.ts';
import type { Condition } from './asked-plan.ts';
import { MONTHS } from './asked-words.ts';
import { quoted } from './sql-names.ts';

const BEFORE_MONTHS = new Set(['in', 'during', 'for', 'of', 'by', 'from']);

/** Tells whether the word at this position is a month or a year. "May" is a month alone, after "in", or beside another. */
export function isDateAt(words: readonly string[], at: number): boolean {
  const word = words[at]!;
  if (word === 'may') return words.length === 1 || isMay(words, at);
  return isYear(word) || MONTHS.includes(word) || QUARTER.test(word);
}

/** `In May`, `in April or May` */
function isMay(words: readonly string[], at: number): boolean {
  const before = words[at - 1] ?? '';
  return BEFORE_MONTHS.has(before) || (/^(?:and|or)$/.test(before) && at > 1 && isDateAt(words, at - 2));
}

const QUARTER = /^q([1-4])$/;

export function dateCondition(word: string, column: string): Condition {
  const quarter = Number(QUARTER.exec(word)?.[1]);
  if (quarter > 0) {
    const months = [2, 1, 0].map((back) => `'${String(quarter * 3 - back).padStart(2, '0')}'`);
    const sql = `substr(${quoted(column)}, 6, 2) IN (${months.join(', ')})`;
    return { sql, column, is: `is in Q${quarter}`, part: 'month' };
  }
  const part = isYear(word) ? 'year' : 'month';
  const month = String(MONTHS.indexOf(word) + 1).padStart(2, '0');
  const [from, length, value] = part === 'year' ? [1, 4, word] : [6, 2, month];
  const sql = `substr(${quoted(column)}, ${from}, ${length}) = '${value}'`;
  return { sql, column, is: `is in ${word.charAt(0).toUpperCase()}${word.slice(1)}`, part };
}

const SPAN = /^(?:from|between|to|until|till|through|since)$/;

/** `In March and April` means either. Undefined for a span of months or years. */
export function eitherOf(dates: readonly Condition[], words: readonly string[]): Condition[] | undefined {
  const joined: Condition[] = [];
  const parts = new Set<Condition['part']>();
  for (const date of dates) {
    const at = joined.findIndex(({ column, part }) => column === date.column && part === date.part);
    const before = joined[at];
    if (!before) {
      joined.push(date);
      continue;
    }
    if (date.sql === before.sql) continue;
    if (date.part === 'day' || words.some((word) => SPAN.test(word))) return undefined;
    const is = `${before.is} or ${date.is.replace(/^is (?:in )?/, '')}`;
    joined[at] = { ...before, sql: `(${before.sql} OR ${date.sql})`, is };
    parts.add(date.part);
  }
  // "March 2025 and April 2026" are no two months of two years.
  return parts.size > 1 ? undefined : joined;
}

const WRITTEN_MONTHS = /\b(?:months?|monat|mois|mes)\b/i;
const WRITTEN_QUARTERS = /\b(?:quarter|quartal|trimestre)\b/i;

/** A month or quarter in a column of texts: `May`, `May 2026`, `2026-05`, `Q2`. Undefined without such a column. */
export function writtenPeriod(word: string, columns: readonly TableColumn[]): Condition | undefined {
  const isQuarter = QUARTER.test(word);
  const month = MONTHS.indexOf(word) + 1;
  const names = isQuarter ? WRITTEN_QUARTERS : WRITTEN_MONTHS;
  const column = columns.find(
    ({ name, type }) => type === 'text' && names.test(name.replaceAll('_', ' ')),
  )?.name;
  if (column === undefined || !(isQuarter || month > 0)) return undefined;
  const cell = `lower(${quoted(column)})`;
  const sql = isQuarter
    ? `${cell} LIKE '%${word}%'`
    : `(${cell} LIKE '${word.slice(0, 3)}%' OR ${cell} LIKE '____-${String(month).padStart(2, '0')}')`;
  return { sql, column, is: `is in ${word.charAt(0).toUpperCase()}${word.slice(1)}`, part: 'month' };
}

interface Day {
  condition(column: string): Condition;
  /** Number of words. */
  length: number;
}

const ORDINAL = /^([1-9]|[12]\d|3[01])(?:st|nd|rd|th)?$/;
const ISO_DAY = /^(\d{4})-(\d{1,2})-(\d{1,2})$/;
const DOTTED_DAY = /^(\d{1,2})\.(\d{1,2})\.(\d{4})$/;
/** Before a day they mean a span, which is not that day. */
const SPANNING = /^(?:from|to|by|until|till|before|after|since|between|through)$/;

/** `March 4`, `4th of March 2026`, `2026-03-04`. Null when the day only begins or ends a span. */
export function dayAt(words: readonly string[], at: number): Day | null | undefined {
  const found = writtenDay(words[at]!) ?? spokenDay(words, at);
  if (!found) return undefined;
  const before = words[at - 1] === 'the' ? words[at - 2] : words[at - 1];
  if (SPANNING.test(before ?? '')) return null;
  const { year, month, date, length } = found;
  const day = `${String(month).padStart(2, '0')}-${String(date).padStart(2, '0')}`;
  const name = MONTHS[month - 1]!;
  const spoken = `${name.charAt(0).toUpperCase()}${name.slice(1)} ${date}`;
  return {
    length,
    condition: (column) =>
      year === undefined
        ? { sql: `substr(${quoted(column)}, 6, 5) = '${day}'`, column, is: `is ${spoken}`, part: 'month' }
        : { sql: `${quoted(column)} = '${year}-${day}'`, column, is: `is ${spoken}, ${year}`, part: 'day' },
  };
}

function writtenDay(word: string) {
  const iso = ISO_DAY.exec(word);
  const dotted = DOTTED_DAY.exec(word);
  const [year, month, date] = iso ? iso.slice(1) : dotted ? dotted.slice(1).reverse() : [];
  if (year === undefined || !(Number(month) >= 1 && Number(month) <= 12)) return undefined;
  return { year, month: Number(month), date: Number(date), length: 1 };
}

function spokenDay(words: readonly string[], at: number) {
  const monthAt = ORDINAL.test(words[at]!) ? (words[at + 1] === 'of' ? at + 2 : at + 1) : at;
  const dateAt = monthAt === at ? at + 1 : at;
  const said = words[monthAt] ?? '';
  const month = MONTHS.findIndex((name) => name === said || name.slice(0, 3) === said) + 1;
  const date = ORDINAL.exec(words[dateAt] ?? '')?.[1];
  if (month === 0 || date === undefined) return undefined;
  const next = Math.max(monthAt, dateAt) + 1;
  const year = isYear(words[next] ?? '') ? words[next]! : undefined;
  return { year, month, date: Number(date), length: next - at + (year === undefined ? 0 : 1) };
}

/** Columns of years as numbers. */
export const YEARS = ['year', 'jahr', 'année', 'año'];

export function yearCondition(year: string, column: string): Condition {
  return { sql: `${quoted(column)} = ${year}`, column, is: `is ${year}`, part: 'year' };
}

function isYear(word: string): boolean {
  return /^(?:19|20)\d\d$/.test(word);
}
