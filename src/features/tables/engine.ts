// The page's single table engine, shared by the grid and by questions: each document is loaded once.
import { TableEngine } from './table-engine.ts';

let made: TableEngine | undefined;

export function engine(): TableEngine {
  made ??= new TableEngine(
    () => new Worker(new URL('./tables-worker.ts', import.meta.url), { type: 'module', name: 'tables' }),
  );
  return made;
}
