// Files that came together, and which of them have found a reader: what is left at the end is said, never dropped in silence.
import type { ImportFile } from '../../core/tool-draft.ts';
import { textOf } from './import-limits.ts';
import { isBelow } from './import-path.ts';

export class ImportFolder {
  /** What to call all of it: an archive or the one folder in it. Undefined for files without a folder. */
  readonly name: string | undefined;
  /** Where all of it was fetched from. */
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

  /** Undefined when there is no such file, or it is no text. */
  text(path: string): string | undefined {
    return this.#texts.get(path);
  }

  /** Texts below `folder` that nobody took so far, in the order of their paths. */
  open(folder = ''): string[] {
    return [...this.#texts.keys()].filter((path) => !this.#taken.has(path) && isBelow(folder, path));
  }

  /** Files below `folder` that nobody took so far, those that are no text included. */
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
