// What is in a table of stock: `out of stock`, `low on stock`, `how many hammers do we have`. Pure.
import type { TableColumn } from '../../core/table.ts';
import { isPerOne, numericColumn, wordsOf } from './asked-columns.ts';
import type { Condition } from './asked-plan.ts';
import { quoted } from './sql-names.ts';

const STOCK = 'stock inventory hand available bestand lagerbestand existencias'.split(' ');
const COUNTED = 'quantity qty units count menge stückzahl quantité cantidad'.split(' ');
const REORDER = ['reorder', 'restock', 'minimum', 'min', 'threshold', 'safety'];

/** The column with what is there. In a table with dates or customers a quantity was traded. */
export function stockColumn(columns: readonly TableColumn[]): TableColumn | undefined {
  const numbers = columns.filter((column) => !isReorder(column.name) && !isPerOne(column));
  const isTraded = columns.some(
    ({ name, type }) => type === 'date' || /customer|client|order|invoice|kunde/i.test(name),
  );
  return numericColumn(numbers, STOCK) ?? (isTraded ? undefined : numericColumn(numbers, COUNTED));
}

function isReorder(name: string): boolean {
  return wordsOf(name).some((word) => REORDER.includes(word));
}

interface Stocked {
  condition: Condition;
  /** Number of words. */
  length: number;
}

/** `Out of stock`, `sold out`, `in stock`, `below the reorder level`, `needs reordering` at a position. */
export function stockAt(
  words: readonly string[],
  at: number,
  columns: readonly TableColumn[],
): Stocked | undefined {
  const next = words.slice(at, at + 5).join(' ');
  const form = FORMS.find(({ said }) => said.test(next));
  const stock = form && stockColumn(columns);
  if (!stock) return undefined;
  const length = form.said.exec(next)![0].split(' ').length;
  const name = quoted(stock.name);
  if (form.state !== 'low') {
    const sql = form.state === 'out' ? `${name} <= 0` : `${name} > 0`;
    return {
      length,
      condition: { sql, column: stock.name, is: form.state === 'out' ? 'is 0' : 'is over 0' },
    };
  }
  const level = columns.find((column) => column.type === 'number' && isReorder(column.name));
  if (!level) return undefined;
  const sign = form.isStrict ? '<' : '<=';
  return {
    length,
    condition: {
      sql: `${name} ${sign} ${quoted(level.name)}`,
      column: stock.name,
      is: `is ${form.isStrict ? 'under' : 'at most'} ${level.name}`,
    },
  };
}

const FORMS: readonly { said: RegExp; state: 'out' | 'in' | 'low'; isStrict?: true }[] = [
  { said: /^(?:out of stock|sold out|unavailable)(?= |$)/, state: 'out' },
  { said: /^(?:in stock)(?= |$)/, state: 'in' },
  {
    said: /^(?:under|below) (?:the |their |its )?(?:reorder|minimum|min|safety)(?: (?:level|point|stock))?(?= |$)/,
    state: 'low',
    isStrict: true,
  },
  {
    said: /^(?:(?:running )?low (?:on|in) (?:stock|inventory)|low stock|running low|(?:needs?|have|has) (?:to be |to )?(?:re-?order|re-?stock)(?:ed|ing)?|to (?:be )?(?:re-?order|re-?stock)(?:ed)?)(?= |$)/,
    state: 'low',
  },
];
