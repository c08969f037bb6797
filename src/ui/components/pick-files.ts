// Lets a person choose a folder or files, outside of any form.
import { Failure } from '../../core/errors.ts';
import type { FolderHandle } from '../../core/local-link.ts';

/** https://wicg.github.io/file-system-access/: in Chromium; other browsers have file fields. */
interface Pickers {
  showDirectoryPicker?(options: object): Promise<FolderHandle>;
}

export const canPickFolders = (): boolean => (globalThis as Pickers).showDirectoryPicker !== undefined;

/**
 * @param id the browser begins in the folder that was chosen last under this name
 * @returns undefined when the user closes the browser's dialog. @throws Failure that says what to do
 */
export async function pickFolder(id: string, mode: 'read' | 'readwrite'): Promise<FolderHandle | undefined> {
  try {
    return await (globalThis as Pickers).showDirectoryPicker?.({ id, mode });
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') return undefined;
    throw new Failure('denied', 'The browser does not open this folder. Choose another one.');
  }
}

/** Resolves to no files when the user closes the browser's dialog. */
export function pickFiles(
  options: Partial<Pick<HTMLInputElement, 'accept' | 'webkitdirectory'>>,
): Promise<File[]> {
  return new Promise((resolve) => {
    const field = Object.assign(document.createElement('input'), { type: 'file', ...options });
    field.onchange = () => resolve([...(field.files ?? [])]);
    field.oncancel = () => resolve([]);
    field.click();
  });
}
