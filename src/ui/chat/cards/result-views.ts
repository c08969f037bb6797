// The ways to view a call's result: table, tree, formatted text, or the exact text. Pure.
import { bestChart, type Chart } from '../../../core/chart.ts';
import { chartResult } from '../../../core/chart-result.ts';
import type { ToolView } from '../../../core/tool-view.ts';
import { isObject, type Json, type JsonObject } from '../../../base/json.ts';

export type ResultView = 'table' | 'chart' | 'tree' | 'formatted' | 'text';

export interface ResultViews {
  /** The best one first; `text`, which hides nothing, is always included. */
  views: readonly ResultView[];
  /** The exact result, as copied. */
  text: string;
  /** Contents of the tree: for JSON text, its parsed value. */
  value: Json;
  table?: Table;
  /** Contents of `formatted`, if not the text itself: a coloured diff. */
  formatted?: string;
  /** The requested view, if the value doesn't fit it. */
  unfit?: ResultView;
}

export interface Table {
  /** The key of the list, unless it is the whole result; or the result's own title. */
  key?: string;
  columns: readonly string[];
  rows: readonly JsonObject[];
  /** The requested chart. */
  asked?: Partial<Chart>;
}

/** A table with more columns is unreadable. */
const MOST_COLUMNS = 40;
/** Characters. Longer text is shown unchanged: detecting JSON or Markdown in it takes time. */
const LONGEST = 200_000;
/** A heading, list, table, fence, link or emphasis: signs that a text is worth formatting. */
const MARKDOWN = /^ {0,3}(#{1,6} \S|[-*+] \S|\d+[.)] \S|```|~~~|> \S|\|.+\|)|\]\(https?:|\*\*\S/m;

/** The output of `diff -u` and git. */
const DIFF = /^(?:diff --git |Index: |--- [^\n]+\n\+\+\+ )|^@@ -\d+(?:,\d+)? \+\d+(?:,\d+)? @@/m;

/** Its lines never begin with this many tildes. */
function asDiff(text: string): Pick<ResultViews, 'views' | 'formatted'> {
  const fence = '~'.repeat(40);
  return { views: ['formatted', 'text'], formatted: `${fence}diff\n${text}\n${fence}` };
}

/** @param wanted the view to put first if the value fits it; a chart requested by the result comes before it */
export function viewsOf(result: Json, wanted?: ToolView): ResultViews {
  const fitting = fittingViews(result, wanted === 'markdown');
  const view = fitting.table?.asked ? 'chart' : wanted;
  if (!view) return fitting;
  const first: ResultView = view === 'markdown' ? 'formatted' : view;
  if (!fitting.views.includes(first)) return { ...fitting, unfit: first };
  return { ...fitting, views: [first, ...fitting.views.filter((other) => other !== first)] };
}

function fittingViews(result: Json, isMarkdown: boolean): ResultViews {
  const text = typeof result === 'string' ? result : JSON.stringify(result, null, 2);
  const value = typeof result === 'string' ? (parsed(result) ?? result) : result;
  if (typeof value === 'string') {
    if (value.length <= LONGEST && DIFF.test(value)) return { ...asDiff(value), text, value };
    const formatted = value.length <= LONGEST && (isMarkdown || MARKDOWN.test(value));
    return { views: formatted ? ['formatted', 'text'] : ['text'], text, value };
  }
  if (!isObject(value) && !Array.isArray(value)) return { views: ['text'], text, value };
  if (Object.keys(value).length === 0) return { views: ['text'], text, value };
  const table = tableIn(value);
  if (!table) return { views: ['tree', 'text'], text, value };
  const isDrawn = bestChart(table.columns, table.rows) !== undefined;
  return { views: ['table', ...(isDrawn ? (['chart'] as const) : []), 'tree', 'text'], text, value, table };
}

/** The value of JSON text, if it is more than a scalar. */
function parsed(text: string): Json | undefined {
  if (text.length > LONGEST || !/^\s*[[{]/.test(text)) return undefined;
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}

/** A list of similar objects: the value itself, or the only such list in an object. */
function tableIn(value: Json): Table | undefined {
  if (Array.isArray(value)) return tableOf(value);
  if (!isObject(value)) return undefined;
  const drawn = chartResult(value);
  if (drawn) {
    const { asked, title } = drawn;
    const table = tableOf(drawn.rows, [asked.x, asked.y, asked.value]);
    return table && { ...table, asked, ...(title !== undefined && { key: title }) };
  }
  const [only, ...others] = Object.entries(value).flatMap(([key, inner]) => {
    const table = Array.isArray(inner) ? tableOf(inner) : undefined;
    return table ? [{ ...table, key }] : [];
  });
  return others.length > 0 ? undefined : only;
}

/** @param first columns to put first, if they exist */
function tableOf(list: readonly Json[], first: readonly (string | undefined)[] = []): Table | undefined {
  if (list.length === 0 || !list.every((row) => isObject(row))) return undefined;
  const rows = list as readonly JsonObject[];
  const found = new Set(rows.flatMap((row) => Object.keys(row)));
  const ahead = first.filter((column) => column !== undefined).filter((column) => found.has(column));
  const columns = [...new Set([...ahead, ...found])];
  if (columns.length === 0 || columns.length > MOST_COLUMNS) return undefined;
  return { columns, rows };
}

/** A value in a cell: text as it is, nested values as JSON on one line. */
export function cellText(value: Json | undefined): string {
  if (value === undefined || value === null) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}
