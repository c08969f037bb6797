// Files of a device in memory, for tests: each belongs to a note.
import { canonical } from '../log/canonical.ts';
import type { FetchedFile, LocalFile, LocalFiles } from './ports.ts';
import type { MemoryRecords } from './memory-device.test-support.ts';

export class MemoryFiles implements LocalFiles {
  readonly kind = 'file';
  readonly #records: MemoryRecords;
  readonly held = new Map<string, { of: string; blob: Blob; mark: string }>();
  isWanted = true;
  /** Bytes that fit. */
  room = Number.POSITIVE_INFINITY;
  #marks = 0;

  constructor(records: MemoryRecords) {
    this.#records = records;
  }

  /** Attaches a file to a note that is here. */
  set(note: string, bytes: Uint8Array<ArrayBuffer>): void {
    this.#marks += 1;
    this.held.set(`file/${note}`, {
      of: this.#content(note),
      blob: new Blob([bytes]),
      mark: `f${this.#marks}`,
    });
  }

  async bytes(note: string): Promise<Uint8Array | undefined> {
    const file = this.held.get(`file/${note}`);
    return file && new Uint8Array(await file.blob.arrayBuffer());
  }

  async wants(): Promise<boolean> {
    return this.isWanted;
  }

  async *scan(): AsyncIterable<LocalFile> {
    for (const key of this.held.keys()) {
      const file = this.#live(key);
      if (file) yield file;
    }
  }

  async placeFor(key: string, of: string): Promise<{ mark: string; file?: LocalFile } | undefined> {
    if (this.#content(key.slice('file/'.length)) !== of) return undefined;
    const file = this.#live(key);
    return { mark: file?.mark ?? `new ${key}`, ...(file && { file }) };
  }

  async keep(files: readonly FetchedFile[]): Promise<ReadonlyMap<string, 'kept' | 'full'>> {
    const outcomes = new Map<string, 'kept' | 'full'>();
    for (const { key, mark, of, blob } of files) {
      this.#records.step();
      this.room -= blob.size;
      outcomes.set(key, this.room < 0 ? 'full' : 'kept');
      if (this.room >= 0) this.held.set(key, { of, blob, mark });
    }
    return outcomes;
  }

  #content(note: string): string {
    const record = this.#records.records.get(note);
    return record ? canonical(record.value) : '';
  }

  #live(key: string): LocalFile | undefined {
    const file = this.held.get(key);
    if (!file || file.of !== this.#content(key.slice('file/'.length))) return undefined;
    const { of, blob, mark } = file;
    return { key, mark, size: blob.size, read: async () => ({ name: key, type: 'text/plain', of, blob }) };
  }
}
