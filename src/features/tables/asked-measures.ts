// The numbers that a question is about: a column by its name, or the one with the money, the units or the hours. Pure.
import type { TableColumn } from '../../core/table.ts';
import { moneyColumn, numericColumn, spokenName } from './asked-columns.ts';
import { singular } from './asked-concepts.ts';
import { DURATIONS, MONEY, OWED, PER_ONE, QUANTITY, SPENT, TIMED } from './asked-words.ts';
import type { QuestionWords } from './question-words.ts';

/** The numeric column that is named, or meant by "sales" or "units". */
export function measureIn(
  said: QuestionWords,
  { isSpent, isOverTime }: { isSpent: boolean; isOverTime: boolean },
): { at: number; column: TableColumn; length: number } | undefined {
  let best: { at: number; column: TableColumn; length: number; weight: number } | undefined;
  for (const [at, word] of said.words.entries()) {
    if (said.isUsed(at)) continue;
    const found = said.columnAt(at, 'number');
    // "Total" names the aggregate, unless nothing else is named.
    const weight = word === 'total' || word === 'sum' ? 1 : 2;
    if (found && weight > (best?.weight ?? 0)) best = { at, ...found, weight };
  }
  if (best?.weight === 2) return best;
  for (const [at, word] of said.words.entries()) {
    if (said.isUsed(at)) continue;
    const isMoney =
      MONEY.has(singular(word)) ||
      (isSpent && SPENT.has(word)) ||
      // "Which month was the most expensive?", but the most expensive item is no sum.
      (isOverTime && word === 'expensive');
    const column =
      (/^ow(?:e|es|ed)$/.test(word) ? numericColumn(said.columns, OWED) : undefined) ??
      (isMoney ? moneyColumn(said.columns, isSpent && SPENT.has(word)) : undefined) ??
      (QUANTITY.has(singular(word)) ? numericColumn(said.columns, [...QUANTITY]) : undefined) ??
      (TIMED.has(word) ? numericColumn(said.columns, DURATIONS) : undefined);
    if (column) return { at, column, length: 1 };
  }
  return best;
}

/** `Total stock`, `total hours`: the whole name of a column that can be added up. */
export function isSummed({ name }: TableColumn, length: number): boolean {
  const words = spokenName(name);
  return (
    words.length === length && !words.some((word) => PER_ONE.has(word) && !/^(?:salary|wage)$/.test(word))
  );
}
