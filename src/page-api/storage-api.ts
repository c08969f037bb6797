// `perilune.storage`: measures storage, asks the browser to persist it, and frees some of it.
import type { Freed, FreeOptions, StorageKind, StorageUse } from '../core/storage-use.ts';
import type { PageApp } from './page-app.ts';

export interface StorageApi {
  /** Returns the storage in use by kind, in bytes, and the browser's total and quota. */
  usage(): Promise<StorageUse>;
  /** Asks the browser for persistent storage. Resolves to false when it refuses. */
  persist(): Promise<boolean>;
  /** Tells whether the browser promised to keep the data. */
  persisted(): Promise<boolean>;
  /**
   * Deletes data of one kind, permanently. `documents` needs `{source}`, `runs` and `conversations` need `{olderThanDays}`, `files` needs `{folder}`; `embeddings`,
   * `model` and `removed` need nothing. Rejects with code `bad_request`.
   */
  free(kind: StorageKind, options?: FreeOptions): Promise<Freed>;
}

export function storageApi(opening: Promise<PageApp>): StorageApi {
  return {
    usage: async () => (await (await opening).storage()).usage(),
    persist: async () => (await (await opening).storage()).persist(),
    persisted: async () => (await (await opening).storage()).persisted(),
    free: async (kind, options) => (await (await opening).storage()).free(kind, options ?? {}),
  };
}
