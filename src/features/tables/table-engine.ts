// The page's side of the table worker. A stopped or hanging call terminates the worker; the next call starts a new
// one, and documents are loaded again.
import { Failure } from '../../core/errors.ts';
import type { FromTables, TableArgs, TableMethod, TableResult, ToTables } from './table-messages.ts';
import type { LoadedTable } from './table-store.ts';

/** Maximum number of loaded documents; the least recently used are dropped. */
const KEPT = 8;
/** Milliseconds after which a silent worker is terminated. Queries have a shorter deadline of their own. */
const SILENT = 30_000;

interface Waiting {
  resolve(result: unknown): void;
  reject(error: unknown): void;
}

export interface TableText {
  id: string;
  /** Changes with the text. */
  hash: string;
  body: string;
}

export class TableEngine {
  readonly #start: () => Worker;
  readonly #waiting = new Map<number, Waiting>();
  readonly #loaded = new Map<string, Promise<LoadedTable[]>>();
  #worker: Worker | undefined;
  #lastId = 0;

  constructor(start: () => Worker) {
    this.#start = start;
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
    const worker = (this.#worker ??= this.#begin());
    const id = ++this.#lastId;
    const stop = (): void => this.#end(new Failure('cancelled', 'the query was stopped'));
    const silent = setTimeout(
      () => this.#end(new Failure('timeout', 'the query took too long; ask for less')),
      SILENT,
    );
    signal?.addEventListener('abort', stop, { once: true });
    return new Promise<unknown>((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      worker.postMessage({ id, method, args } satisfies ToTables);
    }).finally(() => {
      clearTimeout(silent);
      signal?.removeEventListener('abort', stop);
    }) as Promise<TableResult<M>>;
  }

  #begin(): Worker {
    const worker = this.#start();
    worker.addEventListener('message', ({ data: { id, result, error } }: MessageEvent<FromTables>) => {
      const waiting = this.#waiting.get(id);
      this.#waiting.delete(id);
      if (error) waiting?.reject(new Failure(error.code, error.message));
      else waiting?.resolve(result);
    });
    worker.addEventListener('error', () =>
      this.#end(
        new Failure('unavailable', 'the tables could not be loaded; check the connection and try again'),
      ),
    );
    return worker;
  }

  #end(failure: Failure): void {
    this.#worker?.terminate();
    this.#worker = undefined;
    this.#loaded.clear();
    const waiting = [...this.#waiting.values()];
    this.#waiting.clear();
    for (const { reject } of waiting) reject(failure);
  }
}
