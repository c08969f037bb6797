// Limits in questions, as conditions: `over 500`, `at least 3 units`, `older than 40`, `before 2018`. Pure.
import type { TableColumn } from '../../core/table.ts';
import { happened, moneyColumn, namedColumn, numericColumn } from './asked-columns.ts';
import { singular } from './asked-concepts.ts';
import type { Condition } from './asked-plan.ts';
import { MONTHS, SPENT } from './asked-words.ts';
import { quoted } from './sql-names.ts';

type Sign = '>' | '>=' | '<' | '<=' | '=';

export interface Compared {
  condition: Condition;
  /** Positions of its words. */
  from: number;
  length: number;
}

const OVER = new Set(['over', 'above', 'exceeding']);
const UNDER = new Set(['under', 'below']);
/** Before `than`. */
const MORE = new Set('more greater higher larger bigger longer older heavier'.split(' '));
const LESS = new Set('less fewer lower smaller shorter younger cheaper lighter'.split(' '));
/** Comparatives that name their column. */
const MEANT: Readonly<Record<string, readonly string[]>> = {
  older: ['age'],
  younger: ['age'],
  heavier: ['weight', 'mass'],
  lighter: ['weight', 'mass'],
};
const SPOKEN: Readonly<Record<Sign, string>> = {
  '>': 'over',
  '>=': 'at least',
  '<': 'under',
  '<=': 'at most',
  '=': '',
};

/** Returns the first limit at or after a position. Null when it is about a column that this table does not have. */
export function comparisonIn(
  words: readonly string[],
  columns: readonly TableColumn[],
  start = 0,
): Compared | null | undefined {
  for (let at = start; at < words.length; at++) {
    const found = limitAt(words, at) ?? dateLimitAt(words, at) ?? exactAt(words, at, columns);
    if (!found) continue;
    return 'value' in found ? numberLimit(words, columns, at, found) : dateLimit(words, columns, at, found);
  }
  return undefined;
}

interface Limit {
  sign: Sign;
  value: number;
  /** Words before the column, if it follows. */
  length: number;
  meant?: readonly string[] | undefined;
}

function limitAt(words: readonly string[], at: number): Limit | undefined {
  const [first = '', second = ''] = words.slice(at, at + 2);
  const sign = signOf(first, second);
  if (!sign) return undefined;
  const value = Number(words[at + sign.length] ?? '');
  if (words[at + sign.length] === undefined || !Number.isFinite(value)) return undefined;
  return { sign: sign.sign, value, length: sign.length + 1, meant: MEANT[first] };
}

/** `With 3 units`, `have 8 cylinders`: exactly so many of a column. */
function exactAt(words: readonly string[], at: number, columns: readonly TableColumn[]): Limit | undefined {
  if (!/^(?:with|have|has|had|having)$/.test(words[at]!)) return undefined;
  const next = words[at + 1] === 'exactly' ? at + 2 : at + 1;
  const value = Number(words[next] ?? '');
  if (words[next] === undefined || !Number.isFinite(value)) return undefined;
  const numbers = columns.filter(({ type }) => type === 'number');
  const named = namedColumn(numbers, words.slice(next + 1, next + 5).map(singular));
  return named && { sign: '=', value, length: next + 1 - at };
}

function signOf(first: string, second: string): { sign: Sign; length: number } | undefined {
  if (OVER.has(first)) return { sign: '>', length: 1 };
  if (UNDER.has(first)) return { sign: '<', length: 1 };
  if (second === 'than' && MORE.has(first)) return { sign: '>', length: 2 };
  if (second === 'than' && LESS.has(first)) return { sign: '<', length: 2 };
  if (first !== 'at' || !/^(?:least|most)$/.test(second)) return undefined;
  return { sign: second === 'least' ? '>=' : '<=', length: 2 };
}

