// Lets the user choose the folder of a registry: kept where the browser can, otherwise copied.
import { Failure } from '../../core/errors.ts';
import type { FolderHandle } from '../../core/local-link.ts';
import type { ToolRegistry } from '../../core/tool-registry.ts';
import { IMPORT_LIMITS } from '../../tools/formats/import-limits.ts';
import { toImportPath } from '../../tools/formats/import-path.ts';
import { inside } from './registry-files.ts';

interface Pickers {
  showDirectoryPicker?(options: object): Promise<FolderHandle>;
}

type Place = Pick<ToolRegistry, 'name' | 'handle' | 'files'>;

/** Texts that a registry can have. */
const TEXT = /\.(lua|toml|md|json|txt|csv|ya?ml|html)$/i;

/** @returns undefined when the user closes the browser's dialog. @throws Failure that says what to do */
export async function pickFolder(): Promise<Place | undefined> {
  const pickers = globalThis as Pickers;
  if (!pickers.showDirectoryPicker) {
    const files = await pickFiles();
    return files.length > 0 ? copyOf(files) : undefined;
  }
  try {
    const handle = await pickers.showDirectoryPicker({ id: 'registry', mode: 'read' });
    return { name: handle.name, handle };
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') return undefined;
    throw new Failure('denied', 'The browser does not open this folder. Choose another one.');
  }
}

/** @throws Failure `too_large`, `bad_request` */
export async function copyOf(files: readonly File[]): Promise<Place> {
  const wanted = files.filter(({ name, size }) => TEXT.test(name) && size <= IMPORT_LIMITS.file);
  const total = wanted.reduce((sum, { size }) => sum + size, 0);
  if (wanted.length > IMPORT_LIMITS.entries || total > IMPORT_LIMITS.total)
    throw new Failure('too_large', 'The folder has too many files for a registry. Choose a smaller one.');
  const read = wanted.map(async (file) => ({
    path: toImportPath(file.webkitRelativePath || file.name, 'the folder'),
    bytes: new Uint8Array(await file.arrayBuffer()),
  }));
  const all = await Promise.all(read);
  const name = all[0]?.path.includes('/') ? all[0].path.slice(0, all[0].path.indexOf('/')) : 'Folder';
  return { name, files: new Map(inside(all).map(({ path, bytes }) => [path, bytes])) };
}

function pickFiles(): Promise<File[]> {
  return new Promise((resolve) => {
    const field = document.createElement('input');
    field.type = 'file';
    field.webkitdirectory = true;
    field.onchange = () => resolve([...(field.files ?? [])]);
    field.oncancel = () => resolve([]);
    field.click();
  });
}
