// The calls of the table worker, with their answers.
import type { TableStore } from './table-store.ts';

export type TableMethod = 'load' | 'unload' | 'rows' | 'totals' | 'rowsAt' | 'query';

export type TableArgs<M extends TableMethod> = Parameters<TableStore[M]>;
export type TableResult<M extends TableMethod> = ReturnType<TableStore[M]>;
