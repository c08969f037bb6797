// Tables of the library: their content, and SQL queries on them. Pure.
import type { JsonObject } from '../base/json.ts';
import type { DocumentMeta } from './document.ts';

/** The built-in tool that queries them. */
export const QUERY_TABLE = 'query_table';

/** `date`: a day as `YYYY-MM-DD`. Columns of mixed types are `text`. */
export type ColumnType = 'number' | 'date' | 'text';

export interface TableColumn {
  name: string;
  type: ColumnType;
  /** Its cells say yes or no, in words, marks or as 1 and 0. */
  isYesNo?: true;
  /** Its figures are percentages, which cannot be added up. */
  isPercent?: true;
  /** Its figures are written with two decimals, as amounts of money are. */
  hasCents?: true;
  /** Its figures number the rows, so they are never added up. */
  isNumbering?: true;
}

/** One table of a document: a CSV has one, a workbook one per sheet. */
export interface TableInfo {
  /** Name in SQL. */
  name: string;
  document: string;
  title: string;
  columns: TableColumn[];
  rows: number;
}

export interface TableQuestion {
  /** One SELECT. Absent: only lists the tables. */
  sql?: string;
  /** Id, title or file name of the document whose first table is `data`. Absent: the tables named in the SQL. */
  document?: string;
  /** Maximum number of rows. */
  limit?: number;
}

/** Maximum number of cells written out in an answer; more are shown as a separate table. */
const WRITTEN_CELLS = 150;

/** Two columns of names and figures hold few cells. */
export function isWrittenOut({ columns, rows }: Record<'columns' | 'rows', readonly unknown[]>): boolean {
  return columns.length === 2 || columns.length * rows.length <= WRITTEN_CELLS;
}

const FORMATS: ReadonlySet<unknown> = new Set(['csv', 'xlsx', 'ods', 'json-rows']);

/** Tells whether a document is a table as a whole, so that it is shown as a grid and queried by its name. */
export function isTabular({ metadata }: Pick<DocumentMeta, 'metadata'>): boolean {
  return FORMATS.has(metadata['format']);
}

export const TABLE_ROWS = { most: 1_000, default: 100 } as const;

export interface TableAnswer {
  columns: string[];
  rows: JsonObject[];
  /** There are more rows than the answer contains. */
  truncated: boolean;
  /** The tables that can be queried. */
  tables: TableInfo[];
}
