// Answers questions in words with a figure or rows from a table of the library: finds the table and builds the
// SELECT. Loads only a few tables.
import { plainTitle } from '../../core/plain-title.ts';
import { figureChain } from '../../core/going-on.ts';
import type {
  ComputedQuestion,
  ComputeScope,
  TableDocuments,
  TabularScope,
} from '../../core/ports/tables.ts';
import type { JsonObject } from '../../base/json.ts';
import { asksForContent } from '../../core/asked-figure.ts';
import type { DocumentMeta } from '../../core/document.ts';
import { TABLE_ROWS, type TableInfo } from '../../core/table.ts';
import { labelOf, namingColumn } from './asked-columns.ts';
import type { Condition, Figure, Plan } from './asked-plan.ts';
import { changed, changedConditions, changeOf, planOf } from './asked-question.ts';
import { conditionsOf, whereOf, wordsOf } from './conditions.ts';
import { allTabular } from './meant-documents.ts';
import { quoted } from './sql-names.ts';

/** Tables read per question: those named in it first, then the newest. */
const MOST_TABLES = 6;
const MOST_GROUPS = 100;
/** Groups shown beyond the requested number because they share its last place. */
const MOST_TIED = 9;

/** Queries one table; returns the rows. */
export type AskTable = (sql: string, document: string) => Promise<JsonObject[]>;

export interface Tabular {
  list: TableDocuments['list'];
  /** The first table of a document. */
  infoOf(document: string): Promise<TableInfo | undefined>;
  ask: AskTable;
}

/** @returns undefined unless exactly one table understands every word of the question */
export async function computedQuestion(
  question: string,
  { previous, ...scope }: ComputeScope,
  { list, infoOf, ask }: Tabular,
): Promise<ComputedQuestion | undefined> {
  const chain = figureChain(question, previous);
  const isChange = chain.length > 1;
  const lower = chain.join(' ').toLowerCase();
  const isNamed = (title: string): boolean =>
    (title.toLowerCase().match(/\p{L}{3,}/gu) ?? []).some((word) => lower.includes(word.replace(/s$/, '')));
  const tabular = await allTabular({ list }, scope);
  if (!isChange && asksForContent(question)) return contentOf(tabular, lower, scope, infoOf);
  const near = [
    ...tabular.filter(({ title }) => isNamed(title)),
    ...tabular.filter(({ title }) => !isNamed(title)),
  ].slice(0, MOST_TABLES);
  const plans = (
    await Promise.all(
      near.map(async ({ id, title, source, source_id }) => {
        const info = await infoOf(id).catch(() => undefined);
        const understood = info && (await understoodBy(info, chain, (sql) => ask(sql, id)));
        return understood && { id, title, source, source_id, info, ...understood };
      }),
    )
  ).filter((one) => one !== undefined);
  const most = Math.max(0, ...plans.map(({ plan }) => plan.parts));
  const [best, ...others] = plans.filter(({ plan }) => plan.parts === most);
  // If two tables could be meant, neither is used.
  if (!best || others.length > 0) return undefined;
  const { plan, conditions, info } = best;
  const values = typeof plan.list === 'object' ? plan.list.values : undefined;
  const counted = values === undefined ? 'count(*)' : `count(DISTINCT ${quoted(values)})`;
  const [{ n } = {}] = await ask(`SELECT ${counted} AS n FROM data${whereOf(conditions)}`, best.id);
  // One row is a lookup, not a computation, except in a span of time. No row is an answer to `and in May?`.
  const least = isChange ? 0 : plan.answers || plan.conditions.length > 0 ? 1 : 2;
  if (typeof n !== 'number' || n < least) return undefined;
  const where = wordsOf(conditions);
  const isEmpty = n === 0;
  return {
    sql: isEmpty
      ? `SELECT ${ROWS_COUNTED} FROM data${whereOf(conditions)}`
      : plan.list
        ? listOf(plan, conditions, info)
        : sqlOf(plan, conditions),
    document: best.id,
    title: plainTitle(best.title),
    source: best.source,
    source_id: best.source_id,
    of: info.rows,
    ...(where !== undefined && { where }),
    ...(where !== undefined && !plan.list && { rows: n }),
    ...(plan.list && !isEmpty && { list: { count: n, ...(values !== undefined && { values }) } }),
  };
}

const ROWS_COUNTED = 'count(*) AS rows';

/** Parses the first question, then what each further one changes. Undefined when a word is not understood. */
async function understoodBy(
  table: TableInfo,
  chain: readonly string[],
  ask: (sql: string) => Promise<JsonObject[]>,
): Promise<{ plan: Plan; conditions: Condition[] } | undefined> {
  let before: { plan: Plan; conditions: Condition[] } | undefined;
  for (const question of chain) {
    // "And how many orders are open?" is complete.
    const whole = !before || ASKS.test(question) ? planOf(question, table) : undefined;
    const change = before && !whole ? changeOf(question, table, before.plan) : undefined;
    const next = whole ?? change;
    const found = next && (await conditionsOf(next, table, ask));
    const share = whole?.share && (await conditionsOf(whole.share, table, ask));
    if (!found || (whole?.share && !share)) return undefined;
    if (whole)
      before = {
        plan: { ...whole, ...(share && { share: { conditions: share, values: [] } }) },
        conditions: found,
      };
    else if (before && change)
      before = {
        plan: changed(before.plan, change),
        conditions: changedConditions(before.conditions, found),
      };
  }
  return before;
}

