// Rows at an end of a column: `the cheapest product`, `our largest expense`, `who joined last`. Pure.
import type { TableColumn } from '../../core/table.ts';
import { conceptOf, meaningOf, singular } from './asked-concepts.ts';
import {
  happened,
  isPerOne,
  personColumn,
  spokenName,
  moneyColumn,
  namingColumn,
  numericColumn,
  wordsOf,
} from './asked-columns.ts';
import type { Condition, Extreme, Plan } from './asked-plan.ts';
import { ROWS } from './asked-rows.ts';
import { PEOPLE } from './asked-words.ts';
import type { QuestionWords } from './question-words.ts';
import { quoted } from './sql-names.ts';

type Kind = 'price' | 'pay' | 'rating' | 'age' | 'date' | 'length' | 'weight' | 'height' | 'size';

const KINDS: Readonly<Record<string, readonly [Kind, 'ASC' | 'DESC']>> = {
  cheapest: ['price', 'ASC'],
  'least expensive': ['price', 'ASC'],
  'most expensive': ['price', 'DESC'],
  priciest: ['price', 'DESC'],
  costliest: ['price', 'DESC'],
  dearest: ['price', 'DESC'],
  'highest paid': ['pay', 'DESC'],
  'best paid': ['pay', 'DESC'],
  'lowest paid': ['pay', 'ASC'],
  'highest rated': ['rating', 'DESC'],
  'best rated': ['rating', 'DESC'],
  'lowest rated': ['rating', 'ASC'],
  'worst rated': ['rating', 'ASC'],
  oldest: ['age', 'DESC'],
  youngest: ['age', 'ASC'],
  newest: ['date', 'DESC'],
  latest: ['date', 'DESC'],
  'most recent': ['date', 'DESC'],
  'most recently': ['date', 'DESC'],
  last: ['date', 'DESC'],
  earliest: ['date', 'ASC'],
  first: ['date', 'ASC'],
  longest: ['length', 'DESC'],
  shortest: ['length', 'ASC'],
  heaviest: ['weight', 'DESC'],
  lightest: ['weight', 'ASC'],
  tallest: ['height', 'DESC'],
  largest: ['size', 'DESC'],
  biggest: ['size', 'DESC'],
  greatest: ['size', 'DESC'],
  highest: ['size', 'DESC'],
  smallest: ['size', 'ASC'],
  lowest: ['size', 'ASC'],
};

const COLUMNS: Readonly<Record<Exclude<Kind, 'age' | 'date' | 'size'>, readonly string[]>> = {
  price: 'price cost fare fee msrp amount total'.split(' '),
  pay: 'salary wage pay earning income'.split(' '),
  rating: 'rating score star stars'.split(' '),
  length: 'duration length runtime hour minute distance page'.split(' '),
  weight: ['weight', 'mass'],
  height: ['height'],
};
const AREAS = 'area fläche wohnfläche surface superficie sqm'.split(' ');
/** Dates that tell nothing of when a row began. */
const LATER = /due|end|birth|born|expir|updat|modif|ship|deliver|paid|close|return/i;
const GROUPED = /^(?:by|per|each|every|average|mean|median|total|sum|many|number|count|share|percentage)$/;

/** Understands a question for rows with the most or the least of something. */
export function extremeRows(said: QuestionWords): Plan | undefined {
  const { words, columns } = said;
  const first = firstRows(said);
  if (first) return first;
  if (words.some((word, at) => GROUPED.test(word) && !isInColumn(said, at))) return undefined;
  const found = extremeAt(said);
  if (!found) return undefined;
  const { at, length, limit, extreme } = found;
  const naming = namingColumn(columns);
  const asked = askedColumn(said, { at, next: at + length, kind: found.kind });
  // Which month was the most expensive? Months are no rows.
  if (asked === null) return undefined;
  said.take(at, length);
  // "The cheapest price per litre" is the figure of a column.
  const isFigure = (said.columnAt(at + length)?.length ?? 0) > 1;
  for (const index of words.keys()) {
    const named = said.isUsed(index) ? undefined : said.columnAt(index);
    if (named && [extreme.column, naming?.name, asked].includes(named.column.name))
      said.take(index, named.length);
  }
  // "Who was hired last?"
  for (const [index, word] of words.entries())
    if (happened(columns, word)?.name === extreme.column) said.take(index, 1);
  const nouns = said.takeNouns();
  const states = said.takeStates();
  const dates = said.takeDates();
  if (!dates) return undefined;
  const conditions = [...states, ...dates];
  const values = said.rest();
  const answers = asked ?? (words[0] === 'who' ? personColumn(columns)?.name : undefined);
  if (words[0] === 'who' && answers === undefined) return undefined;
  const isNamed = nouns > 0 || asked !== undefined || answers !== undefined || values.length > 0;
  if (!isNamed && !found.isNamed && !isFigure) return undefined;
  return {
    list: 'rows',
    figure: ROWS,
    extreme: { ...extreme, limit },
    ...(answers !== undefined && { answers }),
    ...{ conditions, values, parts: 2 + conditions.length + values.length },
  };
}

