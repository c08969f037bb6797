// The built-in with which a model shows rows in its answer: data and a small specification, never code.
import { isObject, type JsonObject } from '../base/json.ts';
import { chartResult, type ChartResult } from './chart-result.ts';

export const SHOW = 'show';

export interface Shown {
  rows: readonly JsonObject[];
  title?: string;
  /** Undefined: shown as a table. */
  chart?: ChartResult['asked'];
}

/** @param args of a call, as written by a model */
export function shownBy(args: JsonObject): Shown | undefined {
  const asked = chartResult({ ...args, view: 'chart' });
  const rows = asked?.rows.filter((row): row is JsonObject => isObject(row)) ?? [];
  if (!asked || rows.length === 0 || rows.length < asked.rows.length) return undefined;
  const { title, asked: chart } = asked;
  return { rows, ...(title !== undefined && { title }), ...(args['kind'] !== 'table' && { chart }) };
}
