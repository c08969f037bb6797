// Storage interface for original files. `storage/originals.ts` implements it.
import type { NotKept, OriginalFile, OriginalInfo } from '../original.ts';

/** A file to keep. It is read only if it is kept. */
export interface NewOriginal extends OriginalInfo {
  read(): Promise<ArrayBuffer>;
}

/**
 * Originals by the revision key of their document, so that a new version never shows the file of an older one. At
 * worst, a crash leaves a file without a record; `sweep` removes it.
 */
export interface OriginalStore<Contents> {
  /** Never rejects: a document is worth more than its file. Keeps nothing while the user has switched it off. */
  keep(originals: readonly (NewOriginal & { key: string })[]): Promise<NotKept[]>;
  has(key: string): Promise<boolean>;
  find(key: string): Promise<OriginalFile<Contents> | undefined>;
  /** Moves originals to new keys: pairs of the old and the new one. */
  move(keys: readonly (readonly [from: string, to: string])[]): Promise<void>;
  drop(keys: readonly string[]): Promise<void>;
  /** Returns the keys of all originals. */
  keys(): Promise<string[]>;
  /** Removes files without a record. Nobody may be writing one meanwhile. */
  sweep(): Promise<void>;
}
