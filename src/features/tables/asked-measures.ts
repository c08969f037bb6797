// The numbers that a question is about: a column by its name, or the one with the money, the units or the hours. Pure.
import type { TableColumn } from '../../core/table.ts';
import { isPerOne, moneyColumn, numericColumn, quantityColumn, spokenName } from './asked-columns.ts';
import { singular } from './asked-concepts.ts';
import type { Figure, Plan } from './asked-plan.ts';
import { ROWS } from './asked-rows.ts';
import { stockColumn } from './asked-stock.ts';
import { DURATIONS, MONEY, OWED, PER_ONE, QUANTITY, SPENT, TIMED, TRADED } from './asked-words.ts';
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
  if (best?.weight === 2) return predicateOf(said, best.at) ?? best;
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
      (QUANTITY.has(singular(word)) ? quantityColumn(said.columns) : undefined) ??
      (TIMED.has(word) ? numericColumn(said.columns, DURATIONS) : undefined);
    if (column) return { at, column, length: 1 };
  }
  return best;
}

/** `How many places are booked?` is about the column `Booked`, not about `Places`. */
function predicateOf(said: QuestionWords, subject: number) {
  const verb = said.words.findIndex((word, at) => at > subject && /^(?:is|are|was|were)$/.test(word));
  const found = verb < 0 ? undefined : said.columnAt(verb + 1, 'number');
  if (!found || said.words[0] !== 'how') return undefined;
  said.take(subject, 1);
  return { at: verb + 1, ...found };
}

/** `Total stock`, `total hours`: the whole name of a column that can be added up. */
export function isSummed({ name }: TableColumn, length: number): boolean {
  const words = spokenName(name);
  return (
    words.length === length && !words.some((word) => PER_ONE.has(word) && !/^(?:salary|wage)$/.test(word))
  );
}

/** `Average hours per day` is the sum of a day on average. `By day` asks for each day. */
export function eachSpan(
  figure: Figure | undefined,
  group: NonNullable<Plan['group']>,
  { words, columns }: QuestionWords,
): Figure | undefined {
  const column = columns.find(({ name }) => name === figure?.column);
  if (figure?.how !== 'avg' || !words.includes('per') || !column || isPerOne(column)) return undefined;
  return { ...figure, per: group };
}

/** “Each pupil” is no group of a column `Pupils`, which tells how many there are. */
export function isCountAt({ words, columns }: QuestionWords, at: number): boolean {
  const word = words[at] ?? '';
  const isOne = singular(word) === word && GROUPED.has(words[at - 1] ?? '');
  return isOne && columns.some(({ name, type }) => type === 'number' && name.toLowerCase() === `${word}s`);
}

const GROUPED = new Set(['per', 'each', 'every']);

/** Tables of what was traded. */
const SALES = ['sale', 'order', 'purchase'];

/** `How many lamps were sold?` adds up units if there are any, `how many juniors are there?` counts rows. Null when this table doesn't tell. */
export function figureOfKind(said: QuestionWords): Figure | null {
  const traded = said.words.findIndex((word) => TRADED.has(word));
  if (traded >= 0) {
    said.take(traded, 1);
    if (isOnlyStock(said)) return null;
  }
  const column =
    traded >= 0 ? quantityColumn(said.columns) : isOfStock(said) ? stockColumn(said.columns) : undefined;
  return column ? { how: 'sum', column: column.name } : ROWS;
}

/** What is in stock was not sold. */
function isOnlyStock({ columns, names }: QuestionWords): boolean {
  return stockColumn(columns) !== undefined && !SALES.some((name) => names.has(name));
}

/** Tells whether the question is about what was traded, and the table about something else. */
export function lacksTrade(said: QuestionWords): boolean {
  return said.words.some((word) => TRADED.has(word)) && isOnlyStock(said);
}

/** `How many hammers do we have?`, `how many are left?` */
function isOfStock(said: QuestionWords): boolean {
  const text = said.words.join(' ');
  const found =
    /\b(?:(?:do|have) (?:we|you|i) (?:\w+ )?(?:have|got)|left|in stock|available|remaining|on hand)\b/.exec(
      text,
    );
  if (!found) return false;
  for (const word of ['left', 'available', 'remaining', 'hand']) {
    const at = said.words.indexOf(word);
    if (at >= 0) said.take(at, 1);
  }
  return true;
}
