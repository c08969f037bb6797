// The folders of a chat's tools: in memory, gone with the page. A site's tool has no reason to store files on a
// visitor's device.
import { Failure } from '../../core/errors.ts';
import { inMebibytes } from '../../core/limits.ts';
import type { FileFacts, FolderStore } from '../../core/ports/grants.ts';

/** Total of all files of all tools of a chat. */
const MAX_BYTES = 8 * 1024 * 1024;
const MAX_FILES = 200;

export class MemoryFolders implements FolderStore {
  readonly #folders = new Map<string, Map<string, { bytes: Uint8Array; modified: string }>>();

  async read(folder: string, path: string): Promise<Uint8Array | undefined> {
    return this.#folders.get(folder)?.get(path)?.bytes;
  }

  async write(folder: string, path: string, bytes: Uint8Array): Promise<void> {
    const others = [...this.#folders].flatMap(([id, its]) =>
      [...its].filter(([name]) => id !== folder || name !== path),
    );
    const size = others.reduce((sum, [, file]) => sum + file.bytes.length, bytes.length);
    if (size > MAX_BYTES || others.length >= MAX_FILES) {
      throw new Failure(
        'too_large',
        `this page’s tools can keep ${MAX_FILES} files and ${inMebibytes(MAX_BYTES)} until you leave the page`,
      );
    }
    const files = this.#folders.get(folder) ?? new Map<string, { bytes: Uint8Array; modified: string }>();
    files.set(path, { bytes: new Uint8Array(bytes), modified: new Date().toISOString() });
    this.#folders.set(folder, files);
  }

  async list(folder: string): Promise<FileFacts[]> {
    return [...(this.#folders.get(folder) ?? [])]
      .map(([path, { bytes, modified }]) => ({ path, size: bytes.length, modified }))
      .sort((a, b) => (a.path < b.path ? -1 : 1));
  }

  async remove(folder: string, path: string): Promise<boolean> {
    return this.#folders.get(folder)?.delete(path) ?? false;
  }
}
