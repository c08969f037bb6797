// The worker that stores and queries tables, with SQLite's official browser build. It may be terminated at any
// moment.
import sqlite3InitModule from '@sqlite.org/sqlite-wasm';
import wasm from '@sqlite.org/sqlite-wasm/sqlite3.wasm?url';
import { answerCall, type WorkerCall } from '../../core/worker-calls.ts';
import { once } from '../../core/deferred.ts';
import { tellUsedFiles } from '../../knowledge/tell-used-files.ts';
import { TableStore } from './table-store.ts';
import type { TableMethod } from './table-messages.ts';

const worker = self as unknown as DedicatedWorkerGlobalScope;

// SQLite would read parameters from the address and load persistence modules; tables stay in memory.
const init = sqlite3InitModule as (options: object) => ReturnType<typeof sqlite3InitModule>;
const store = once(async () => {
  const quiet = { print: () => undefined, printErr: () => undefined };
  const tables = new TableStore(await init({ ...quiet, locateFile: () => wasm }));
  tellUsedFiles();
  return tables;
});

// The next call loads it again, and reports a failure.
store().catch(() => undefined);

worker.addEventListener('message', ({ data }: MessageEvent<WorkerCall<TableMethod>>) => {
  void answerCall(data, store, 'unavailable').then((answer) => worker.postMessage(answer));
});
