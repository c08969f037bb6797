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
import { isBareCode, namingColumn } from './asked-columns.ts';
import { chosen } from './choose-table.ts';
import type { Condition, Plan } from './asked-plan.ts';
import { changed, changedConditions, changeOf, planOf } from './asked-question.ts';
import { areComparable } from './comparable-figures.ts';
import { onOneSide } from './ledger-sides.ts';
import { extremeCondition } from './asked-extremes.ts';
import { asPercent, isAmount, sqlOf } from './figure-sql.ts';
import { conditionsOf, statusesOf, whereOf, wordsOf } from './conditions.ts';
import { allTabular } from './meant-documents.ts';
import { leadingNames, withNames } from './leading-name.ts';
import { otherDays } from './no-rows.ts';
import { quoted } from './sql-names.ts';
import { VALUES } from './value-table.ts';

/** Tables read per question: those named in it first, then the newest. */
const MOST_TABLES = 6;

/** Queries one table, as `data`; returns the rows. */
export type AskTable = (sql: string, of: { document: string; table: number }) => Promise<JsonObject[]>;

export interface Tabular {
  list: TableDocuments['list'];
  /** The tables of a document, such as the sheets of a workbook. */
  tablesOf(document: string): Promise<readonly TableInfo[]>;
  ask: AskTable;
}

/** @returns undefined unless exactly one table understands every word of the question */
export async function computedQuestion(
  question: string,
  { previous, ...scope }: ComputeScope,
  { list, tablesOf, ask }: Tabular,
): Promise<ComputedQuestion | undefined> {
  const chain = figureChain(question, previous);
  const isChange = chain.length > 1;
  const lower = chain.join(' ').toLowerCase();
  const isNamed = (title: string): boolean =>
    (title.toLowerCase().match(/\p{L}{3,}/gu) ?? []).some((word) => lower.includes(word.replace(/s$/, '')));
  const tabular = await allTabular({ list }, scope);
  if (!isChange && asksForContent(question)) return contentOf(tabular, lower, scope, tablesOf);
  const near = [
    ...tabular.filter(({ title }) => isNamed(title)),
    ...tabular.filter(({ title }) => !isNamed(title)),
  ].slice(0, MOST_TABLES);
  const plans = (await Promise.all(near.map((meta) => plansOf(meta, chain, { tablesOf, ask })))).flat();
  const [only, ...others] = await chosen(plans, chain);
  // If two tables could be meant, neither is used.
  if (!only || others.length > 0) return undefined;
  const best = await onOneSide(chain.join(' '), only, only.ask);
  const { conditions, info, meta } = best;
  const plan = await withNames(await counting(best.plan, best.ask), info.columns, best.ask);
  const values = await valuesOf(plan, conditions, best.ask);
  const counted = values === undefined ? 'count(*)' : `count(DISTINCT ${quoted(values)})`;
  const [{ n } = {}] = await best.ask(`SELECT ${counted} AS n FROM data${whereOf(conditions)}`);
  if (typeof n !== 'number') return undefined;
  // The last one is that of the extreme, which no rows have.
  const stated = n === 0 && plan.extreme ? conditions.slice(0, -1) : conditions;
  const lacking = n === 0 && !isChange ? await otherDays(stated, info.columns, best.ask) : undefined;
  if (!lacking && n < leastOf({ ...best, plan }, isChange)) return undefined;
  if (await holdsTotals(plan, conditions, best.ask)) return undefined;
  if (await isFlat(plan, conditions, best.ask)) return undefined;
  if (await lacksFactors(plan, conditions, best.ask)) return undefined;
  if (!(await areComparable(chain.join(' '), { ...best, plan }, best.ask))) return undefined;
  const where = wordsOf(stated);
  const isEmpty = n === 0;
  const listed = values === undefined ? plan.list : { values };
  const sql = isEmpty
    ? `SELECT ${ROWS_COUNTED} FROM data${whereOf(stated)}`
    : listed
      ? listOf({ ...plan, list: listed }, conditions, info)
      : sqlOf(plan, conditions, info.columns);
  return {
    // `data` is the document's first table.
    sql: best.table === 0 ? sql : sql.replaceAll('FROM data', `FROM ${quoted(info.name)}`),
    document: meta.id,
    title: plainTitle(meta.title),
    source: meta.source,
    source_id: meta.source_id,
    of: info.rows,
    ...(where !== undefined && { where }),
    ...(where !== undefined && !listed && { rows: n }),
    ...lacking,
    ...(!listed && isAmount(plan.figure, info.columns) && { hasCents: true as const }),
    ...(listed && !isEmpty && { list: { count: n, ...(values !== undefined && { values }) } }),
  };
}

