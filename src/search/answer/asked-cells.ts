// Marks the cells of a table that a question asks for: those under the column it names, or the one with the expected
// kind of value.
import { cellRanges, cellsOf } from '../../core/table-cells.ts';
import { hasExpected } from './expected.ts';
import { fits } from './fits.ts';
import type { ParsedQuestion } from './question.ts';
import type { Range } from './structure.ts';

export interface TableQuestion {
  question: ParsedQuestion;
  /** Returns the total weight of the question's words in a cell. */
  weightIn(cell: string): number;
}

/** Minimum weight of words that identify a row or column. */
const NAMES = 0.25;
/** Minimum share of the best column's weight for further columns. */
const AS_WELL = 0.9;
const PERSON = /^(?:who|person|name|owner|contact|responsible|assignee|author|employee|customer|lead)\b/i;
/** Minimum certainty that a cell has the requested value. */
const HAS = 0.9;
const VALUE_FIRST = /^[\p{Sc}\d]/u;

/** @returns the cells of a row that answer; empty when unknown, so that the whole row answers */
export function askedCells(head: string, row: string, asked: TableQuestion): Range[] {
  const heads = headsOf(head);
  const cells = cellRanges(row).map((range, column) => ({
    range,
    column,
    text: row.slice(range.start, range.end),
  }));
  // Cells named in the question identify the row: the first such cell, and those under a column that it does not
  // name.
  const named = cells.filter(({ text }) => asked.weightIn(text) >= NAMES);
  const isKey = (cell: (typeof cells)[number]): boolean =>
    named.includes(cell) && (cell === named[0] || asked.weightIn(heads[cell.column] ?? '') < NAMES);
  const open = cells.filter((cell) => cell.text !== '' && !isKey(cell));
  const columns = columnsNamed(head, asked, new Set(open.map(({ column }) => column)));
  const fitting = open.filter(({ text, column }) => hasValue(asked.question, text, heads[column] ?? ''));
  const inNamed = open.filter(({ column }) => columns.includes(column));
  // A word for the row may also name a column: a question about `shipping` costs does not ask for the `delivery
  // time`.
  const isValueElsewhere =
    asked.question.expected !== undefined &&
    fitting.length > 0 &&
    !inNamed.some((cell) => fitting.includes(cell));
  if (columns.length > 0 && !isValueElsewhere) return inNamed.map(({ range }) => range);
  const first = fitting.length > 1 ? fitting.filter(({ text }) => VALUE_FIRST.test(text)) : fitting;
  if (first.length === 1) return [first[0]!.range];
  return cells.length === 2 && open.length === 1 ? [open[0]!.range] : [];
}

/** Returns the columns that a question names, or asks for with its question word: `Who`, `When`. */
export function columnsNamed(
  head: string,
  { question, weightIn }: TableQuestion,
  among?: ReadonlySet<number>,
): number[] {
  const heads = headsOf(head);
  const columns = heads.map((_, column) => column).filter((column) => among?.has(column) ?? true);
  const first = /^\p{L}+/u.exec(question.text)?.[0].toLowerCase();
  const asking = columns.filter((column) => heads[column]!.toLowerCase() === first);
  if (asking.length > 0) return asking;
  const own = withoutShared(heads).map((head) => weightIn(head));
  const most = Math.max(0, ...columns.map((column) => own[column]!));
  if (most < NAMES) return columnCounted(heads, columns, question);
  // A value spread over several columns takes precedence over a single one.
  if (columns.some((column) => weightIn(heads[column]!) - own[column]! > most)) return [];
  return columns.filter((column) => own[column]! >= AS_WELL * most);
}

/** Returns the first column of the counted noun: `Days a year` for `How many days`. */
function columnCounted(
  heads: readonly string[],
  columns: readonly number[],
  { expected }: ParsedQuestion,
): number[] {
  if (expected?.counted === undefined) return [];
  const first = columns.find((column) => hasExpected(expected, '| 1 |', heads[column]!) === 1);
  return first === undefined ? [] : [first];
}

/** A word in several columns distinguishes none of them: `order_id`, `order_date`. */
function withoutShared(heads: readonly string[]): string[] {
  const wordsOf = (head: string): string[] => head.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  const counts = new Map<string, number>();
  for (const word of heads.flatMap((head) => [...new Set(wordsOf(head))]))
    counts.set(word, (counts.get(word) ?? 0) + 1);
  return heads.map((head) =>
    wordsOf(head)
      .filter((word) => counts.get(word) === 1)
      .join(' '),
  );
}

function hasValue({ intent, expected }: ParsedQuestion, cell: string, head: string): boolean {
  if (expected) return hasExpected(expected, cell, head) >= HAS;
  if (intent === 'who') return PERSON.test(head);
  return (intent === 'when' || intent === 'number') && fits(intent, cell) === 1;
}

function headsOf(head: string): string[] {
  return cellsOf(head.split('\n')[0] ?? '');
}
