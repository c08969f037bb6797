// The page's side of the table worker. A stopped or hanging call terminates the worker; the next call starts a new
// one, and documents are loaded again.
import { Failure } from '../../core/errors.ts';
import { WorkerCalls, type CalledWorker } from '../../core/worker-calls.ts';
import type { TableArgs, TableMethod, TableResult } from './table-messages.ts';
import type { LoadedTable } from './table-store.ts';

/** Maximum number of loaded documents; the least recently used are dropped. */
const KEPT = 8;
/** Milliseconds after which a silent worker is terminated. Queries have a shorter deadline of their own. */
const SILENT = 30_000;

export interface TableText {
  id: string;
  /** Changes with the text. */
  hash: string;
  body: string;
}

export class TableEngine {
  readonly #calls: WorkerCalls;
  readonly #loaded = new Map<string, Promise<LoadedTable[]>>();

  constructor(start: () => CalledWorker) {
    this.#calls = new WorkerCalls(start, {
      patience: SILENT,
      late: () => new Failure('timeout', 'the query took too long; request less'),
      stopped: () => new Failure('cancelled', 'the query was stopped'),
      broken: () =>
        new Failure('unavailable', 'could not load the tables; check the connection and try again'),
      ended: () => this.#loaded.clear(),
    });
  }

  /** Starts the worker, which loads SQLite. */
  prepare(): void {
    this.#calls.start();
  }

  /** Loads a document's tables and returns a key for further calls. */
  async load({ id, hash, body }: TableText): Promise<{ key: string; tables: LoadedTable[] }> {
    const key = `${id} ${hash}`;
    const known = this.#loaded.get(key);
    this.#loaded.delete(key);
    const loading = known ?? this.call('load', [key, body]);
    this.#loaded.set(key, loading);
    if (!known) loading.catch(() => this.#loaded.delete(key));
    for (const [oldest] of this.#loaded) {
      if (this.#loaded.size <= KEPT) break;
      this.#loaded.delete(oldest);
      void this.call('unload', [oldest]).catch(() => undefined);
    }
    return { key, tables: await loading };
  }

  call<M extends TableMethod>(method: M, args: TableArgs<M>, signal?: AbortSignal): Promise<TableResult<M>> {
    if (signal?.aborted) return Promise.reject(signal.reason as Error);
    return this.#calls.call(method, args, signal) as Promise<TableResult<M>>;
  }
}
