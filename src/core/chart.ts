// Chooses the chart that shows rows best, and the columns that each kind of chart accepts. Pure.
import type { Json, JsonObject } from '../base/json.ts';

export const CHART_MARKS = ['bar', 'line', 'area', 'dot', 'histogram', 'heat'] as const;

export type ChartMark = (typeof CHART_MARKS)[number];

/**
 * What is drawn. A histogram uses the numbers of `x`, a heat map a `value` for `x` and `y`, all others `y` for each
 * `x`.
 */
export interface Chart {
  mark: ChartMark;
  x: string;
  y: string;
  value?: string | undefined;
}

/** The columns by the type of their values. Columns of any other type are left out. */
export interface ChartColumns {
  numbers: readonly string[];
  /** Dates: `2026`-`03`, `2026-03-01`, or with a time of day. */
  times: readonly string[];
  /** Columns with few enough distinct texts to show side by side. */
  names: readonly string[];
}

/** Maximum number of names on an axis. */
export const MOST_NAMES = 60;
/** Pixels for each bar or row. */
export const BAR = 26;
/** Up to this many dates, such as a year of months, are drawn as bars. */
const FEW_TIMES = 12;
/** Characters. */
const LONGEST_NAME = 200;
const TIME = /^\d{4}-\d{2}(?:-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})?)?)?$/;

export function chartColumns(columns: readonly string[], rows: readonly JsonObject[]): ChartColumns {
  const found: { numbers: string[]; times: string[]; names: string[] } = {
    numbers: [],
    times: [],
    names: [],
  };
  for (const column of columns) {
    const values = rows.map((row) => row[column]).filter((value) => value != null);
    if (values.length === 0) continue;
    if (values.every((value) => typeof value === 'number')) {
      if (values.length > 1) found.numbers.push(column);
    } else if (values.every(isTime)) found.times.push(column);
    else if (areNames(values)) found.names.push(column);
  }
  return found;
}

/** Returns undefined when no chart helps: fewer than two rows, or no numbers. */
export function bestChart(columns: readonly string[], rows: readonly JsonObject[]): Chart | undefined {
  if (rows.length < 2) return undefined;
  const { numbers, times, names } = chartColumns(columns, rows);
  const [number, other] = numbers;
  if (number === undefined) return undefined;
  const [time] = times;
  if (time !== undefined) return { mark: rows.length > FEW_TIMES ? 'line' : 'bar', x: time, y: number };
  if (names[0] !== undefined) return { mark: 'bar', x: names[0], y: number };
  if (other !== undefined) return { mark: 'dot', x: number, y: other };
  return { mark: 'histogram', x: number, y: number };
}

/** Returns the requested chart as far as these rows allow it, otherwise the best one. */
export function askedChart(
  asked: Partial<Chart>,
  columns: readonly string[],
  rows: readonly JsonObject[],
): Chart | undefined {
  const best = bestChart(columns, rows);
  if (!best) return undefined;
  const kinds = chartColumns(columns, rows);
  const takes = (mark: ChartMark): boolean =>
    (asked.x === undefined || xColumns(mark, kinds).includes(asked.x)) &&
    (asked.y === undefined || yColumns(mark, kinds).includes(asked.y));
  const possible = marksFor(kinds);
  const wanted = possible.find((mark) => mark === asked.mark);
  const mark = wanted ?? [best.mark, ...possible].find(takes) ?? best.mark;
  const chart = asMark(mark, { ...best, ...asked }, kinds);
  const isNumber = asked.value !== undefined && kinds.numbers.includes(asked.value);
  return mark === 'heat' && isNumber ? { ...chart, value: asked.value } : chart;
}

/** Returns the columns that can serve as `x` of a chart of this kind. */
export function xColumns(mark: ChartMark, { numbers, times, names }: ChartColumns): readonly string[] {
  switch (mark) {
    case 'bar':
    case 'heat':
      return [...names, ...times];
    case 'line':
    case 'area':
    case 'dot':
      return [...times, ...numbers];
    case 'histogram':
      return numbers;
  }
}

/** Returns the columns that can serve as its `y`. */
export function yColumns(mark: ChartMark, { numbers, times, names }: ChartColumns): readonly string[] {
  return mark === 'heat' ? [...names, ...times] : numbers;
}

/** Returns the height of the drawing in pixels, also before it is drawn. */
export function chartHeight({ mark, x }: Chart, rows: readonly JsonObject[]): number {
  if (mark !== 'bar') return 300;
  return 60 + Math.min(MOST_NAMES, new Set(rows.map((row) => String(row[x] ?? ''))).size) * BAR;
}

/** Returns the kinds of charts that these columns can be drawn as. */
export function marksFor(columns: ChartColumns): readonly ChartMark[] {
  return CHART_MARKS.filter((mark) => {
    if (columns.numbers.length === 0) return false;
    const xs = xColumns(mark, columns);
    if (mark === 'heat') return xs.length > 1;
    if (mark === 'histogram') return true;
    return xs.some((x) => yColumns(mark, columns).some((y) => y !== x));
  });
}

/** Converts a chart to another kind. It keeps columns that fit, and otherwise takes the first one that does. */
export function asMark(mark: ChartMark, { x, y }: Chart, columns: ChartColumns): Chart {
  const [xs, ys] = [xColumns(mark, columns), yColumns(mark, columns)];
  const newX = xs.includes(x) ? x : xs[0]!;
  const others = ys.filter((column) => column !== newX);
  const newY = others.includes(y) ? y : (others[0] ?? newX);
  return { mark, x: newX, y: newY, ...(mark === 'heat' && { value: columns.numbers[0] }) };
}

function isTime(value: Json | undefined): boolean {
  return typeof value === 'string' && TIME.test(value) && !Number.isNaN(Date.parse(value));
}

function areNames(values: readonly (Json | undefined)[]): boolean {
  const different = new Set<Json | undefined>();
  for (const value of values) {
    if (typeof value !== 'string' && typeof value !== 'boolean') return false;
    if (String(value).length > LONGEST_NAME) return false;
    different.add(value);
  }
  return different.size <= Math.max(MOST_NAMES, values.length / 2) || values.length <= 10 * MOST_NAMES;
}
