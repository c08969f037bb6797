// Finds the rows a question is about: looks up each unexplained word among the table's values.
import type { JsonObject } from '../../base/json.ts';
import type { TableColumn, TableInfo } from '../../core/table.ts';
import { spokenName, wordsOf as wordsOfName } from './asked-columns.ts';
import { sameValues, singular } from './asked-concepts.ts';
import type { Condition, Plan } from './asked-plan.ts';
import { yesSql } from './column-values.ts';
import { OWED, SAID_OF_ROWS, STATES } from './asked-words.ts';
import { isState, openValues } from './open-values.ts';
import { sexOf, writtenForms } from './spoken-values.ts';
import { quoted } from './sql-names.ts';
import { VALUES } from './value-table.ts';

type Ask = (sql: string) => Promise<JsonObject[]>;

/** Maximum number of distinct values in a status column. */
const MOST_STATES = 40;

const COMMENTS = /(?:^|[ _-])(?:comments?|remarks?|feedback|notes?|kommentare?|bemerkung(?:en)?)$/i;

/** What separates words in a cell: `Deskwell, Inc.` */
const APART = '[ ,.;:()/]';

export function whereOf(conditions: readonly Condition[]): string {
  return conditions.length > 0 ? ` WHERE ${conditions.map(({ sql }) => sql).join(' AND ')}` : '';
}

/** `status is open and order_date is in March`. Undefined without conditions. */
export function wordsOf(conditions: readonly Condition[]): string | undefined {
  if (conditions.length === 0) return undefined;
  return conditions.map(({ column, is }) => `${column} ${is}`).join(' and ');
}

/** The plan's own conditions plus one per value. Undefined when a word is no value of the table. */
export async function conditionsOf(
  { conditions, values, isKind }: Pick<Plan, 'conditions' | 'values' | 'isKind'>,
  { columns }: Pick<TableInfo, 'columns'>,
  ask: Ask,
): Promise<Condition[] | undefined> {
  const texts = columns.filter(({ type }) => type === 'text').map(({ name }) => name);
  const found = [...conditions];
  /** A name of a column beside its value: `first class`, `status open`. */
  const isColumn = (word: string, { column }: Condition): boolean =>
    spokenName(column).includes(singular(word));
  if (values.length > 0 && !(await occur(values.flat(), columns, ask))) return undefined;
  for (const run of values) {
    let column: string | undefined;
    for (let at = 0; at < run.length;) {
      let length = run.length - at;
      let condition: Condition | undefined;
      for (; length > 0; length--) {
        const value = run.slice(at, at + length).join(' ');
        condition =
          (await sexCondition(value, columns, ask)) ?? (await conditionFor(value, texts, ask, isKind));
        if (condition !== undefined) break;
      }
      const word = run[at]!;
      if (condition) {
        if (column !== undefined && !isColumn(column, condition)) return undefined;
        column = undefined;
        found.push(condition);
        at += length;
      } else if (SAID_OF_ROWS.test(word)) {
        at++;
      } else {
        // Its value comes before it, or next.
        if (column !== undefined) return undefined;
        const isSaid = at > 0 && isColumn(word, found.at(-1)!);
        if (!isSaid) column = word;
        at++;
      }
    }
    if (column !== undefined) return undefined;
  }
  return found;
}

/**
 * Conditions for verbs that may be a status, such as `paid`. Undefined when one must be a status, but the table has
 * none: what is owed is not all that was billed.
 */
export async function statusesOf(
  { statuses = [], figure, conditions }: Pick<Plan, 'statuses' | 'figure' | 'conditions'>,
  { columns }: Pick<TableInfo, 'columns'>,
  ask: Ask,
): Promise<Condition[] | undefined> {
  const states = columns
    .filter(({ name, type, isYesNo }) => type === 'text' && !isYesNo && STATES.test(name))
    .map(({ name }) => name);
  const found: Condition[] = [];
  const paid = columns.find(
    ({ name, isYesNo }) => isYesNo && sameValues('paid').includes(name.toLowerCase()),
  );
  for (const status of new Set(statuses)) {
    if (paid) {
      const isPaid = status === 'paid';
      const isSaid = conditions.some(({ column }) => column === paid.name);
      if (!isSaid)
        found.push({ sql: yesSql(paid, isPaid), column: paid.name, is: isPaid ? 'is yes' : 'is no' });
      continue;
    }
    const condition = await conditionFor(status, states, ask);
    if (condition) found.push(condition);
    else if (status !== 'paid' && !OWED.some((word) => wordsOfName(figure.column ?? '').includes(word)))
      return undefined;
  }
  return found;
}

/** `How many women are members?` */
async function sexCondition(
  value: string,
  columns: readonly TableColumn[],
  ask: Ask,
): Promise<Condition | undefined> {
  const sex = sexOf(value, columns);
  if (!sex) return undefined;
  const name = quoted(sex.column);
  const sql = `lower(${name}) IN (${sex.written.map((one) => `'${one}'`).join(', ')})`;
  const [row] = await ask(`SELECT ${name} AS v FROM data WHERE ${sql} LIMIT 1`);
  return row && { sql, column: sex.column, is: `is ${String(row['v'])}` };
}

/** More values of a column are described by their pattern. */
const MOST_VALUES = 30;

