// Account statements: what was spent is below zero, what came in above. A question about one side leaves out the other.
import type { JsonObject } from '../../base/json.ts';
import type { TableInfo } from '../../core/table.ts';
import { isBalance, namesOfRows } from './account-columns.ts';
import type { Condition, Plan } from './asked-plan.ts';
import { moneyColumn } from './asked-columns.ts';
import { extremeCondition } from './asked-extremes.ts';
import { whereOf } from './conditions.ts';
import { quoted } from './sql-names.ts';

const SPENDING =
  /\b(?:spen[dt]|spending|expenses?|expenditures?|costs?|pa(?:y|id)|payments?|purchases?|ausgaben?|ausgegeben|bezahlt|dépenses?|gastos?)\b/i;
const INCOME =
  /\b(?:earn(?:ed|ings?)?|incomes?|receive[ds]?|deposits?|deposited|came in|made|einnahmen?|eingenommen|verdient|recettes?|revenus?|ingresos?)\b/i;

interface Asked {
  plan: Plan;
  conditions: Condition[];
  info: TableInfo;
}

/** @returns the same unless the table has both sides, and the question is about one of them */
export async function onOneSide<Of extends Asked>(
  question: string,
  of: Of,
  ask: (sql: string) => Promise<JsonObject[]>,
): Promise<Of> {
  const { plan, conditions, info } = of;
  const column = amountOf(of);
  const isSpent = SPENDING.test(question);
  if (column === undefined || isSpent === INCOME.test(question)) return of;
  const name = quoted(column);
  const [row] = await ask(`SELECT sum(${name} < 0) AS below, sum(${name} > 0) AS above FROM data`);
  const [below, above] = [Number(row?.['below'] ?? 0), Number(row?.['above'] ?? 0)];
  const hasBalance = info.columns.some(isBalance);
  // A few refunds among expenses are no income.
  if (below === 0 || !(below > above || hasBalance)) return of;
  const spent: Plan = isSpent && !plan.extreme ? { ...plan, figure: { ...plan.figure, isSpent } } : plan;
  if (above === 0) return { ...of, plan: spent };
  const side: Condition = {
    sql: `${name} ${isSpent ? '<' : '>'} 0`,
    column,
    is: isSpent ? 'is under 0' : 'is over 0',
    isSide: true,
  };
  const { extreme } = plan;
  if (!extreme) return { ...of, plan: spent, conditions: [...conditions, side] };
  // The largest expense is the lowest amount.
  const order = isSpent ? (extreme.order === 'DESC' ? 'ASC' : 'DESC') : extreme.order;
  const turned = { ...extreme, order, is: order === 'DESC' ? 'highest' : 'lowest' } as const;
  const others = [...conditions.slice(0, -1), side];
  return {
    ...of,
    plan: { ...plan, extreme: turned },
    conditions: [...others, extremeCondition(turned, whereOf(others))],
  };
}

/** The column with the amounts that are added up or compared. */
function amountOf({ plan: { extreme, figure }, info }: Asked): string | undefined {
  const { columns } = info;
  // "How many payments?" counts the rows of one side.
  const money = namesOfRows(columns).length > 0 ? moneyColumn(columns)?.name : undefined;
  const column = extreme?.column ?? (figure.how === 'count' ? money : figure.column);
  const isNumber = columns.some(({ name, type }) => name === column && type === 'number');
  return isNumber && figure.times === undefined ? column : undefined;
}
