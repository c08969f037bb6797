// Links of tools to a file or folder on this device: the stored record, and the parts of the browser's handles in
// use.

type Permission = 'granted' | 'denied' | 'prompt';

interface Entry {
  readonly name: string;
  /** Browsers without these methods never ask. */
  queryPermission?(wanted: { mode: 'read' | 'readwrite' }): Promise<Permission>;
  /** Only during a user gesture. */
  requestPermission?(wanted: { mode: 'read' | 'readwrite' }): Promise<Permission>;
  isSameEntry?(other: LocalHandle): Promise<boolean>;
}

/** The file that a handle returns: a snapshot from that moment. */
export interface LocalFile {
  readonly size: number;
  /** Milliseconds since 1970. */
  readonly lastModified: number;
  arrayBuffer(): Promise<ArrayBuffer>;
}

export interface FileHandle extends Entry {
  readonly kind: 'file';
  getFile(): Promise<LocalFile>;
  /** The written text replaces the file when the stream is closed, completely or not at all. */
  createWritable(): Promise<{ write(text: string): Promise<void>; close(): Promise<void> }>;
}

export interface FolderHandle extends Entry {
  readonly kind: 'directory';
  values(): AsyncIterable<LocalHandle>;
  getFileHandle(name: string, options?: { create?: boolean }): Promise<FileHandle>;
  getDirectoryHandle(name: string, options?: { create?: boolean }): Promise<FolderHandle>;
  removeEntry(name: string): Promise<void>;
  /** Names of the folders down to an entry; null when it is outside. */
  resolve?(entry: LocalHandle): Promise<string[] | null>;
}

export type LocalHandle = FileHandle | FolderHandle;

/**
 * How file and tool differ, or may differ:
 * - `broken`: the file can't be installed; the last good version stays in use
 * - `renamed`: the script now declares another name, which would be another tool
 * - `gone`: the folder exists, the script does not
 * - `clash`: the file was installed while the studio had unsaved changes
 * - `apart`: the tool was changed here, and the file was not written
 */
export interface LinkTrouble {
  kind: 'broken' | 'renamed' | 'gone' | 'clash' | 'apart';
  /** A sentence. */
  message: string;
  /** The texts that this is about, as in `LinkedTool.base`. */
  seen: string;
}

/** One tool of a link. */
export interface LinkedTool {
  /** Id of the folder that all versions of a tool share. */
  folder: string;
  /** File paths below a linked folder, by path in the tool. The path of the script is ''. */
  places: Record<string, string>;
  /** SHA-256 of the texts at the last read or write. */
  base: string;
  trouble?: LinkTrouble;
}

export interface LocalLink {
  id: string;
  /** Name of the file or folder. */
  name: string;
  handle: LocalHandle;
  tools: LinkedTool[];
  /** Scripts in the folder that are not installed: a person must look at them first. */
  fresh: string[];
  /** Why none of it can be read: permission must be granted again, nothing is there, or another error. */
  trouble?: { kind: 'permission' | 'missing' | 'unreadable'; message: string };
}