/** Tables read per document. */
const MOST_SHEETS = 12;

async function plansOf(
  meta: DocumentMeta,
  chain: readonly string[],
  { tablesOf, ask }: Pick<Tabular, 'tablesOf' | 'ask'>,
) {
  const infos = await tablesOf(meta.id).catch(() => []);
  const plans = await Promise.all(
    infos.slice(0, MOST_SHEETS).map(async (info, table) => {
      const isAlone = infos.every((one) => one === info || one.name !== info.name);
      if (table > 0 && !isAlone) return undefined;
      const askThis = (sql: string) => ask(sql, { document: meta.id, table });
      const understood = await understoodBy(info, chain, askThis);
      return understood && { meta, info, table, ask: askThis, ...understood };
    }),
  );
  return plans.filter((one) => one !== undefined);
}

/** Counts the different values of a column that has some of them several times. */
async function counting(plan: Plan, ask: (sql: string) => Promise<JsonObject[]>): Promise<Plan> {
  const { counts } = plan;
  if (counts === undefined) return plan;
  const [row] = await ask(`SELECT count(*) AS n, count(DISTINCT ${quoted(counts)}) AS v FROM data`);
  return row?.['n'] === row?.['v'] ? plan : { ...plan, figure: { how: 'count', column: counts } };
}

/** A kind of which a table rarely has more. */
const MOST_KINDS = 60;

/** Some rows are totals of others, such as `World` beside countries: they must not be added up together. */
async function holdsTotals(
  { figure, group, list, share }: Plan,
  conditions: readonly Condition[],
  ask: (sql: string) => Promise<JsonObject[]>,
): Promise<boolean> {
  if (list || share || figure.how === 'max' || figure.how === 'min') return false;
  const known = [group?.label ?? '', ...conditions.map(({ column }) => column)];
  const others = known.map((name) => `'${name.replaceAll("'", "''")}'`).join(', ');
  const kinds = `SELECT p FROM ${VALUES} GROUP BY p HAVING count(*) BETWEEN 3 AND ${MOST_KINDS}`;
  const [row] = await ask(
    `SELECT count(*) AS n FROM ${VALUES} WHERE c NOT IN (${others}) AND p IN (${kinds}) AND n > 1 AND (v GLOB 'all [a-z]*' OR v IN (${TOTALS}))`,
  );
  return Number(row?.['n'] ?? 0) > 0;
}

/** Each group has one row, so none has the most of them. */
async function isFlat(
  { top, group, figure }: Plan,
  conditions: readonly Condition[],
  ask: (sql: string) => Promise<JsonObject[]>,
): Promise<boolean> {
  if (!top || !group || figure.column !== undefined) return false;
  const counts = `SELECT count(*) AS n FROM data${whereOf(conditions)} GROUP BY ${group.sql}`;
  const [row] = await ask(`SELECT max(n) AS most, count(*) AS groups FROM (${counts})`);
  return row?.['most'] === 1 && Number(row['groups']) > 1;
}

/** A row lacks its price or its number: the sum of products would leave it out. */
async function lacksFactors(
  { figure: { column, times } }: Plan,
  conditions: readonly Condition[],
  ask: (sql: string) => Promise<JsonObject[]>,
): Promise<boolean> {
  if (column === undefined || times === undefined) return false;
  const [row] = await ask(
    `SELECT count(*) AS n, count(${quoted(column)} * ${quoted(times)}) AS v FROM data${whereOf([...conditions])}`,
  );
  return row?.['n'] !== row?.['v'];
}

const TOTALS = ['all', 'total', 'totals', 'overall', 'grand total', 'world', 'gesamt', 'insgesamt', 'alle']
  .map((word) => `'${word}'`)
  .join(', ');

/** The column whose different values are the answer. */
async function valuesOf(
  { list, answers, isDistinct }: Plan,
  conditions: Condition[],
  ask: (sql: string) => Promise<JsonObject[]>,
): Promise<string | undefined> {
  if (typeof list === 'object') return list.values;
  if (!isDistinct || answers === undefined) return undefined;
  const name = quoted(answers);
  const [row] = await ask(
    `SELECT count(*) AS n, count(DISTINCT ${name}) AS v FROM data${whereOf(conditions)}`,
  );
  return row?.['n'] === row?.['v'] ? undefined : answers;
}

