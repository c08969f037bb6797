// The one engine of the page, which the grid and questions share: a document is loaded once for both.
import { TableEngine } from './table-engine.ts';

let made: TableEngine | undefined;

export function engine(): TableEngine {
  made ??= new TableEngine(
    () => new Worker(new URL('./tables-worker.ts', import.meta.url), { type: 'module', name: 'tables' }),
  );
  return made;
}
