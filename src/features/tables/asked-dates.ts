// Months and years in questions, as conditions on a date column.
import type { Condition } from './asked-plan.ts';
import { MONTHS } from './asked-words.ts';
import { quoted } from './sql-names.ts';

const BEFORE_MONTHS = new Set(['in', 'during', 'for', 'of', 'by']);

/** Tells whether the word at this position is a month or a year. "May" is a month alone or after "in". */
export function isDateAt(words: readonly string[], at: number): boolean {
  const word = words[at]!;
  if (word === 'may') return words.length === 1 || BEFORE_MONTHS.has(words[at - 1] ?? '');
  return isYear(word) || MONTHS.includes(word);
}

export function dateCondition(word: string, column: string): Condition {
  const part = isYear(word) ? 'year' : 'month';
  const month = String(MONTHS.indexOf(word) + 1).padStart(2, '0');
  const [from, length, value] = part === 'year' ? [1, 4, word] : [6, 2, month];
  const sql = `substr(${quoted(column)}, ${from}, ${length}) = '${value}'`;
  return { sql, column, is: `is in ${word.charAt(0).toUpperCase()}${word.slice(1)}`, part };
}

function isYear(word: string): boolean {
  return /^(?:19|20)\d\d$/.test(word);
}