/** The figure of one row that is found by its name is a lookup, not a computation. No row answers `and in May?`. */
function leastOf(
  { plan, conditions, info: { columns } }: { plan: Plan; conditions: Condition[]; info: TableInfo },
  isChange: boolean,
): number {
  if (isChange) return 0;
  const naming = [columns[0]?.name, namingColumn(columns)?.name];
  const isLookup = !plan.isKind && !plan.statuses && conditions.some(({ column }) => naming.includes(column));
  const isOne = conditions.length === 0 || (isLookup && plan.conditions.length === 0);
  return plan.list || plan.figure.column === undefined || !isOne ? 1 : 2;
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
    const statuses = found && whole?.statuses && (await statusesOf(whole, table, ask));
    if (whole?.statuses && !statuses) return undefined;
    // "Who is Lena?" is not answered by what Lena did.
    if (whole?.isDistinct && found?.some(({ column }) => column === whole.answers)) return undefined;
    const share = whole?.share && (await conditionsOf(whole.share, table, ask));
    if (!found || (whole?.share && !share)) return undefined;
    if (whole)
      before = {
        plan: {
          ...whole,
          // A table that marks what is paid tells more of it.
          parts: whole.parts + (statuses?.length ?? 0),
          ...(share && { share: { conditions: share, values: [] } }),
        },
        conditions: [...found, ...(statuses ?? [])],
      };
    else if (before && change)
      before = {
        plan: changed(before.plan, change),
        conditions: changedConditions(before.conditions, found),
      };
  }
  const extreme = before?.plan.extreme;
  if (!before || !extreme) return before;
  const ended = extremeCondition(extreme, whereOf(before.conditions));
  return { plan: before.plan, conditions: [...before.conditions, ended] };
}

const ASKS = /\b(?:how|who|which|what(?! about)|list|show)\b/i;

/** Rows that show what a table contains. */
const SHOWN = 5;

/** Describes the one table that the question names by its title, or is limited to. */
async function contentOf(
  tabular: readonly DocumentMeta[],
  question: string,
  { documents = [] }: TabularScope,
  tablesOf: Tabular['tablesOf'],
): Promise<ComputedQuestion | undefined> {
  const asked = plain(question);
  const named = tabular.filter(({ id, title }) =>
    documents.length > 0 ? documents.includes(id) : asked.includes(` ${plain(plainTitle(title)).trim()} `),
  );
  const [only] = named;
  if (!only || named.length > 1) return undefined;
  const [info] = await tablesOf(only.id).catch(() => []);
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
function listOf(
  { list, answers, extreme, ages }: Plan,
  conditions: Condition[],
  { columns }: TableInfo,
): string {
  const limit = `LIMIT ${TABLE_ROWS.most}`;
  if (typeof list === 'object') {
    const name = quoted(list.values);
    const where = whereOf([...conditions, { sql: `${name} <> ''`, column: list.values, is: 'not empty' }]);
    return `SELECT DISTINCT ${name} FROM data${where} ORDER BY 1 ${limit}`;
  }
  const where = whereOf(conditions);
  const names = columns.map(({ name }) => name);
  const isNamed = columns[0] && columns[0].type !== 'number' && !isBareCode(columns[0]);
  const naming = isNamed ? leadingNames(columns[0], columns) : [namingColumn(columns)?.name ?? names[0]!];
  const isPercent = columns.some((one) => one.isPercent && one.name === extreme?.column);
  // The column, not what is shown of it.
  const ordering = extreme && `${quoted(extreme.column)}${isPercent ? ' + 0' : ''} ${extreme.order}`;
  const order = ordering ? ` ORDER BY ${ordering}` : '';
  const leading = answers !== undefined ? [answers] : naming.length > 0 ? naming : [names[0]!];
  const ordered = new Set([...leading, ...conditions.map(({ column }) => column), ...names]);
  const percents = new Set(columns.flatMap(({ name, isPercent }) => (isPercent ? [name] : [])));
  const shown = (name: string): string =>
    percents.has(name) ? `${asPercent(quoted(name))} AS ${quoted(name)}` : quoted(name);
  const selected = [...ordered].map(shown);
  if (ages !== undefined) selected.splice(leading.length, 0, `${ageSql(ages)} AS age`);
  return `SELECT ${selected.join(', ')} FROM data${where}${order} ${limit}`;
}

/** Whole years since a date. */
function ageSql(column: string): string {
  return `(strftime('%Y%m%d', 'now') - strftime('%Y%m%d', ${quoted(column)})) / 10000`;
}