/** The column is named after the number, before the comparison, or meant by it. Money is meant last. */
function numberLimit(
  words: readonly string[],
  columns: readonly TableColumn[],
  at: number,
  { sign, value, length, meant }: Limit,
): Compared | null {
  // Under 18 survived: no limit of a column of yes and no.
  const numbers = columns.filter(({ type, isYesNo }) => type === 'number' && !isYesNo);
  const after = namedColumn(numbers, words.slice(at + length, at + length + 4).map(singular));
  const before = [2, 1].flatMap((count) => {
    const named = namedColumn(numbers, words.slice(at - count, at).map(singular));
    return named?.length === count ? [{ ...named, count }] : [];
  })[0];
  const column =
    (meant === undefined ? after?.column : numericColumn(numbers, meant)) ??
    before?.column ??
    (meant === undefined && !isNoun(words[at + length])
      ? impliedColumn(words, at, value, numbers)
      : undefined);
  if (!column) return null;
  // "More than 50 euros"
  const unit = isCurrency(words[at + length]) ? 1 : 0;
  const isAfter = column === after?.column;
  const isBefore = !isAfter && column === before?.column;
  // "Earns more than 60000": the verb means the money.
  const taken = isBefore
    ? before!.count
    : !isAfter && (SPENT.has(words[at - 1] ?? '') || /^costs?$/.test(words[at - 1] ?? ''))
      ? 1
      : 0;
  return {
    condition: {
      sql: `${quoted(column.name)} ${sign} ${value}`,
      column: column.name,
      is: ['is', SPOKEN[sign], value].filter((part) => part !== '').join(' '),
    },
    from: at - taken,
    length: taken + length + (isAfter ? after!.length : unit),
  };
}

/** Nobody is older. */
const OLDEST = 120;

/** `Members over 40` are older than that, `orders over 40` cost more. */
function impliedColumn(
  words: readonly string[],
  at: number,
  value: number,
  numbers: readonly TableColumn[],
): TableColumn | undefined {
  const age = value <= OLDEST ? numericColumn(numbers, ['age']) : undefined;
  const money = moneyColumn(numbers);
  const isCost = SPENT.has(words[at - 1] ?? '') || /^costs?$/.test(words[at - 1] ?? '');
  return age && !isCost ? age : money;
}

/** `Over 5 years`: it counts something that is no column. Currencies and words such as `in` are no nouns. */
function isNoun(word: string | undefined): boolean {
  return (
    word !== undefined &&
    !/^(?:in|by|per|from|for|on|of|and|were|was|are|is)$/.test(word) &&
    !isCurrency(word)
  );
}

function isCurrency(word = ''): boolean {
  return /^(?:pounds?|euros?|dollars?|francs?|gbp|eur|usd|chf)$/.test(word);
}

interface DateLimit {
  sign: '>=' | '<';
  day: string;
  spoken: string;
  length: number;
}

/** `Before 2018`, `since March 2024`: whole years and months. */
function dateLimitAt(words: readonly string[], at: number): DateLimit | undefined {
  const [word = '', first = '', second = ''] = words.slice(at, at + 3);
  if (!/^(?:before|until|since|after)$/.test(word)) return undefined;
  const month = MONTHS.indexOf(first) + 1;
  const year = Number(month > 0 ? second : first);
  if (!(year >= 1900 && year < 2100)) return undefined;
  // `Until` and `after` are about the end of the year or the month.
  const isEnd = word === 'until' || word === 'after';
  const months = year * 12 + (month > 0 ? month - 1 : 0) + (isEnd ? (month > 0 ? 1 : 12) : 0);
  const day = `${Math.floor(months / 12)}-${String((months % 12) + 1).padStart(2, '0')}-01`;
  const spoken = `${word} ${month > 0 ? `${first.charAt(0).toUpperCase()}${first.slice(1)} ` : ''}${year}`;
  return { sign: word === 'before' || word === 'until' ? '<' : '>=', day, spoken, length: month > 0 ? 3 : 2 };
}

function dateLimit(
  words: readonly string[],
  columns: readonly TableColumn[],
  at: number,
  { sign, day, spoken, length }: DateLimit,
): Compared | null {
  const dates = columns.filter(({ type }) => type === 'date');
  const before = words[at - 1] ?? '';
  const named =
    happened(columns, before) ??
    (singular(before) === before ? namedColumn(dates, [before])?.column : undefined);
  const column = named ?? columns.find(({ type }) => type === 'date');
  if (!column) return null;
  const condition = {
    sql: `${quoted(column.name)} ${sign} '${day}'`,
    column: column.name,
    is: `is ${spoken}`,
  };
  return named ? { condition, from: at - 1, length: length + 1 } : { condition, from: at, length };
}
