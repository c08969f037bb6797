// A result that says how it is drawn, as `view.chart` of a script makes it: rows, and which of their columns are shown how.
// It is data of a tool, so each field may hold anything: what can't be drawn is left out.
import { isObject, type Json, type JsonObject } from '../base/json.ts';
import type { Chart, ChartMark } from './chart.ts';

export interface ChartResult {
  rows: readonly Json[];
  asked: Partial<Chart>;
  title?: string;
}

/** The words of `view.chart`. */
const KINDS: Readonly<Record<string, ChartMark>> = {
  bar: 'bar',
  line: 'line',
  area: 'area',
  scatter: 'dot',
  histogram: 'histogram',
  heatmap: 'heat',
};

/** Characters of a title. */
const LONGEST_TITLE = 200;

export function chartResult(value: Json): ChartResult | undefined {
  if (!isObject(value) || value['view'] !== 'chart') return undefined;
  const { rows, kind, title } = value as JsonObject;
  if (!Array.isArray(rows)) return undefined;
  const asked: Partial<Chart> = {};
  for (const field of ['x', 'y', 'value'] as const) {
    const column = value[field];
    if (typeof column === 'string') asked[field] = column;
  }
  if (typeof kind === 'string' && Object.hasOwn(KINDS, kind)) asked.mark = KINDS[kind]!;
  return {
    rows,
    asked,
    ...(typeof title === 'string' && title.trim() !== '' && { title: title.trim().slice(0, LONGEST_TITLE) }),
  };
}
