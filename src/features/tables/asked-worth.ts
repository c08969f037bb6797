// Money that a table states per unit: the worth of a stock, or what was sold at unit prices. Pure.
import type { TableColumn } from '../../core/table.ts';
import { namesOfRows } from './account-columns.ts';
import { isHourly, isPay, isPerOne, moneyColumn, quantityColumn, wordsOf } from './asked-columns.ts';
import { meaningOf, singular } from './asked-concepts.ts';
import type { Figure } from './asked-plan.ts';
import { stockColumn } from './asked-stock.ts';
import { COMPUTED, EARNED, FILLERS, MONEY, RECORDED, SPENT } from './asked-words.ts';
import type { QuestionWords } from './question-words.ts';

const PRICES = /^(?:price|cost)$/;
const PER_UNIT = /^(?:unit|each|per|single|unitaire|unitario)$|^einzel|^stückpreis/;
const WORTH = /^(?:worth|value|valued)$/;

/**
 * Returns the product that is the money of a row: `Stock × Unit Price`, `Hours × Rate`. Undefined when a column holds the money, null
 * when it is not clear whether a price is that of a unit.
 */
export function worthOf(
  all: readonly TableColumn[],
  words: readonly string[] = [],
): Figure | null | undefined {
  const columns = atOnePrice(all, words);
  const wage = wageOf(columns);
  if (wage) return wage;
  const stock = stockColumn(columns);
  const count = stock ?? quantityColumn(columns);
  const [price, ...others] = columns.filter(
    ({ name, type }) => type === 'number' && wordsOf(name).some((word) => PRICES.test(meaningOf(word))),
  );
  const money = moneyColumn(columns, true);
  if (!count || !price || (money && money !== price && !others.includes(money))) return undefined;
  const isUnit = stock !== undefined || wordsOf(price.name).some((word) => PER_UNIT.test(word));
  return others.length === 0 && isUnit ? { how: 'sum', column: price.name, times: count.name } : null;
}

/** Returns `Hours × Rate` of a table that has no amounts. */
function wageOf(columns: readonly TableColumn[]): Figure | undefined {
  const rates = columns.filter(isHourly);
  const times = columns.filter(
    (column) =>
      column.type === 'number' &&
      !isPerOne(column) &&
      !isHourly(column) &&
      wordsOf(column.name).some((word) => meaningOf(word) === 'hour'),
  );
  const [rate, hours] = [rates[0], times[0]];
  if (!rate || !hours || rates.length > 1 || times.length > 1 || moneyColumn(columns, true)) return undefined;
  return { how: 'sum', column: rate.name, times: hours.name };
}

/** A stock with a cost and a sale price is worth what it cost, unless the question names the other. */
function atOnePrice(columns: readonly TableColumn[], words: readonly string[]): readonly TableColumn[] {
  const prices = columns.filter(
    ({ name, type }) => type === 'number' && wordsOf(name).some((word) => PRICES.test(meaningOf(word))),
  );
  const costs = prices.filter(({ name }) => COSTS.test(name));
  if (prices.length !== 2 || costs.length !== 1 || !stockColumn(columns)) return columns;
  const isSale = words.some((word) => /^(?:sales?|selling|retail|sold)$/.test(word));
  const other = prices.find((column) => (column === costs[0]) === isSale);
  return columns.filter((column) => column !== other);
}

const COSTS = /\bcost\b|purchase|einkauf/i;

/** `What is our inventory worth?`, `total sales`: takes the words for such money. Null when it is not clear. */
export function takeWorth(said: QuestionWords, isSpent: boolean): Figure | null | undefined {
  const worth = worthOf(said.columns, said.words);
  if (worth === undefined) return undefined;
  const isStock = stockColumn(said.columns) !== undefined;
  const at = said.words.findIndex(
    (word, index) =>
      !said.isUsed(index) &&
      !said.columnAt(index, 'number') &&
      (isStock ? WORTH.test(word) : MONEY.has(singular(word)) || (isSpent && SPENT.has(word))),
  );
  if (at < 0) return undefined;
  said.take(at, 1);
  // "At cost", "at sale prices"
  for (const [index, word] of said.words.entries())
    if (
      isStock &&
      /^(?:cost|sale|selling|retail|price)s?$/.test(word) &&
      said.words.slice(0, index).includes('at')
    )
      said.take(index, 1);
  // The stock is what is worth something, not a figure of its own.
  if (isStock)
    for (const [index, word] of said.words.entries())
      if (/^(?:stock|inventory|warehouse)$/.test(word)) said.take(index, 1);
  return worth;
}

const MEASURING = /^(?:total|sum|median|most|least|fewest|best|worst|top)$/;

/** Tables of what was spent. */
const EXPENSES = ['expense', 'spending', 'purchase', 'bill', 'cost'];

/** `Total sales` asks for money that came in. False for a table of salaries, expenses or stock. */
export function tellsIncome({ words, columns, names }: QuestionWords): boolean {
  // An account tells both sides.
  if (namesOfRows(columns).length > 0) return true;
  const isEarned = words.some((word) => EARNED.test(word));
  const isOurs = isEarned && words.some((word) => word === 'we' || word === 'i');
  const isOfExpenses = EXPENSES.some((word) => names.has(word));
  // "The average income" is no expense.
  if (isOfExpenses && words.some((word) => /^(?:income|earnings?)$/.test(word))) return false;
  const isIncome = isOurs || words.some((word) => /^(?:income|incomes|earnings)$/.test(word));
  if (isIncome && !tellsOfIncome(names, columns)) return false;
  if (!isOurs && !asksForIncome(words)) return true;
  const money = moneyColumn(columns, true);
  const isPaidOut = isOfExpenses || (money !== undefined && isPay(money));
  return !isPaidOut && stockColumn(columns) === undefined;
}

const INCOMES = new Set(
  'sale order invoice revenue turnover income earning earned customer client bill billed hour balance salary wage'.split(
    ' ',
  ),
);

function tellsOfIncome(names: ReadonlySet<string>, columns: readonly TableColumn[]): boolean {
  return [...names, ...columns.flatMap(({ name }) => wordsOf(name))].some((word) => INCOMES.has(word));
}

function asksForIncome(words: readonly string[]): boolean {
  const at = words.findIndex((word) => RECORDED.has(singular(word)));
  if (at < 0 || /^(?:in|from|at|for)$/.test(words[at - 1] ?? '')) return false;
  const before = words.slice(0, at).findLast((word) => !FILLERS.has(word));
  const isMeasure = before === undefined || COMPUTED.test(before) || MEASURING.test(before);
  const next = words[at + 1];
  return isMeasure && (next === undefined || FILLERS.has(next));
}
