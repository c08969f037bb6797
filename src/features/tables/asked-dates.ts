// Months and years in questions, as conditions on a date column.
import type { Condition } from './asked-plan.ts';
import { MONTHS } from './asked-words.ts';
import { quoted } from './sql-names.ts';

const BEFORE_MONTHS = new Set(['in', 'during', 'for', 'of', 'by']);

/** Tells whether the word at this position is a month or a year. "May" is a month alone or after "in". */
export function isDateAt(words: readonly string[], at: number): boolean {
  const word = words[at]!;
  if (word === 'may') return words.length === 1 || BEFORE_MONTHS.has(words[at - 1] ?? '');
  return isYear(word) || MONTHS.includes(word) || QUARTER.test(word);
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

/** Columns of years as numbers. */
export const YEARS = ['year', 'jahr', 'année', 'año'];

export function yearCondition(year: string, column: string): Condition {
  return { sql: `${quoted(column)} = ${year}`, column, is: `is ${year}`, part: 'year' };
}

function isYear(word: string): boolean {
  return /^(?:19|20)\d\d$/.test(word);
}
