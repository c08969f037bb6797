// A storage in memory for tests and benchmarks: it counts, and can be taken down or tampered with.
import { TooLarge, type Listed, type SyncStore } from './store.ts';

export class MemoryStore implements SyncStore {
  readonly files = new Map<string, Uint8Array<ArrayBuffer>>();
  readonly counts = { requests: 0, sent: 0, received: 0 };
  #version = 0;
  readonly #tags = new Map<string, number>();
  /** Called before each request; throwing makes it fail, before or (by `after`) although it was carried out. */
  before: (what: string, path: string) => void = () => undefined;
  after: (what: string, path: string) => void = () => undefined;

  async read(path: string, most: number): Promise<Uint8Array | undefined> {
    this.#count('read', path);
    const bytes = this.files.get(path);
    if (bytes && bytes.length > most) throw new TooLarge(`more than ${most} bytes`);
    this.counts.received += bytes?.length ?? 0;
    return bytes;
  }

  async create(path: string, bytes: Uint8Array<ArrayBuffer>): Promise<boolean> {
    this.#count('create', path);
    if (this.files.has(path)) return false;
    this.#put(path, bytes);
    this.after('create', path);
    return true;
  }

  async replace(path: string, bytes: Uint8Array<ArrayBuffer>): Promise<void> {
    this.#count('replace', path);
    this.#put(path, bytes);
    this.after('replace', path);
  }

  async remove(path: string): Promise<void> {
    this.#count('remove', path);
    this.files.delete(path);
  }

  async list(folder: string): Promise<Listed[]> {
    this.#count('list', folder);
    const start = folder === '' ? '' : `${folder}/`;
    const names = new Set<string>();
    for (const path of this.files.keys()) {
      if (path.startsWith(start)) names.add(path.slice(start.length).split('/')[0]!);
    }
    return [...names].map((name) => ({ name, tag: String(this.#tags.get(start + name) ?? 0) }));
  }

  async prepare(): Promise<void> {
    this.#count('prepare', '');
  }

  /** Changes a file as the storage's owner could. */
  tamper(path: string, bytes: Uint8Array<ArrayBuffer> | undefined): void {
    if (bytes) this.#put(path, bytes);
    else this.files.delete(path);
  }

  bytes(): number {
    return [...this.files.values()].reduce((sum, { length }) => sum + length, 0);
  }

  #put(path: string, bytes: Uint8Array<ArrayBuffer>): void {
    this.counts.sent += bytes.length;
    this.files.set(path, bytes);
    this.#version += 1;
    this.#tags.set(path, this.#version);
  }

  #count(what: string, path: string): void {
    this.counts.requests += 1;
    this.before(what, path);
  }
}
