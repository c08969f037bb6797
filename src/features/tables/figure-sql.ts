// The SQL of a figure: one for all rows, or one for each group.
import type { TableColumn } from '../../core/table.ts';
import { labelOf } from './asked-columns.ts';
import type { Condition, Figure, Plan } from './asked-plan.ts';
import { whereOf, wordsOf } from './conditions.ts';
import { quoted } from './sql-names.ts';

const MOST_GROUPS = 100;
/** Groups shown beyond the requested number because they share its last place. */
const MOST_TIED = 9;

/** Figures of percentages are shown with their sign, and ordered as numbers. */
export function sqlOf(plan: Plan, conditions: Condition[], columns: readonly TableColumn[]): string {
  const { figure, share, group, top, names = [] } = plan;
  const { sql, label } = share ? shareOf(share.conditions) : figureOf(figure);
  const isPercent = share !== undefined || isOfPercent(figure, columns);
  const selected = `${isPercent ? asPercent(sql) : sql} AS ${quoted(label)}`;
  const from = figure.how === 'median' ? middleRows(plan, conditions) : `data${whereOf(conditions)}`;
  if (!group) return `SELECT ${selected} FROM ${from}`;
  const named = names.map((name) => `min(${quoted(name)}) AS ${quoted(name)}, `).join('');
  const groups = `${named}${group.sql} AS ${quoted(group.label)}, ${selected}`;
  if (top) {
    // Groups that share a place are all shown: none of them is the only best one.
    const ranked = `SELECT ${groups}, rank() OVER (ORDER BY ${sql} ${top.order}) AS ${RANK} FROM ${from} GROUP BY ${group.sql}`;
    const shown = [...names, group.label, label].map(quoted).join(', ');
    return `SELECT ${shown} FROM (${ranked}) WHERE ${RANK} <= ${top.limit} ORDER BY ${RANK}, 1 LIMIT ${top.limit + MOST_TIED}`;
  }
  return `SELECT ${groups} FROM ${from} GROUP BY ${group.sql} ORDER BY ${group.sql.startsWith('substr') ? '1' : `${sql} DESC`} LIMIT ${MOST_GROUPS}`;
}

const RANK = quoted('#rank');

function isOfPercent({ how, column }: Figure, columns: readonly TableColumn[]): boolean {
  return how !== 'count' && columns.some(({ name, isPercent }) => name === column && isPercent === true);
}

/** Tells whether a figure is an amount of money, by the cells that it is computed from. */
export function isAmount({ how, column, times }: Figure, columns: readonly TableColumn[]): boolean {
  return how !== 'count' && columns.some((one) => one.hasCents && [column, times].includes(one.name));
}

/** The number with its sign, as `31.5%`; nothing for no number. */
export function asPercent(sql: string): string {
  return `CASE WHEN (${sql}) IS NULL THEN NULL ELSE printf('%.12g%%', ${sql}) END`;
}

function figureOf({ how, column, times, per, isSpent }: Figure): { sql: string; label: string } {
  if (column === undefined) return { sql: 'count(*)', label: 'rows' };
  const name = isSpent ? `-${quoted(column)}` : quoted(column);
  if (per) {
    const sql = `round(1.0 * sum(${name}) / count(DISTINCT ${per.sql}), 2)`;
    return { sql, label: `${labelOf('avg', column)} per ${per.label}` };
  }
  if (times !== undefined) {
    const label = `${labelOf('sum', times)} × ${column}`;
    return { sql: `round(sum(${name} * ${quoted(times)}), 2)`, label };
  }
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
