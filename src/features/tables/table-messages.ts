// Messages between the page and the table worker: calls of the store, and their answers.
import type { ErrorData } from '../../core/errors.ts';
import type { TableStore } from './table-store.ts';

export type TableMethod = 'load' | 'unload' | 'rows' | 'totals' | 'rowsAt' | 'query';

export type TableArgs<M extends TableMethod> = Parameters<TableStore[M]>;
export type TableResult<M extends TableMethod> = ReturnType<TableStore[M]>;

export interface ToTables {
  id: number;
  method: TableMethod;
  args: unknown[];
}

export type FromTables =
  { id: number; result: unknown; error?: undefined } | { id: number; error: ErrorData; result?: undefined };