/** `top 3 employees by salary`: rows, unless a column of groups is named, as in `top 3 regions by sales`. */
function firstRows(said: QuestionWords): Plan | undefined {
  const { words, columns } = said;
  const [at, by] = [words.indexOf('top'), words.indexOf('by')];
  const limit = Number(words[at + 1]);
  const measure = at < 0 || by < at ? undefined : said.columnAt(by + 1, 'number');
  if (!measure || !Number.isInteger(limit) || limit < 1 || limit > 99) return undefined;
  const person = personColumn(columns);
  for (let index = at + 2; index < by; index++) {
    if (said.columnAt(index)) return undefined;
    if (person && isPerson(words[index]!)) said.take(index, 1);
  }
  said.take(at, 2);
  said.take(by, 1 + measure.length);
  said.takeNouns();
  const conditions = said.takeDates();
  if (!conditions) return undefined;
  const values = said.rest();
  return {
    list: 'rows',
    figure: ROWS,
    extreme: { column: measure.column.name, order: 'DESC', limit, is: 'highest' },
    ...{ conditions, values, parts: 2 + conditions.length + values.length },
  };
}

/** The `per` of a column `Price per litre` groups nothing. */
function isInColumn(said: QuestionWords, at: number): boolean {
  return [1, 2, 3].some((back) => (said.columnAt(at - back)?.length ?? 0) > back);
}

function isPerson(word: string): boolean {
  return PEOPLE.has(singular(word)) || conceptOf(word) === conceptOf('employee');
}

/** The column of `which supplier has …`. Null for a span of time. */
function askedColumn(
  said: QuestionWords,
  extreme: { at: number; next: number; kind: Kind },
): string | null | undefined {
  const { words } = said;
  const noun = words[extreme.next];
  const next = noun === undefined || isRowNoun(said, extreme.next) ? undefined : said.columnAt(extreme.next);
  // "The largest department" is no row.
  if (next?.column.type === 'text')
    return /^(?:size|pay|rating)$/.test(extreme.kind) ? null : next.column.name;
  if (!/^(?:which|what)$/.test(words[0] ?? '') || extreme.at === 1) return undefined;
  if (/^(?:year|month|week|day)s?$/.test(words[1] ?? '')) return null;
  const named = isRowNoun(said, 1) ? undefined : said.columnAt(1);
  return named && named.column.type !== 'number' ? named.column.name : undefined;
}

const NUMERALS = 'one two three four five six seven eight nine ten'.split(' ');

function numberOf(word = ''): number {
  const spelled = NUMERALS.indexOf(word);
  return spelled < 0 ? Number(word) : spelled + 1;
}

function extremeAt(said: QuestionWords) {
  const { words, columns } = said;
  for (const [at, word] of words.entries()) {
    const pair = KINDS[`${word} ${words[at + 1] ?? ''}`];
    const kind = pair ?? (said.isUsed(at) ? undefined : KINDS[word]);
    if (!kind) continue;
    // "The top 3 best paid", "the 3 best paid"
    const isTop = words[at - 2] === 'top';
    const before = at > 0 && (isTop || pair) && !said.isUsed(at - 1) ? numberOf(words[at - 1]) : NaN;
    const own = pair ? 2 : 1;
    const after = numberOf(words[at + own]);
    const isCounted = [before, after].some(
      (number) => Number.isInteger(number) && number > 0 && number < 100,
    );
    const limit = isCounted ? (Number.isInteger(before) && before > 0 ? before : after) : 1;
    const ahead = isTop ? 2 : 1;
    const from = isCounted && limit === before ? at - ahead : at;
    const length = own + (isCounted ? (limit === before ? ahead : 1) : 0);
    const next = from + length;
    // "Which order was the largest?"
    const isBefore = next >= words.length && /^(?:which|what)$/.test(words[0]!) && isRowNoun(said, 1);
    const isNamed = isRowNoun(said, next) || isBefore;
    // "First class" is a value, "last month" a time, "the highest salary" a figure.
    const needsNoun = word === 'first' || word === 'last' || kind[0] === 'size';
    if (needsNoun && !isNamed && !(kind[0] === 'date' && words[0] === 'who' && next >= words.length))
      continue;
    // "The largest tip" is a figure.
    if (kind[0] === 'size' && said.columnAt(next, 'number')) continue;
    const column = columnOf(kind[0], said, columns);
    if (!column) continue;
    // The oldest of dates is the first one.
    const isReversed = kind[0] === 'age' ? !isAge(column) : kind[0] === 'length' && column.type === 'date';
    const order = isReversed ? (kind[1] === 'ASC' ? 'DESC' : 'ASC') : kind[1];
    const isTime = column.type === 'date';
    const most = isTime ? 'latest' : 'highest';
    const is = order === 'DESC' ? most : isTime ? 'earliest' : 'lowest';
    return {
      at: from,
      length,
      limit,
      isNamed,
      kind: kind[0],
      extreme: { column: column.name, order, is } as const,
    };
  }
  return undefined;
}

