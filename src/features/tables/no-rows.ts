// Answers a question about days that a table lacks with the days that it has.
import type { JsonObject } from '../../base/json.ts';
import type { ComputedQuestion } from '../../core/ports/tables.ts';
import type { TableColumn } from '../../core/table.ts';
import type { Condition } from './asked-plan.ts';
import { whereOf } from './conditions.ts';
import { quoted } from './sql-names.ts';

/** @returns undefined unless the table has such rows on other days */
export async function otherDays(
  conditions: readonly Condition[],
  columns: readonly TableColumn[],
  ask: (sql: string) => Promise<JsonObject[]>,
): Promise<Required<Pick<ComputedQuestion, 'lacks'>> | undefined> {
  const dated = conditions.find(({ part }) => part !== undefined);
  if (!dated) return undefined;
  const rest = conditions.filter(({ part }) => part === undefined);
  const day = quoted(dated.column);
  const [row] = await ask(
    `SELECT count(*) AS n, min(${day}) AS first, max(${day}) AS last FROM data${whereOf(rest)}`,
  );
  if (Number(row?.['n'] ?? 0) === 0) return undefined;
  const { first, last } = row ?? {};
  const isDate = columns.some(({ name, type }) => name === dated.column && type === 'date');
  const asked = conditions.flatMap(({ part, is }) =>
    part === undefined ? [] : is.replace(/^is (?:in )?/, ''),
  );
  const ends = isDate && typeof first === 'string' && typeof last === 'string';
  return { lacks: { asked, ...(ends && { column: dated.column, first, last }) } };
}
