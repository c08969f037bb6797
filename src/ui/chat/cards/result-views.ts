// How the result of a call can be looked at: as a table, a tree, formatted text, or exactly as it came. Pure.
import { bestChart, type Chart } from '../../../core/chart.ts';
import { chartResult } from '../../../core/chart-result.ts';
import type { ToolView } from '../../../core/tool-view.ts';
import { isObject, type Json, type JsonObject } from '../../../base/json.ts';

export type ResultView = 'table' | 'chart' | 'tree' | 'formatted' | 'text';

export interface ResultViews {
  /** The best one first; `text`, which hides nothing, is always among them. */
  views: readonly ResultView[];
  /** Exactly what came, as it is copied. */
  text: string;
  /** What a tree shows: of a text that is JSON, what it says. */
  value: Json;
  table?: Table;
  /** What `formatted` shows, where that is not the text itself: a diff in its colours. */
  formatted?: string;
  /** The view that was asked for, where the value doesn't fit it. */
  unfit?: ResultView;
}

export interface Table {
  /** The key under which the list stands, where it is not the result itself; or the title that the result gives it. */
  key?: string;
  columns: readonly string[];
  rows: readonly JsonObject[];
  /** How the result asks to be drawn. */
  asked?: Partial<Chart>;
}

/** More columns than this are no table that anybody reads. */
const MOST_COLUMNS = 40;
/** Characters; what is longer is shown as it is: to look for JSON or Markdown in it takes time. */
const LONGEST = 200_000;
/** A heading, a list, a table, a fence, a link, or words set apart: what makes a text worth being formatted. */
const MARKDOWN = /^ {0,3}(#{1,6} \S|[-*+] \S|\d+[.)] \S|```|~~~|> \S|\|.+\|)|\]\(https?:|\*\*\S/m;

/** What `diff -u` and git write. */
const DIFF = /^(?:diff --git |Index: |--- [^\n]+\n\+\+\+ )|^@@ -\d+(?:,\d+)? \+\d+(?:,\d+)? @@/m;

/** Its own lines never begin with so many tildes. */
function asDiff(text: string): Pick<ResultViews, 'views' | 'formatted'> {
  const fence = '~'.repeat(40);
  return { views: ['formatted', 'text'], formatted: `${fence}diff\n${text}\n${fence}` };
}

/** @param wanted the view that comes first where the value fits it; a result that asks for a chart itself comes before it */
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

/** What a text in JSON says, where that is more than a single value. */
function parsed(text: string): Json | undefined {
  if (text.length > LONGEST || !/^\s*[[{]/.test(text)) return undefined;
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}

/** A list of alike objects: the value itself, or the only such list that an object holds. */
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

/** @param first columns that come before the others, where there are such */
function tableOf(list: readonly Json[], first: readonly (string | undefined)[] = []): Table | undefined {
  if (list.length === 0 || !list.every((row) => isObject(row))) return undefined;
  const rows = list as readonly JsonObject[];
  const found = new Set(rows.flatMap((row) => Object.keys(row)));
  const ahead = first.filter((column) => column !== undefined).filter((column) => found.has(column));
  const columns = [...new Set([...ahead, ...found])];
  if (columns.length === 0 || columns.length > MOST_COLUMNS) return undefined;
  return { columns, rows };
}

/** A value within a cell: a text as it is, anything deeper as JSON on one line. */
export function cellText(value: Json | undefined): string {
  if (value === undefined || value === null) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}
