// What sync needs from a storage: a few folders of files. Everything in them is encrypted.

export interface Listed {
  name: string;
  /** Changes with the file's content. */
  tag: string;
}

export interface SyncStore {
  /** @returns undefined when there is no such file @throws Failure that says what to do */
  read(path: string): Promise<Uint8Array | undefined>;
  /** Writes a new file. @returns false when one with this name exists: it was not changed */
  create(path: string, bytes: Uint8Array<ArrayBuffer>): Promise<boolean>;
  /** Writes a file, new or not. */
  replace(path: string, bytes: Uint8Array<ArrayBuffer>): Promise<void>;
  /** Lists the files of a folder; the empty text is the root. @returns nothing when there is no such folder */
  list(folder: string): Promise<Listed[]>;
  /** Makes folders where the storage needs them. */
  prepare(folders: readonly string[]): Promise<void>;
}
