// The columns of a table as questions name them: by their words, by `who`, or as the one with the money.
import type { TableColumn } from '../../core/table.ts';
import { meaningOf, singular } from './asked-concepts.ts';
import type { Figure, Plan } from './asked-plan.ts';
import {
  BILLED,
  CURRENCY,
  DURATIONS,
  MONEY_COLUMNS,
  OF_PERSONS,
  PAYMENTS,
  PER_ONE,
  PERSONS,
  PURPOSES,
  QUANTITY,
  RATED,
} from './asked-words.ts';

/** Parts of column names that people leave out. */
const UNITS = new Set(
  'id no nr number eur gbp usd chf percent pct on at of the in kg g mg km cm mm m m² m³ m2 m3 ml l kwh lb lbs oz'.split(
    ' ',
  ),
);

const SPOKEN = { sum: 'total', avg: 'average', median: 'median', max: 'highest', min: 'lowest' } as const;

/** Names a figure: `total quantity`. */
export function labelOf(how: keyof typeof SPOKEN, column: string): string {
  return wordsOf(column).includes(SPOKEN[how]) ? column : `${SPOKEN[how]} ${column}`;
}

/** Columns of numbers that only name things: `order_id`, `customerNo`. They are grouped by, and never added up. */
const IDENTIFIERS = [
  /(?:^|[ _-])(?:id|key|code|zip|plz|postcode|sku|ean|upc|isbn|barcode|symbol)$/i,
  /.[ _-](?:no|nr|num|number)$/i,
  /\p{Ll}(?:Id|ID|No|Nr|Number|Code)$/u,
];

/** The columns as questions mean them. */
export function asAsked(columns: readonly TableColumn[]): TableColumn[] {
  return columns.map((column) => {
    const isNumbered = column.type === 'number' && (isIdentifier(column) || column.isNumbering === true);
    return isNumbered ? { ...column, type: 'text' } : column;
  });
}

/** `Which item has the lowest price?` compares prices, which have no sum; `the highest sales` are added up. */
export function topped(
  figure: Figure | undefined,
  top: Plan['top'],
  { isRow, columns }: { isRow: boolean; columns: readonly TableColumn[] },
): Figure | undefined {
  if (!top || figure?.how !== 'sum' || figure.column === undefined) return figure;
  const column = columns.find(({ name }) => name === figure.column);
  if (!isRow && column && !isPerOne(column)) return figure;
  // A course with several ratings is as good as their average.
  const isAveraged = wordsOf(figure.column).some((word) => word === 'per' || RATED.has(meaningOf(word)));
  if (!isRow && isAveraged) return { how: 'avg', column: figure.column };
  return { how: top.order === 'ASC' ? 'min' : 'max', column: figure.column };
}

/** Tells whether a column holds what one row has, such as a price, which cannot be added up. */
export function isPerOne({ name, isPercent }: Omit<TableColumn, 'type'>): boolean {
  const words = wordsOf(name);
  const isOfUnit = words.includes('unit') && words.some((word) => /^(?:cost|value)$/.test(word));
  // So do `Hours per week`.
  return isPercent === true || isOfUnit || words.some((word) => PER_ONE.has(word) || word === 'per');
}

/** Tells whether a column holds what an hour or a day costs. */
export function isHourly({ name, type }: TableColumn): boolean {
  return type === 'number' && HOURLY.test(name.replaceAll('_', ' '));
}

const HOURLY =
  /\b(?:hourly|daily|rate|(?:per|an|\/) ?(?:hour|hr|h|day)|stundensatz|stundenlohn|tagessatz|taux horaire|tarifa)(?!\p{L})|\/ ?(?:h|hr|hour|day)(?!\p{L})/iu;

/** Tells whether a column holds what persons earn. */
export function isPay({ name }: TableColumn): boolean {
  return wordsOf(name).some((word) => /^(?:salary|pay|earning|income)$/.test(meaningOf(word)));
}

/** Of two columns with one name, neither is meant. */
function isTwice({ name }: TableColumn, columns: readonly TableColumn[]): boolean {
  const one = name.toLowerCase().replace(/_\d+$/, '');
  const has = (wanted: string): boolean => columns.some((column) => column.name.toLowerCase() === wanted);
  return has(one) && has(`${one}_2`);
}

