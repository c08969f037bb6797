// The folder of files in the storage, and how files are synced.
import { FILES, isPieceName } from '../log/files.ts';
import type { Replica, SyncProgress } from './replica.ts';

export interface FileOptions {
  /** False: no record has changed here since the last time. */
  changed?: boolean;
  onProgress?(progress: SyncProgress): void;
  signal?: AbortSignal;
}

/** What the storage lists, asked for once and only when needed. */
export class PieceFolder {
  readonly #replica: Replica;
  #names: Promise<Set<string>> | undefined;

  constructor(replica: Replica) {
    this.#replica = replica;
  }

  names(): Promise<Set<string>> {
    this.#names ??= this.#replica.store
      .list(FILES)
      .then((listed) => new Set(listed.map(({ name }) => name).filter(isPieceName)));
    return this.#names;
  }
}
