// A result with a chart specification, as made by `view.chart` in a script: rows, and the columns to show. Any field
// may hold anything, because a tool wrote it. Fields that can't be drawn are ignored.
import { isObject, type Json, type JsonObject } from '../base/json.ts';
import type { Chart, ChartMark } from './chart.ts';

export interface ChartResult {
  rows: readonly Json[];
  asked: Partial<Chart>;
  title?: string;
}

/** The kinds of `view.chart`. */
const KINDS: Readonly<Record<string, ChartMark>> = {
  bar: 'bar',
  line: 'line',
  area: 'area',
  scatter: 'dot',
  histogram: 'histogram',
  heatmap: 'heat',
};

/** Maximum length of a title, in characters. */
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