/** Returns the numeric column whose name has the first of these words that any has. */
export function numericColumn(
  columns: readonly TableColumn[],
  words: readonly string[],
): TableColumn | undefined {
  for (const word of words) {
    const found = columns.find(
      ({ name, type }) =>
        type === 'number' && wordsOf(name).some((one) => one === word || meaningOf(one) === word),
    );
    if (found) return isTwice(found, columns) ? undefined : found;
  }
  return undefined;
}

/** Returns the column that counts units. A unit price does not. */
export function quantityColumn(columns: readonly TableColumn[]): TableColumn | undefined {
  return numericColumn(
    columns.filter((column) => !isPerOne(column)),
    [...QUANTITY],
  );
}

/** Returns the numeric column with the money. Undefined when several could be meant. */
export function moneyColumn(columns: readonly TableColumn[], isPaid = false): TableColumn | undefined {
  const amounts = columns.filter((column) => !isHourly(column));
  const named = numericColumn(amounts, isPaid ? [...MONEY_COLUMNS, ...BILLED] : MONEY_COLUMNS);
  if (named) return named;
  const [only, ...others] = amounts.filter(({ name, type }) => type === 'number' && CURRENCY.test(name));
  return others.length === 0 ? only : undefined;
}

/**
 * Returns the column that these words begin with: its full name, else one word of it that no other column has, else
 * the same in other words.
 */
export function namedColumn(
  columns: readonly TableColumn[],
  said: readonly string[],
): { column: TableColumn; length: number } | undefined {
  return (
    namedExactly(columns, said, (name) => name) ??
    namedExactly(
      columns,
      said.map((word) => meaningOf(word)),
      (name) => name.map((word) => meaningOf(word)),
    )
  );
}

/** Alone, they name no column: `Per pupil` is not meant by “per item”. */
const LINKS = /^(?:per|by|of|to|for|on|in|at)$/;

function namedExactly(
  columns: readonly TableColumn[],
  said: readonly string[],
  as: (name: string[]) => string[],
): { column: TableColumn; length: number } | undefined {
  const [whole] = columns
    .flatMap((column) =>
      [wordsOf(column.name), spokenName(column.name)].map((name) => ({
        column,
        length: name.length,
        parts: as(name),
      })),
    )
    .filter(({ parts }) => parts.every((part, index) => said[index] === part))
    .sort((one, other) => other.length - one.length);
  if (whole)
    return isTwice(whole.column, columns) ? undefined : { column: whole.column, length: whole.length };
  // “The most units” are not about the unit price.
  const isUnit = QUANTITY.has(said[0] ?? '');
  if (LINKS.test(said[0] ?? '')) return undefined;
  const [only, ...others] = columns.filter(
    (column) => as(spokenName(column.name)).includes(said[0]!) && !(isUnit && isPerOne(column)),
  );
  return only && others.length === 0 ? { column: only, length: 1 } : undefined;
}

/** Verbs of persons who come, in the words of columns. */
const BEGUN = 'start join hire entry employ begin since member'.split(' ');
const BEGIN = new Set('started joined hired employed began start join'.split(' '));

const BORN = ['birth', 'birthday', 'birthdate', 'born', 'dob', 'geburtsdatum', 'geburtstag'];

/** Returns the date of what a verb says: `started` means `start_date`, `born` means `birth_date`. */
export function happened(columns: readonly TableColumn[], verb: string): TableColumn | undefined {
  const stems = verb === 'born' ? BORN : /ed$/.test(verb) ? [verb, verb.slice(0, -2), verb.slice(0, -1)] : [];
  const dates = columns.filter(({ type }) => type === 'date');
  const named = stems.flatMap((stem) => namedColumn(dates, [stem])?.column ?? [])[0];
  if (named || !BEGIN.has(verb)) return named;
  const begun = dates.filter(({ name }) =>
    wordsOf(name).some((word) => BEGUN.some((stem) => word.startsWith(stem))),
  );
  return begun.length === 1 ? begun[0] : undefined;
}

