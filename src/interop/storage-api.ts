// `perilune.storage`: how much is kept, whether the browser promises to keep it, and giving some of it back.
import type { Freed, FreeOptions, StorageKind, StorageUse } from '../core/storage-use.ts';
import type { PageApp } from './page-api.ts';

export interface StorageApi {
  /** By kind, in bytes, and what the browser says of everything together. */
  usage(): Promise<StorageUse>;
  /** Asks the browser to keep everything when space runs out. It may say no. */
  persist(): Promise<boolean>;
  persisted(): Promise<boolean>;
  /**
   * `documents` needs `{source}`, `runs` and `conversations` need `{olderThanDays}`, `files` needs `{folder}`; `embeddings`,
   * `model` and `removed` need nothing. It cannot be undone. Rejects with code `bad_request`.
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
