// The worker that stores and queries tables, with SQLite's official browser build. It may be terminated at any
// moment.
import sqlite3InitModule from '@sqlite.org/sqlite-wasm';
import wasm from '@sqlite.org/sqlite-wasm/sqlite3.wasm?url';
import { toErrorData } from '../../core/errors.ts';
import { once } from '../../core/deferred.ts';
import { tellUsedFiles } from '../../knowledge/tell-used-files.ts';
import { TableStore } from './table-store.ts';
import type { FromTables, ToTables } from './table-messages.ts';

const worker = self as unknown as DedicatedWorkerGlobalScope;

// SQLite would read parameters from the address and load persistence modules; tables stay in memory.
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
