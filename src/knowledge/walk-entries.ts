// Walks dropped folders to their end. Loads with the first drop.
import { HIDDEN, isHidden } from './hidden-names.ts';

interface Walk {
  found(file: File, path: string): void;
  /** Receives files that are left out or can't be read. */
  skipped: { name: string; reason: string }[];
}

/** Maximum nesting of folders: deeper is a loop of links or an accident. */
const DEEPEST = 40;

/** Finds the files of these entries and of the folders below them. */
export async function walk(entries: FileSystemEntry[], to: Walk, depth = 0): Promise<void> {
  for (const entry of entries) {
    const path = entry.fullPath.replace(/^\//, '');
    if (depth > 0 && isHidden(entry.name)) {
      if (entry.isDirectory) to.skipped.push({ name: path, reason: HIDDEN });
      continue;
    }
    try {
      if (entry.isFile) {
        to.found(await fileOf(entry as FileSystemFileEntry), path);
      } else if (depth >= DEEPEST) {
        to.skipped.push({ name: path, reason: 'the folders are nested too deeply' });
      } else {
        await walk(await childrenOf(entry as FileSystemDirectoryEntry), to, depth + 1);
      }
    } catch {
      const what = entry.isFile ? 'file' : 'folder';
      to.skipped.push({
        name: path,
        reason: `the ${what} could not be read: the browser was refused access`,
      });
    }
  }
}

function fileOf(entry: FileSystemFileEntry): Promise<File> {
  return new Promise((resolve, reject) => entry.file(resolve, reject));
}

/** In Chromium a reader returns at most 100 entries at a time, and an empty list at the end. */
async function childrenOf(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader();
  const children: FileSystemEntry[] = [];
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    );
    if (some.length === 0) return children.sort((a, b) => (a.name < b.name ? -1 : 1));
    children.push(...some);
  }
}
