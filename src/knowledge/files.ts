// Files out of a drop or a file field: folders walked, every file with its path, what cannot be read named.

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

/** What systems leave in folders, and nobody means to read. */
const LEFT_BY_SYSTEMS = new Set(['thumbs.db', 'desktop.ini', '.ds_store', '__macosx']);
/** Folders inside folders: deeper is a loop of links or an accident. */
const DEEPEST = 40;

/**
 * All files of a drop. Call it in the event's own turn: after any `await` the browser has emptied `transfer`.
 * Hidden files and folders stay out; folders among them are named in `skipped`.
 */
export function filesFromDrop(transfer: DataTransfer): Promise<DroppedFiles> {
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
  return walk(entries, dropped, 0).then(() => dropped);
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

const HIDDEN = 'hidden folders are left out';

function isHidden(name: string): boolean {
  return name.startsWith('.') || LEFT_BY_SYSTEMS.has(name.toLowerCase());
}

async function walk(entries: FileSystemEntry[], dropped: DroppedFiles, depth: number): Promise<void> {
  for (const entry of entries) {
    const path = entry.fullPath.replace(/^\//, '');
    if (depth > 0 && isHidden(entry.name)) {
      if (entry.isDirectory) dropped.skipped.push({ name: path, reason: HIDDEN });
      continue;
    }
    try {
      if (entry.isFile) {
        const file = await fileOf(entry as FileSystemFileEntry);
        paths.set(file, path);
        dropped.files.push(file);
      } else if (depth >= DEEPEST) {
        dropped.skipped.push({ name: path, reason: 'the folders are nested too deep' });
      } else {
        await walk(await childrenOf(entry as FileSystemDirectoryEntry), dropped, depth + 1);
      }
    } catch {
      const what = entry.isFile ? 'file' : 'folder';
      dropped.skipped.push({
        name: path,
        reason: `the ${what} could not be read: the browser was refused access`,
      });
    }
  }
}

function fileOf(entry: FileSystemFileEntry): Promise<File> {
  return new Promise((resolve, reject) => entry.file(resolve, reject));
}

/** A reader answers at most 100 entries at a time in Chromium, and an empty list at the end. */
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
