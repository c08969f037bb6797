// For tests: in-memory files and folders behind browser handles.
import type { FileHandle, FolderHandle, LocalHandle } from '../../../core/local-link.ts';

type State = 'granted' | 'denied' | 'prompt';

export class MemoryFolder {
  readonly files = new Map<string, string>();
  /** The browser's answer to a permission request. */
  read: State = 'granted';
  /** Makes writing fail with this reason. */
  writeFails: string | undefined;
  /** Runs before each write. */
  beforeWrite: (() => void) | undefined;
  readonly written: string[] = [];
  #time = 0;
  readonly #times = new Map<string, number>();

  constructor(files: Record<string, string> = {}) {
    for (const [path, text] of Object.entries(files)) this.put(path, text);
  }

  put(path: string, text: string): void {
    this.files.set(path, text);
    this.#times.set(path, ++this.#time);
  }

  /** A folder handle for all of it. */
  folder(name: string): FolderHandle {
    return this.#folder(name, '');
  }

  file(path: string): FileHandle {
    return {
      kind: 'file',
      name: path.replace(/^.*\//, ''),
      ...this.#leave(path),
      getFile: async () => {
        const text = this.files.get(path);
        if (text === undefined) throw new DOMException('no such file', 'NotFoundError');
        const bytes = new TextEncoder().encode(text);
        return {
          size: bytes.length,
          lastModified: this.#times.get(path) ?? 0,
          arrayBuffer: async () => bytes.buffer,
        };
      },
      createWritable: async () => {
        let whole = '';
        return {
          write: async (text) => void (whole += text),
          close: async () => {
            this.beforeWrite?.();
            if (this.writeFails) throw new DOMException('refused', this.writeFails);
            this.written.push(path);
            this.put(path, whole);
          },
        };
      },
    };
  }

  #folder(name: string, above: string): FolderHandle {
    const missing = (): never => {
      throw new DOMException('no such entry', 'NotFoundError');
    };
    const names = (): string[] => [
      ...new Set(
        [...this.files.keys()]
          .filter((path) => path.startsWith(above))
          .map((path) => path.slice(above.length).replace(/\/.*$/, '/')),
      ),
    ];
    const entries = (): LocalHandle[] =>
      names().map((one) =>
        one.endsWith('/') ? this.#folder(one.slice(0, -1), above + one) : this.file(above + one),
      );
    return {
      kind: 'directory',
      name,
      ...this.#leave(above),
      async *values() {
        yield* entries();
      },
      getFileHandle: async (one, { create = false } = {}) =>
        create || this.files.has(above + one) ? this.file(above + one) : missing(),
      getDirectoryHandle: async (one, { create = false } = {}) =>
        create || names().includes(`${one}/`) ? this.#folder(one, `${above}${one}/`) : missing(),
      removeEntry: async (one) => void (this.files.delete(above + one) || missing()),
    };
  }

  #leave(path: string) {
    return {
      place: path,
      queryPermission: async () => this.read,
      isSameEntry: async (other: LocalHandle) => (other as unknown as { place: string }).place === path,
    };
  }
}
