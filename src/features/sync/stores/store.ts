// What sync needs from a storage: a few folders of files. Everything in them is encrypted.

export interface Listed {
  name: string;
  /** Changes with the file's content. */
  tag: string;
}

export interface SyncStore {
  /**
   * @param most bytes; a storage may return anything, so nothing is read without a limit
   * @returns undefined when there is no such file
   * @throws TooLarge, or Failure that says what to do
   */
  read(path: string, most: number): Promise<Uint8Array | undefined>;
  /** Writes a new file. @returns false when one with this name exists: it was not changed */
  create(path: string, bytes: Uint8Array<ArrayBuffer>): Promise<boolean>;
  /** Writes a file, new or not. */
  replace(path: string, bytes: Uint8Array<ArrayBuffer>): Promise<void>;
  /** Removes a file; does nothing when there is none. */
  remove(path: string): Promise<void>;
  /** Lists the files of a folder; the empty text is the root. @returns nothing when there is no such folder */
  list(folder: string): Promise<Listed[]>;
  /** Makes folders where the storage needs them. */
  prepare(folders: readonly string[]): Promise<void>;
}

/** The file is larger than any that Perilune writes in its place. */
export class TooLarge extends Error {}
