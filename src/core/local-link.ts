// A file or folder on this device that tools are linked to: what is kept of it, and as much of the browser's handles as is used.

type Permission = 'granted' | 'denied' | 'prompt';

interface Entry {
  readonly name: string;
  /** Browsers without these never ask. */
  queryPermission?(wanted: { mode: 'read' | 'readwrite' }): Promise<Permission>;
  /** Only in the turn of a press or a key. */
  requestPermission?(wanted: { mode: 'read' | 'readwrite' }): Promise<Permission>;
  isSameEntry?(other: LocalHandle): Promise<boolean>;
}

/** What a handle of a file gives: a picture of it as it was then. */
export interface LocalFile {
  readonly size: number;
  /** Milliseconds since 1970. */
  readonly lastModified: number;
  arrayBuffer(): Promise<ArrayBuffer>;
}

export interface FileHandle extends Entry {
  readonly kind: 'file';
  getFile(): Promise<LocalFile>;
  /** What is written takes the place of the file when it is closed, whole or not at all. */
  createWritable(): Promise<{ write(text: string): Promise<void>; close(): Promise<void> }>;
}

export interface FolderHandle extends Entry {
  readonly kind: 'directory';
  values(): AsyncIterable<LocalHandle>;
  getFileHandle(name: string, options?: { create?: boolean }): Promise<FileHandle>;
  getDirectoryHandle(name: string, options?: { create?: boolean }): Promise<FolderHandle>;
  removeEntry(name: string): Promise<void>;
}

export type LocalHandle = FileHandle | FolderHandle;

/**
 * Why file and tool are not the same, or may not be:
 * - `broken`: what stands in the file cannot be installed; the last good one stays in use
 * - `renamed`: the script calls itself otherwise now; another name would be another tool
 * - `gone`: the folder is there, the script is not
 * - `clash`: the file was taken while there were unsaved changes
 * - `apart`: the tool was changed here, and the file was not written
 */
export interface LinkTrouble {
  kind: 'broken' | 'renamed' | 'gone' | 'clash' | 'apart';
  /** A sentence. */
  message: string;
  /** Of which texts this was said, as `LinkedTool.base`. */
  seen: string;
}

/** One tool of a link. */
export interface LinkedTool {
  /** The id of the folder that all versions of a tool share. */
  folder: string;
  /** Where its texts lie below a linked folder, by their path in the tool. The script has the path ''. */
  places: Record<string, string>;
  /** SHA-256 of the texts that were last taken from there or written there. */
  base: string;
  trouble?: LinkTrouble;
}

export interface LocalLink {
  id: string;
  /** What file or folder is called. */
  name: string;
  handle: LocalHandle;
  tools: LinkedTool[];
  /** Scripts in the folder that are no tools here: nothing is installed that nobody has looked at. */
  fresh: string[];
  /** Why none of it can be read: a permission that is to be asked for again, nothing there, or a sentence of its own. */
  trouble?: { kind: 'permission' | 'missing' | 'unreadable'; message: string };
}
