// Which of several tables a question means: the one that understands most of it, in its own words, and has such rows.
import type { JsonObject } from '../../base/json.ts';
import type { DocumentMeta } from '../../core/document.ts';
import type { TableInfo } from '../../core/table.ts';
import { singular } from './asked-concepts.ts';
import type { Condition, Plan } from './asked-plan.ts';
import { whereOf } from './conditions.ts';

interface Understood {
  plan: Plan;
  conditions: Condition[];
  info: TableInfo;
  meta: DocumentMeta;
  ask: (sql: string) => Promise<JsonObject[]>;
}

/** @returns more than one if several could be meant */
export async function chosen<One extends Understood>(
  plans: readonly One[],
  chain: readonly string[],
): Promise<One[]> {
  return withRows(bestOf(plans, chain));
}

/** The plans that understood most; of these, those whose tables use the most words of the question themselves. */
function bestOf<One extends Understood>(plans: readonly One[], chain: readonly string[]): One[] {
  const most = Math.max(0, ...plans.map(({ plan }) => plan.parts));
  const full = plans.filter(({ plan }) => plan.parts === most);
  if (full.length < 2) return full;
  const said = new Set(wordsIn(chain.join(' ')));
  const shared = full.map(({ info, meta }) => {
    const own = new Set([meta.title, ...info.columns.map(({ name }) => name)].flatMap(wordsIn));
    return [...own].filter((word) => said.has(word)).length;
  });
  return full.filter((_, at) => shared[at] === Math.max(...shared));
}

/** Of several tables, those with rows that meet the conditions: only one may tell of June. */
async function withRows<One extends Understood>(found: One[]): Promise<One[]> {
  if (found.length < 2) return found;
  const counts = await Promise.all(
    found.map(async ({ conditions, ask }) => {
      const [row] = await ask(`SELECT count(*) AS n FROM data${whereOf(conditions)}`);
      return Number(row?.['n'] ?? 0);
    }),
  );
  return counts.some((count) => count > 0) ? found.filter((_, at) => counts[at]! > 0) : found;
}

function wordsIn(text: string): string[] {
  return (text.toLowerCase().match(/\p{L}{3,}/gu) ?? []).map(singular);
}