/** Returns the column with the persons of a table of persons. */
export function personColumn(columns: readonly TableColumn[]): TableColumn | undefined {
  const named = meantColumn(columns, ['who'], false);
  return named ?? (columns.some(({ name }) => OF_PERSONS.test(name)) ? namingColumn(columns) : undefined);
}

function isOfPerson(name: string): boolean {
  return PERSONS.test(name) || OF_PERSONS.test(name);
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
  if (words[0] === 'who') return personMeant(personColumns(columns), words);
  const isPurpose = isSpent && words[0] === 'what' && /^(?:on|for)$/.test(words.at(-1)!);
  const found = isPurpose ? columns.filter(({ name, type }) => type === 'text' && PURPOSES.test(name)) : [];
  return found.length === 1 ? found[0] : undefined;
}

/** Returns the columns that hold persons. */
function personColumns(columns: readonly TableColumn[]): TableColumn[] {
  return columns.filter(
    ({ name, type }) =>
      type === 'text' && (PERSONS.test(name) || PERSONS.test(meaningOf(name.toLowerCase()))),
  );
}

/** Of an employee and a customer, `who bought` means the customer and `who worked` the employee. */
function personMeant(found: readonly TableColumn[], words: readonly string[]): TableColumn | undefined {
  if (found.length < 2) return found[0];
  const isOfTime = words.some((word) => DURATIONS.includes(singular(word)));
  const isBuyer = !isOfTime && words.some((word) => BUY.test(word));
  // Either may have the most: the answer names the column.
  const isMost = words.some((word) => /^(?:most|best|highest|least|fewest|lowest)$/.test(word));
  if (!isBuyer && !isOfTime && !words.some((word) => WORK.test(word))) return isMost ? found[0] : undefined;
  const meant = found.filter((column) => isCustomer(column) === isBuyer);
  return meant.length === 1 ? meant[0] : undefined;
}

const isCustomer = ({ name }: TableColumn): boolean => meaningOf(name.toLowerCase()) === 'customer';

const BUY = /^(?:buys?|bought|order(?:s|ed)?|purchased?|spends?|spent|pa(?:y|ys|id)|ow(?:e|es|ed))$/;
const WORK = /^(?:works?|worked|sells?|sold|handles?|handled|solved|closed|logged|did)$/;

/** Returns the column whose different values are the people of a table with several rows for each. */
export function peopleColumn(
  columns: readonly TableColumn[],
  words: readonly string[] = [],
): TableColumn | undefined {
  const [first] = columns;
  const person = meantColumn(columns, ['who'], false);
  // Customers don't work in sales.
  if (person && isCustomer(person) && words.some((word) => /^work(?:s|ed|ing)?$/.test(word)))
    return undefined;
  const isEach = first === person || (first && isIdentifier(first));
  return isEach ? undefined : person;
}

/** Tells whether a column only numbers its rows, or names them by a code. */
export function isIdentifier({ name }: Pick<TableColumn, 'name'>): boolean {
  return IDENTIFIERS.some((form) => form.test(name));
}

/** Tells whether a column holds bare codes, such as `SKU`, which say less than a name. */
export function isBareCode(column: TableColumn): boolean {
  return wordsOf(column.name).length === 1 && isIdentifier(column);
}

/** Returns the column that names the thing in each row: `name`, else the first one with texts. */
export function namingColumn(columns: readonly TableColumn[]): TableColumn | undefined {
  const all = columns.filter((column) => column.type === 'text' && !isIdentifier(column));
  // A place in a race names no runner.
  const others = all.filter(({ name, isNumbering }) => !isNumbering || isOfPerson(name));
  const texts = others.length > 0 ? others : all;
  // Beside first names, a title is that of a job.
  const named = [/^(?:full[ _-]?)?name$/i, /^(?:first|given)[ _-]?name$/i, /^title$/i]
    .map((form) => texts.find(({ name }) => form.test(name)))
    .find((column) => column !== undefined);
  return named ?? texts[0] ?? columns.find(({ type }) => type === 'text');
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
