// Tells whether the figures of a column may be added up and compared: not in several currencies or units, and not what
// was spent together with what came in.
import type { JsonObject } from '../../base/json.ts';
import type { TableInfo } from '../../core/table.ts';
import type { Condition, Plan } from './asked-plan.ts';
import { whereOf } from './conditions.ts';
import { quoted } from './sql-names.ts';

const CURRENCY = /^(?:currency(?: code)?|ccy|währung|devise|monnaie|moneda|divisa)$/i;
/** A column with the unit of each row's quantity: `kg`, `pcs`. */
const UNIT = /^(?:units?(?: of measure(?:ment)?)?|uom|measure|einheit|mengeneinheit|unité|unidad)$/i;
const QUANTITIES = /qty|quantit|amount|menge|cantidad|quantité|stock|weight/i;
/** Such figures have no currency. */
const COUNTED = /qty|quantit|units?\b|hours?|count|number|days?\b|menge|stunden|weight|stock/i;
const SPENDING =
  /\b(?:spen[dt]|spending|expenses?|expenditures?|costs?|ausgaben?|ausgegeben|dépenses?|gastos?)\b/i;

type Ask = (sql: string) => Promise<JsonObject[]>;

export async function areComparable(
  question: string,
  { plan, conditions, info }: { plan: Plan; conditions: readonly Condition[]; info: TableInfo },
  ask: Ask,
): Promise<boolean> {
  const column = plan.extreme?.column ?? plan.figure.column;
  if (column === undefined || (plan.figure.how === 'count' && !plan.extreme)) return true;
  if (info.columns.find(({ name }) => name === column)?.type !== 'number') return true;
  const currency = info.columns.find(({ name }) => CURRENCY.test(name.replaceAll('_', ' ')))?.name;
  const wanted = conditions.filter((one) => one.column !== column);
  const isMixed = async (kinds: string): Promise<boolean> => {
    const count = `count(DISTINCT nullif(upper(trim(${quoted(kinds)})), ''))`;
    const [row] = await ask(`SELECT ${count} AS n FROM data${whereOf(wanted)}`);
    return plan.group?.label !== kinds && Number(row?.['n'] ?? 0) > 1;
  };
  if (currency !== undefined && !COUNTED.test(column) && (await isMixed(currency))) return false;
  const unit = info.columns.find(({ name, type }) => type === 'text' && UNIT.test(name.replaceAll('_', ' ')));
  // An amount with a currency is money.
  const isQuantity = QUANTITIES.test(column) && !(currency !== undefined && /amount/i.test(column));
  if (unit && isQuantity && plan.figure.times === undefined && (await isMixed(unit.name))) return false;
  if (conditions.some(({ isSide }) => isSide) || !SPENDING.test(question)) return true;
  const name = quoted(column);
  const [row] = await ask(
    `SELECT sum(${name} < 0) AS below, sum(${name} > 0) AS above FROM data${whereOf(wanted)}`,
  );
  const [below, above] = [Number(row?.['below'] ?? 0), Number(row?.['above'] ?? 0)];
  // In a ledger, expenses are below zero. A few refunds among expenses are not.
  return below <= above || (above === 0 && !plan.extreme);
}
