// Files out of a drop or a file field: every file with its path, what cannot be read named.

import { HIDDEN, isHidden } from './hidden-names.ts';

export interface DroppedFiles {
  files: File[];
  skipped: { name: string; reason: string }[];
  /** Where one of them stood below what was dropped or chosen. */
  pathOf(file: File): string;
}

/** A `File` has no place for a path of our own, and the path that a dropped folder gives is not in it. */
const paths = new WeakMap<File, string>();

/** Where a file stands below the folder that was dropped or chosen; its name when it came alone. */
export function pathOf(file: File): string {
  return paths.get(file) || file.webkitRelativePath || file.name;
}

/**
 * All files of a drop. Call it in the event's own turn: after any `await` the browser has emptied `transfer`.
 * Hidden files and folders stay out; folders among them are named in `skipped`.
 */
export async function filesFromDrop(transfer: DataTransfer): Promise<DroppedFiles> {
  const dropped: DroppedFiles = { files: [], skipped: [], pathOf };
  const entries: FileSystemEntry[] = [];
  for (const item of transfer.items) {
    if (item.kind !== 'file') continue;
    const entry = item.webkitGetAsEntry();
    const file = entry ? null : item.getAsFile();
    if (entry) entries.push(entry);
    else if (file) dropped.files.push(file);
  }
  if (entries.length === 0 && dropped.files.length === 0) dropped.files.push(...transfer.files);
  if (entries.length > 0) {
    const { walk } = await import('./walk-entries.ts');
    const found = (file: File, path: string): void => {
      paths.set(file, path);
      dropped.files.push(file);
    };
    await walk(entries, { found, skipped: dropped.skipped });
  }
  return dropped;
}

/** The files of an `<input type="file">`, with or without `webkitdirectory`. */
export function filesFromList(list: Iterable<File>): DroppedFiles {
  const dropped: DroppedFiles = { files: [], skipped: [], pathOf };
  const hiddenFolders = new Set<string>();
  for (const file of list) {
    const folders = pathOf(file).split('/').slice(0, -1);
    const hidden = folders.findIndex((folder, depth) => depth > 0 && isHidden(folder));
    if (hidden >= 0) hiddenFolders.add(folders.slice(0, hidden + 1).join('/'));
    else if (folders.length === 0 || !isHidden(file.name)) dropped.files.push(file);
  }
  dropped.skipped = [...hiddenFolders].map((name) => ({ name, reason: HIDDEN }));
  return dropped;
}
