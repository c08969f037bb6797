// The worker in which tables are kept and asked: SQLite's own build for browsers. It may be ended at any moment.
import sqlite3InitModule from '@sqlite.org/sqlite-wasm';
import wasm from '@sqlite.org/sqlite-wasm/sqlite3.wasm?url';
import { toErrorData } from '../../core/errors.ts';
import { once } from '../../core/deferred.ts';
import { tellUsedFiles } from '../../knowledge/tell-used-files.ts';
import { TableStore } from './table-store.ts';
import type { FromTables, ToTables } from './table-messages.ts';

const worker = self as unknown as DedicatedWorkerGlobalScope;

// SQLite looks at the address for parameters, and would load parts that keep files: tables stay in memory.
const init = sqlite3InitModule as (options: object) => ReturnType<typeof sqlite3InitModule>;
const store = once(async () => {
  const quiet = { print: () => undefined, printErr: () => undefined };
  const tables = new TableStore(await init({ ...quiet, locateFile: () => wasm }));
  tellUsedFiles();
  return tables;
});

worker.addEventListener('message', ({ data: { id, method, args } }: MessageEvent<ToTables>) => {
  store()
    .then((tables) => (tables[method] as (...given: unknown[]) => unknown)(...args))
    .then(
      (result) => worker.postMessage({ id, result } satisfies FromTables),
      (error: unknown) =>
        worker.postMessage({ id, error: toErrorData(error, 'unavailable') } satisfies FromTables),
    );
});
