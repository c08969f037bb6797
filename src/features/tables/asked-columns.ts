// The columns of a table as questions name them: by their words, by `who`, or as the one with the money.
import type { TableColumn } from '../../core/table.ts';
import type { Figure, Plan } from './asked-plan.ts';
import { BILLED, CURRENCY, MONEY_COLUMNS, PAYMENTS, PER_ONE, PERSONS, PURPOSES } from './asked-words.ts';

/** Parts of column names that people leave out. */
const UNITS = new Set('id no nr number eur gbp usd chf percent pct on at of the in kg km'.split(' '));

const SPOKEN = { sum: 'total', avg: 'average', median: 'median', max: 'highest', min: 'lowest' } as const;

/** Names a figure: `total quantity`. */
export function labelOf(how: keyof typeof SPOKEN, column: string): string {
  return wordsOf(column).includes(SPOKEN[how]) ? column : `${SPOKEN[how]} ${column}`;
}

/** Columns of numbers that only name things: `order_id`, `customerNo`. They are grouped by, and never added up. */
const IDENTIFIERS = [
  /(?:^|[ _-])(?:id|key|code|zip|plz|postcode)$/i,
  /.[ _-](?:no|nr|num|number)$/i,
  /\p{Ll}(?:Id|ID|No|Nr|Number|Code)$/u,
];

/** The columns as questions mean them. */
export function asAsked(columns: readonly TableColumn[]): TableColumn[] {
  return columns.map((column) => {
    const isNumbered = column.type === 'number' && IDENTIFIERS.some((form) => form.test(column.name));
    return isNumbered ? { ...column, type: 'text' } : column;
  });
}

/** `Which item has the lowest price?` compares prices, which have no sum; `the highest sales` are added up. */
export function topped(figure: Figure | undefined, top: Plan['top'], isRow: boolean): Figure | undefined {
  if (!top || figure?.how !== 'sum' || figure.column === undefined) return figure;
  if (!isRow && !wordsOf(figure.column).some((word) => PER_ONE.has(word))) return figure;
  return { how: top.order === 'ASC' ? 'min' : 'max', column: figure.column };
}

/** Returns the numeric column whose name has the first of these words that any has. */
export function numericColumn(
  columns: readonly TableColumn[],
  words: readonly string[],
): TableColumn | undefined {
  for (const word of words) {
    const found = columns.find(({ name, type }) => type === 'number' && wordsOf(name).includes(word));
    if (found) return found;
  }
  return undefined;
}

/** Returns the numeric column with the money. Undefined when several could be meant. */
export function moneyColumn(columns: readonly TableColumn[], isPaid = false): TableColumn | undefined {
  const named = numericColumn(columns, isPaid ? [...MONEY_COLUMNS, ...BILLED] : MONEY_COLUMNS);
  if (named) return named;
  const [only, ...others] = columns.filter(({ name, type }) => type === 'number' && CURRENCY.test(name));
  return others.length === 0 ? only : undefined;
}

/** Returns the column that these words begin with: its full name, else one word of it that no other column has. */
export function namedColumn(
  columns: readonly TableColumn[],
  said: readonly string[],
): { column: TableColumn; length: number } | undefined {
  const [whole] = columns
    .flatMap((column) =>
      [wordsOf(column.name), spokenName(column.name)].map((parts) => ({
        column,
        length: parts.length,
        parts,
      })),
    )
    .filter(({ parts }) => parts.every((part, index) => said[index] === part))
    .sort((one, other) => other.length - one.length);
  if (whole) return whole;
  const [only, ...others] = columns.filter(({ name }) => spokenName(name).includes(said[0]!));
  return only && others.length === 0 ? { column: only, length: 1 } : undefined;
}

/** Returns the date of what a verb says: `started` means `start_date`, `born` means `birth_date`. */
export function happened(columns: readonly TableColumn[], verb: string): TableColumn | undefined {
  const stems =
    verb === 'born' ? ['birth'] : /ed$/.test(verb) ? [verb, verb.slice(0, -2), verb.slice(0, -1)] : [];
  const dates = columns.filter(({ type }) => type === 'date');
  return stems.flatMap((stem) => namedColumn(dates, [stem])?.column ?? [])[0];
}

/** Tells whether a table with these words in its title is about what was paid. */
export function isOfPayments(names: ReadonlySet<string>, columns: readonly TableColumn[]): boolean {
  return [...names, ...columns.flatMap(({ name }) => wordsOf(name))].some((word) => PAYMENTS.has(word));
}

/** Returns the column that `who` or `what … on` means, if there is exactly one. */
export function meantColumn(
  columns: readonly TableColumn[],
  words: readonly string[],
  isSpent: boolean,
): TableColumn | undefined {
  const isPurpose = isSpent && words[0] === 'what' && /^(?:on|for)$/.test(words.at(-1)!);
  const pattern = words[0] === 'who' ? PERSONS : isPurpose ? PURPOSES : undefined;
  const found = pattern ? columns.filter(({ name, type }) => type === 'text' && pattern.test(name)) : [];
  return found.length === 1 ? found[0] : undefined;
}

/** Returns the column that names the thing in each row: the first one with texts. */
export function namingColumn(columns: readonly TableColumn[]): TableColumn | undefined {
  return columns.find(
    ({ name, type }) => type === 'text' && !IDENTIFIERS.some((identifier) => identifier.test(name)),
  );
}

/** Returns the column `paid_by` and the position of its verb for `who paid …`. */
export function doneBy(columns: readonly TableColumn[], words: readonly string[]) {
  for (const at of [1, 2]) {
    const verb = /^pays?$/.test(words[at] ?? '') ? 'paid' : words[at];
    const column = columns.find(
      ({ name, type }) => type === 'text' && wordsOf(name).join(' ') === `${verb} by`,
    );
    if (column) return { column: column.name, at };
  }
  return undefined;
}

/** The words of a column name as spoken: without units, unless there is nothing else. */
export function spokenName(name: string): string[] {
  const words = wordsOf(name);
  const said = words.filter((word) => !UNITS.has(word));
  return said.length > 0 ? said : words;
}

export function wordsOf(name: string): string[] {
  const apart = name.replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2').toLowerCase();
  return (apart.match(/[\p{L}\p{N}]+/gu) ?? []).map(singular);
}

export function singular(word: string): string {
  if (/ies$/.test(word) && word.length > 4) return `${word.slice(0, -3)}y`;
  if (/(?:ss|us|is)$/.test(word) || word.length < 4) return word;
  return word.replace(/(?<=(?:s|x|z|ch|sh))es$|s$/, '');
}