const ASKS = /\b(?:how|who|which|what(?! about)|list|show)\b/i;

/** Rows that show what a table contains. */
const SHOWN = 5;

/** Describes the one table that the question names by its title, or is limited to. */
async function contentOf(
  tabular: readonly DocumentMeta[],
  question: string,
  { documents = [] }: TabularScope,
  infoOf: Tabular['infoOf'],
): Promise<ComputedQuestion | undefined> {
  const asked = plain(question);
  const named = tabular.filter(({ id, title }) =>
    documents.length > 0 ? documents.includes(id) : asked.includes(` ${plain(plainTitle(title)).trim()} `),
  );
  const [only] = named;
  if (!only || named.length > 1) return undefined;
  const info = await infoOf(only.id).catch(() => undefined);
  if (!info) return undefined;
  return {
    sql: `SELECT * FROM data LIMIT ${SHOWN}`,
    document: only.id,
    title: plainTitle(only.title),
    source: only.source,
    source_id: only.source_id,
    of: info.rows,
    columns: info.columns.map(({ name }) => name),
  };
}

function plain(text: string): string {
  return ` ${text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()} `;
}

/** The name column and the columns in the question come first: a narrow screen shows only these at once. */
function listOf({ list, answers }: Plan, conditions: Condition[], { columns }: TableInfo): string {
  const limit = `LIMIT ${TABLE_ROWS.most}`;
  if (typeof list === 'object') {
    const name = quoted(list.values);
    const where = whereOf([...conditions, { sql: `${name} <> ''`, column: list.values, is: 'not empty' }]);
    return `SELECT DISTINCT ${name} FROM data${where} ORDER BY 1 ${limit}`;
  }
  const where = whereOf(conditions);
  const names = columns.map(({ name }) => name);
  const naming = columns[0]?.type === 'number' ? namingColumn(columns)?.name : undefined;
  const ordered = new Set([
    answers ?? naming ?? names[0]!,
    ...conditions.map(({ column }) => column),
    ...names,
  ]);
  return `SELECT ${[...ordered].map(quoted).join(', ')} FROM data${where} ${limit}`;
}

function sqlOf(plan: Plan, conditions: Condition[]): string {
  const { figure, share, group, top } = plan;
  const { sql, label } = share ? shareOf(share.conditions) : figureOf(figure);
  const selected = `${sql} AS ${quoted(label)}`;
  const from = figure.how === 'median' ? middleRows(plan, conditions) : `data${whereOf(conditions)}`;
  if (!group) return `SELECT ${selected} FROM ${from}`;
  const groups = `${group.sql} AS ${quoted(group.label)}, ${selected}`;
  if (top) {
    // Groups that share a place are all shown: none of them is the only best one.
    const ranked = `SELECT ${groups}, rank() OVER (ORDER BY ${sql} ${top.order}) AS ${RANK} FROM ${from} GROUP BY 1`;
    return `SELECT ${quoted(group.label)}, ${quoted(label)} FROM (${ranked}) WHERE ${RANK} <= ${top.limit} ORDER BY 2 ${top.order}, 1 LIMIT ${top.limit + MOST_TIED}`;
  }
  return `SELECT ${groups} FROM ${from} GROUP BY 1 ORDER BY ${group.sql.startsWith('substr') ? '1' : '2 DESC'} LIMIT ${MOST_GROUPS}`;
}

const RANK = quoted('#rank');

function figureOf({ how, column }: Figure): { sql: string; label: string } {
  if (column === undefined) return { sql: 'count(*)', label: 'rows' };
  const name = quoted(column);
  if (how === 'count') return { sql: `count(DISTINCT ${name})`, label: `different ${column}` };
  return { sql: `round(${how === 'median' ? 'avg' : how}(${name}), 2)`, label: labelOf(how, column) };
}

/** The one or two rows in the middle of each group. */
function middleRows({ figure: { column = '' }, group }: Plan, conditions: Condition[]): string {
  const name = quoted(column);
  const parts = group ? `PARTITION BY ${group.sql} ` : '';
  const place = `row_number() OVER (${parts}ORDER BY ${name}) AS place, count(*) OVER (${parts}) AS places`;
  const where = whereOf([...conditions, { sql: `${name} IS NOT NULL`, column, is: 'not empty' }]);
  return `(SELECT *, ${place} FROM data${where}) WHERE place IN ((places + 1) / 2, (places + 2) / 2)`;
}

function shareOf(conditions: readonly Condition[]): { sql: string; label: string } {
  const sql = conditions.map((one) => one.sql).join(' AND ');
  return {
    sql: `round(100.0 * sum(CASE WHEN ${sql} THEN 1 ELSE 0 END) / count(*), 1)`,
    label: `percent where ${wordsOf(conditions) ?? ''}`,
  };
}
