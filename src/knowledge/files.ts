// Collects the files of a drop or a file field with their paths, and reports unreadable ones.

import { HIDDEN, isHidden } from './hidden-names.ts';

export interface DroppedFiles {
  files: File[];
  skipped: { name: string; reason: string }[];
  /** Returns its path below the dropped or chosen folder. */
  pathOf(file: File): string;
}

/** A `File` can't hold a path of the app's own, and lacks the path in a dropped folder. */
const paths = new WeakMap<File, string>();

/** Returns the path below the dropped or chosen folder, or the name of a single file. */
export function pathOf(file: File): string {
  return paths.get(file) || file.webkitRelativePath || file.name;
}

/**
 * Collects all files of a drop. Call it synchronously in the event: after any `await` the browser has emptied
 * `transfer`. Hidden files and folders are left out; hidden folders are listed in `skipped`.
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

/** Collects the files of an `<input type="file">`, with or without `webkitdirectory`. */
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
