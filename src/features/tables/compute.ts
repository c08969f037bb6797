// Questions in words that a table of the library answers with a figure: which table, and the SELECT. Loads no more than a few.
import { plainTitle } from '../../core/plain-title.ts';
import type { ComputedQuestion, TableDocuments, TabularScope } from '../../core/ports/tables.ts';
import type { JsonObject } from '../../base/json.ts';
import type { TableInfo } from '../../core/table.ts';
import { planOf, type Plan } from './asked-plan.ts';
import { allTabular } from './meant-documents.ts';
import { quoted } from './sql-names.ts';

/** Tables that are read for one question: those whose names are in it first, then the newest. */
const MOST_TABLES = 6;
const MOST_GROUPS = 100;

/** What asks one table; rows of the answer. */
export type AskTable = (sql: string, document: string) => Promise<JsonObject[]>;

export interface Tabular {
  list: TableDocuments['list'];
  /** The first table of a document. */
  infoOf(document: string): Promise<TableInfo | undefined>;
  ask: AskTable;
}

/** @returns undefined unless every word of the question is understood by just one table */
export async function computedQuestion(
  question: string,
  scope: TabularScope,
  { list, infoOf, ask }: Tabular,
): Promise<ComputedQuestion | undefined> {
  const lower = question.toLowerCase();
  const isNamed = (title: string): boolean =>
    (title.toLowerCase().match(/\p{L}{3,}/gu) ?? []).some((word) => lower.includes(word.replace(/s$/, '')));
  const tabular = await allTabular({ list }, scope);
  const near = [
    ...tabular.filter(({ title }) => isNamed(title)),
    ...tabular.filter(({ title }) => !isNamed(title)),
  ].slice(0, MOST_TABLES);
  const plans = (
    await Promise.all(
      near.map(async ({ id, title }) => {
        const info = await infoOf(id).catch(() => undefined);
        const plan = info && planOf(question, info);
        const conditions = plan && (await conditionsOf(plan, info, (sql) => ask(sql, id)));
        return conditions ? { id, title, plan, conditions } : undefined;
      }),
    )
  ).filter((one) => one !== undefined);
  const most = Math.max(0, ...plans.map(({ plan }) => plan.parts));
  const [best, ...others] = plans.filter(({ plan }) => plan.parts === most);
  // Of two tables that could both be meant neither is right.
  if (!best || others.length > 0) return undefined;
  // One row is found, not computed.
  const [{ n } = {}] = await ask(`SELECT count(*) AS n FROM data${whereOf(best.conditions)}`, best.id);
  if (typeof n !== 'number' || n < 2) return undefined;
  return {
    sql: sqlOf(best.plan, best.conditions),
    document: best.id,
    title: plainTitle(best.title),
  };
}

function sqlOf({ select, label, group, top }: Plan, conditions: string[]): string {
  const where = whereOf(conditions);
  const figure = `${select} AS ${quoted(label)}`;
  if (!group) return `SELECT ${figure} FROM data${where}`;
  const groups = `SELECT ${group.sql} AS ${quoted(group.label)}, ${figure} FROM data${where} GROUP BY 1`;
  if (top) return `${groups} ORDER BY 2 ${top.order} LIMIT ${top.limit}`;
  return `${groups} ORDER BY ${group.sql.startsWith('substr') ? '1' : '2 DESC'} LIMIT ${MOST_GROUPS}`;
}

function whereOf(conditions: string[]): string {
  return conditions.length > 0 ? ` WHERE ${conditions.join(' AND ')}` : '';
}

/** The plan's own conditions and one for each value. Undefined: a word is no value of the table. */
async function conditionsOf(
  { conditions, values }: Plan,
  { columns }: TableInfo,
  ask: (sql: string) => Promise<JsonObject[]>,
): Promise<string[] | undefined> {
  const texts = columns.filter(({ type }) => type === 'text').map(({ name }) => name);
  const found = [...conditions];
  for (const run of values) {
    for (let at = 0; at < run.length;) {
      let length = run.length - at;
      let condition: string | undefined;
      for (; length > 0; length--) {
        condition = await conditionFor(run.slice(at, at + length).join(' '), texts, ask);
        if (condition !== undefined) break;
      }
      if (condition === undefined) return undefined;
      found.push(condition);
      at += length;
    }
  }
  return found;
}

/** Where this is a value: a cell that is equal to it, else one that has it among its words. */
async function conditionFor(
  value: string,
  columns: string[],
  ask: (sql: string) => Promise<JsonObject[]>,
): Promise<string | undefined> {
  const text = value.replaceAll("'", "''");
  // `%` and `_` stand for others in LIKE; words have neither.
  const within = /^[\p{L}\p{N} '-]+$/u.test(value) ? [text, text.replace(/s$/, '')] : [];
  const tests = [
    (name: string) => `lower(${quoted(name)}) = '${text}'`,
    ...within.map((word) => (name: string) => `' ' || lower(${quoted(name)}) || ' ' LIKE '% ${word} %'`),
  ];
  for (const test of tests) {
    if (columns.length === 0) return undefined;
    const looks = columns.map((name, index) => `max(${test(name)}) AS ${quoted(`c${index}`)}`);
    const [row] = await ask(`SELECT ${looks.join(', ')} FROM data`);
    const column = columns.find((_, index) => row?.[`c${index}`] === 1);
    if (column !== undefined) return test(column);
  }
  return undefined;
}
