// What the library needs of storage to keep original files, as types: `storage/originals.ts` has this shape.
import type { NotKept, OriginalFile, OriginalInfo } from '../original.ts';

/** A file that may be kept. It is read only when it is. */
export interface NewOriginal extends OriginalInfo {
  read(): Promise<ArrayBuffer>;
}

/**
 * Originals by the revision key of their document, so that a new version never shows the file of an older one.
 * A crash leaves a file without a record at worst; `sweep` removes it.
 */
export interface OriginalStore<Contents> {
  /** Never rejects: a document is worth more than its file. Keeps nothing while the user has switched it off. */
  keep(originals: readonly (NewOriginal & { key: string })[]): Promise<NotKept[]>;
  has(key: string): Promise<boolean>;
  find(key: string): Promise<OriginalFile<Contents> | undefined>;
  /** Their documents have other keys now: pairs of the old and the new one. */
  move(keys: readonly (readonly [from: string, to: string])[]): Promise<void>;
  drop(keys: readonly string[]): Promise<void>;
  /** Of every original. */
  keys(): Promise<string[]>;
  /** Removes files that no original has. Nobody may be keeping one meanwhile. */
  sweep(): Promise<void>;
}
