// Tables of the library: what they hold, and questions to them in SQL. Pure.
import type { JsonObject } from '../base/json.ts';
import type { DocumentMeta } from './document.ts';

/** The built-in tool that asks them. */
export const QUERY_TABLE = 'query_table';

/** `date`: a day as `YYYY-MM-DD`. Of a column whose values are of several kinds: `text`. */
export type ColumnType = 'number' | 'date' | 'text';

export interface TableColumn {
  name: string;
  type: ColumnType;
}

/** One table of a document: a CSV has one, a workbook one for each sheet. */
export interface TableInfo {
  /** As SQL calls it. */
  name: string;
  document: string;
  title: string;
  columns: TableColumn[];
  rows: number;
}

export interface TableQuestion {
  /** One SELECT. Absent: only which tables there are. */
  sql?: string;
  /** Id, title or file name of the document whose first table is `data`. Absent: the tables that the SQL names. */
  document?: string;
  /** Rows of the answer at most. */
  limit?: number;
}

/** Cells of rows that an answer writes out; more are shown as a table of their own. */
const WRITTEN_CELLS = 150;

/** Figures for names, in two columns, are few. */
export function isWrittenOut({ columns, rows }: Record<'columns' | 'rows', readonly unknown[]>): boolean {
  return columns.length === 2 || columns.length * rows.length <= WRITTEN_CELLS;
}

const FORMATS: ReadonlySet<unknown> = new Set(['csv', 'xlsx', 'ods', 'json-rows']);

/** Whether a document is rows and columns as a whole, and so is shown as a grid and asked by its name. */
export function isTabular({ metadata }: Pick<DocumentMeta, 'metadata'>): boolean {
  return FORMATS.has(metadata['format']);
}

export const TABLE_ROWS = { most: 1_000, default: 100 } as const;

export interface TableAnswer {
  columns: string[];
  rows: JsonObject[];
  /** There are more rows than the answer holds. */
  truncated: boolean;
  /** The tables that could be asked. */
  tables: TableInfo[];
}