/** Tells whether a word names the rows: the table, or what its first texts name. */
function isRowNoun({ names, columns, words }: QuestionWords, at: number): boolean {
  const word = words[at];
  if (word === undefined) return false;
  const concept = conceptOf(word);
  const naming = namingColumn(columns);
  return (
    names.has(concept) ||
    (naming !== undefined && wordsOf(naming.name).some((one) => meaningOf(one) === concept))
  );
}

function columnOf(kind: Kind, said: QuestionWords, columns: readonly TableColumn[]): TableColumn | undefined {
  if (kind === 'size') {
    // The largest flat is not the dearest one.
    const area = numericColumn(columns, AREAS);
    if (area) return area;
    const money = moneyColumn(columns, true);
    // The biggest diamond is not the dearest one.
    return money && isPerOne(money) ? undefined : money;
  }
  if (kind === 'date') return dateColumn(said) ?? numericColumn(columns, ['year', 'founded', 'built']);
  if (kind === 'age') {
    const birth = columns.find(({ name, type }) => type === 'date' && /birth|born/i.test(name));
    return (
      numericColumn(columns, ['age']) ??
      birth ??
      numericColumn(columns, ['founded', 'built', 'year']) ??
      (personColumn(columns) ? undefined : ownDate(columns))
    );
  }
  // "Low wage jobs" are no wage.
  const isMeant = (name: string): boolean =>
    kind !== 'pay' || COLUMNS.pay.includes(meaningOf(spokenName(name).at(-1) ?? ''));
  const column = onlyColumn(
    columns.filter(({ name }) => isMeant(name)),
    COLUMNS[kind],
  );
  const isHere = kind === 'length' && !column && said.words[0] === 'who' && said.words.includes('here');
  return isHere ? happened(columns, 'started') : column;
}

function dateColumn({ words, columns }: QuestionWords): TableColumn | undefined {
  const dates = columns.filter(({ type }) => type === 'date');
  const verbs = words.map((word) => happened(columns, word)).filter((column) => column !== undefined);
  return verbs[0] ?? dates.find(({ name }) => !LATER.test(name));
}

/** The first meaning that exactly one column has; of prices, the one of a unit. */
function onlyColumn(columns: readonly TableColumn[], meanings: readonly string[]): TableColumn | undefined {
  const numbers = columns.filter(({ type }) => type === 'number');
  for (const meaning of meanings) {
    const found = numbers.filter(({ name }) => wordsOf(name).some((word) => meaningOf(word) === meaning));
    if (found.length > 1) return found.find(({ name }) => wordsOf(name).includes('unit'));
    if (found[0]) return found[0];
  }
  return undefined;
}

/** The date of the row itself, not of something that happened to it. */
function ownDate(columns: readonly TableColumn[]): TableColumn | undefined {
  const [first] = columns;
  const own = new Set([...OWN, ...(first ? wordsOf(first.name) : [])]);
  return columns.find(({ name, type }) => type === 'date' && wordsOf(name).every((word) => own.has(word)));
}

const OWN = 'date day datum fecha order invoice issue issued created opened start on at'.split(' ');

function isAge({ name }: TableColumn): boolean {
  return wordsOf(name).some((word) => meaningOf(word) === 'age');
}

/** @param conditions of the rows among which the extreme ones are meant */
export function extremeCondition({ column, order, limit, is }: Extreme, where: string): Condition {
  const name = quoted(column);
  const [best, sign, last] = order === 'ASC' ? ['min', '<=', 'max'] : ['max', '>=', 'min'];
  if (limit === 1) {
    return { sql: `${name} = (SELECT ${best}(${name}) FROM data${where})`, column, is: `is the ${is}` };
  }
  const link = where === '' ? ' WHERE' : `${where} AND`;
  const first = `SELECT ${name} AS v FROM data${link} ${name} IS NOT NULL ORDER BY 1 ${order} LIMIT ${limit}`;
  return {
    sql: `${name} ${sign} (SELECT ${last}(v) FROM (${first}))`,
    column,
    is: `is one of the ${limit} ${is}`,
  };
}
