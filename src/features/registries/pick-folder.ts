// Lets the user choose the folder of a registry: kept where the browser can, otherwise copied.
import { Failure } from '../../core/errors.ts';
import type { ToolRegistry } from '../../core/tool-registry.ts';
import { IMPORT_LIMITS } from '../../tools/formats/import-limits.ts';
import { toImportPath } from '../../tools/formats/import-path.ts';
import { canPickFolders, pickFiles, pickFolder } from '../../ui/components/pick-files.ts';
import { inside } from './registry-files.ts';

type Place = Pick<ToolRegistry, 'name' | 'handle' | 'files'>;

/** Texts that a registry can have. */
const TEXT = /\.(lua|toml|md|json|txt|csv|ya?ml|html)$/i;

/** @returns undefined when the user closes the browser's dialog. @throws Failure that says what to do */
export async function pickRegistry(): Promise<Place | undefined> {
  if (!canPickFolders()) {
    const files = await pickFiles({ webkitdirectory: true });
    return files.length > 0 ? copyOf(files) : undefined;
  }
  const handle = await pickFolder('registry', 'read');
  return handle && { name: handle.name, handle };
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
