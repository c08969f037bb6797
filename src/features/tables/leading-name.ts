// The columns that say what a row is, where the first one only numbers it: `Name` beside `Employee ID`.
import type { JsonObject } from '../../base/json.ts';
import type { TableColumn } from '../../core/table.ts';
import { isBareCode, isIdentifier, namingColumn } from './asked-columns.ts';
import type { Plan } from './asked-plan.ts';
import { quoted } from './sql-names.ts';

/** @param column beside which a name says more if it holds codes or numbers of rows */
export function leadingNames(
  column: TableColumn | undefined,
  columns: readonly TableColumn[],
): readonly string[] {
  if (!column || !isIdentifier(column)) return [];
  const naming = namingColumn(columns);
  if (!naming || naming.name === column.name) return [];
  const last = /^(?:first|given)[ _-]?name$/i.test(naming.name)
    ? columns.find(({ name }) => /^(?:last|family)[ _-]?name$|^surname$/i.test(name))
    : undefined;
  // Beside an order number, a customer is not the name of the order.
  const isName = /(?:^|[ _-])(?:name|title)$/i.test(naming.name) || last !== undefined;
  return isName || isBareCode(column) ? [naming, last].flatMap((one) => one?.name ?? []) : [];
}

/** Adds the names of groups that are single rows, such as the employees behind their numbers. */
export async function withNames(
  plan: Plan,
  columns: readonly TableColumn[],
  ask: (sql: string) => Promise<JsonObject[]>,
): Promise<Plan> {
  const column = columns.find(({ name }) => name === plan.group?.label);
  const names = leadingNames(column, columns);
  if (!column || names.length === 0) return plan;
  const [row] = await ask(`SELECT count(*) AS n, count(DISTINCT ${quoted(column.name)}) AS v FROM data`);
  return row?.['n'] === row?.['v'] ? { ...plan, names } : plan;
}