/**
 * Looks for a cell equal to the value, then for one containing it as a word, then for a status it stands for.
 * @param isWhole only for an equal cell, or one that ends with it
 */
async function conditionFor(
  value: string,
  columns: string[],
  ask: Ask,
  isWhole = false,
): Promise<Condition | undefined> {
  if (columns.length === 0) return undefined;
  const forms = formsOf(value);
  const among = `c IN (${listOf(columns)})`;
  // A party is named in a column of its own more often than in descriptions.
  const find = (test: string) =>
    ask(
      `SELECT c, p, count(*) AS different FROM ${VALUES} WHERE ${among} AND (${test}) GROUP BY p ORDER BY sum(n) DESC, p LIMIT 1`,
    );
  const written = async (test: string, place: unknown): Promise<string[]> => {
    const first = `SELECT o FROM ${VALUES} WHERE p = ${Number(place)} AND (${test}) LIMIT ${MOST_VALUES}`;
    const [row] = await ask(`SELECT json_group_array(o) AS o FROM (${first})`);
    return (JSON.parse(String(row?.['o'] ?? '[]')) as unknown[]).map(String);
  };
  const equal = `v IN (${listOf(forms)})`;
  const [same] = await find(equal);
  if (same) {
    const cells = await written(equal, same['p']);
    const column = String(same['c']);
    return { sql: `${quoted(column)} IN (${listOf(cells)})`, column, is: `is ${cells[0] ?? value}` };
  }
  // `*`, `?` and `[` are wildcards in GLOB; plain words contain none.
  if (/^[\p{L}\p{N} '-]+$/u.test(value)) {
    // A word of a comment is not what its row is.
    const said = columns.filter((name) => !COMMENTS.test(name));
    const named = `c IN (${listOf(said)})`;
    const within = `${named} AND (${forms.map((form) => hasWord('v', form, isWhole)).join(' OR ')})`;
    const [like] = await find(within);
    if (like) {
      const column = String(like['c']);
      const name = quoted(column);
      const isFew = Number(like['different']) <= MOST_VALUES;
      const sql = isFew
        ? `${name} IN (${listOf(await written(within, like['p']))})`
        : `(${forms.map((form) => hasWord(`lower(${name})`, form, isWhole)).join(' OR ')})`;
      return { sql, column, is: `has “${value}”` };
    }
  }
  return isWhole ? undefined : stateFor(value, columns, ask);
}

function formsOf(value: string): string[] {
  return [...new Set([...writtenForms(value), singular(value), pluralOf(value)])];
}

function hasWord(text: string, word: string, isLast: boolean): string {
  const plain = word.replaceAll("'", "''");
  const is = `instr(${text}, '${plain}') > 0`;
  // A software engineer is an engineer, an engineering manager is not: the last word says what a thing is.
  if (isLast)
    return `${is} AND (' ' || ${text} GLOB '*${APART}${plain}' OR ' ' || ${text} GLOB '*${APART}${plain} [(0-9]*')`;
  return `${is} AND ' ' || ${text} || ' ' GLOB '*${APART}${plain}${APART}*'`;
}

function listOf(values: readonly string[]): string {
  return values.map((value) => `'${value.replaceAll("'", "''")}'`).join(', ');
}

/** Tells whether the words occur at all: in a value, as a state or a sex. */
async function occur(words: readonly string[], columns: readonly TableColumn[], ask: Ask): Promise<boolean> {
  const missing = words.filter(
    (word) =>
      !isState(word) &&
      !SAID_OF_ROWS.test(word) &&
      !sexOf(word, columns) &&
      !columns.some(({ name }) => spokenName(name).includes(singular(word))),
  );
  if (missing.length === 0) return true;
  // A form may stand for the word alone.
  const looks = missing.map((word, at) => {
    const test = formsOf(word).map((form) => `instr(v, '${form.replaceAll("'", "''")}') > 0`);
    return `max(${test.join(' OR ')}) AS w${at}`;
  });
  const [row] = await ask(`SELECT ${looks.join(', ')} FROM ${VALUES}`);
  return missing.every((_, at) => row?.[`w${at}`] === 1);
}

function pluralOf(value: string): string {
  if (/[^aeiou]y$/.test(value)) return `${value.slice(0, -1)}ies`;
  return /(?:s|x|z|ch|sh)$/.test(value) ? `${value}es` : `${value}s`;
}

/** `Open` means every status that is not a final one. */
async function stateFor(word: string, columns: string[], ask: Ask): Promise<Condition | undefined> {
  if (!isState(word)) return undefined;
  for (const column of columns.filter((name) => STATES.test(name))) {
    const name = quoted(column);
    const [row] = await ask(
      `SELECT count(DISTINCT ${name}) AS n, json_group_array(DISTINCT ${name}) AS v FROM data WHERE ${name} <> ''`,
    );
    if (Number(row?.['n']) > MOST_STATES || typeof row?.['v'] !== 'string') continue;
    const values = openValues(word, (JSON.parse(row['v']) as unknown[]).map(String));
    if (!values) continue;
    const list = listOf(values);
    const said = values.length > 1 ? `${values.slice(0, -1).join(', ')} or ${values.at(-1)}` : values[0]!;
    return { sql: `${name} IN (${list})`, column, is: `is ${said}` };
  }
  return undefined;
}
