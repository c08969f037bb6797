// The folder of files in the storage, and how files are synced.
import type { Cell } from '../log/cells.ts';
import { FILES, isPieceName } from '../log/files.ts';
import { kindOf, type Replica, type SyncProgress } from './replica.ts';

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

/** What the log says of the files whose records exist. */
export function fileCells(replica: Replica): Cell[] {
  return [...replica.cells.values()].filter(
    ({ key }) => kindOf(key) === replica.files?.kind && replica.isOwned(key),
  );
}
