// Files of one import, and which of them a reader has taken. The rest is reported at the end, never dropped silently.
import type { ImportFile } from '../../core/tool-draft.ts';
import { textOf } from './import-limits.ts';
import { isBelow } from './import-path.ts';

export class ImportFolder {
  /** The name of the whole: an archive, or its only folder. Undefined for files without a folder. */
  readonly name: string | undefined;
  /** The address that it was downloaded from. */
  readonly address: string | undefined;
  readonly files: readonly ImportFile[];
  /** Sentences about what was left out or changed. */
  readonly notes: string[] = [];
  readonly #texts = new Map<string, string>();
  readonly #taken = new Set<string>();

  constructor(name: string | undefined, files: readonly ImportFile[], address?: string) {
    this.name = name;
    this.address = address;
    this.files = [...files].sort((a, b) => (a.path < b.path ? -1 : 1));
    for (const { path, bytes } of this.files) {
      const text = textOf(bytes);
      if (text !== undefined) this.#texts.set(path, text);
    }
  }

  /** Returns undefined when there is no such file, or when it isn't text. */
  text(path: string): string | undefined {
    return this.#texts.get(path);
  }

  /** Returns the untaken texts below `folder`, in the order of their paths. */
  open(folder = ''): string[] {
    return [...this.#texts.keys()].filter((path) => !this.#taken.has(path) && isBelow(folder, path));
  }

  /** Returns the untaken files below `folder`, including binary ones. */
  openFiles(folder = ''): ImportFile[] {
    return this.files.filter(({ path }) => !this.#taken.has(path) && isBelow(folder, path));
  }

  take(path: string): void {
    this.#taken.add(path);
  }

  isTaken(path: string): boolean {
    return this.#taken.has(path);
  }
}
