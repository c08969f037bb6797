// Original files of documents: large ones in the private file system, small ones in their records.
//
// - A file is written before the record that names it, and removed after the record is gone.
// - Without a private file system, the records hold everything.
import { v4 as uuid } from 'uuid';
import { ORIGINAL_BYTES, type NotKept, type OriginalFile } from '../core/original.ts';
import type { NewOriginal, OriginalStore } from '../core/ports/original-store.ts';
import type { Database, OriginalRecord } from './database.ts';
import { inTransaction, STRICT } from './transactions.ts';
import { within } from './segment-files.ts';
import { type VectorFolder, writeIfAnswered } from './vector-folder.ts';

/** Part of the folder's name, at the root of the private file system. */
export const ORIGINAL_FOLDER = 'originals';

/** Bytes from which an original has its own file. */
const LARGE = 64 * 1024;
/** Bytes of small originals that are written together. */
const BATCH = 4 * 1024 * 1024;
/** Bytes that originals leave free for documents and chats. */
const RESERVE = 64 * 1024 * 1024;

/** Milliseconds to wait for the browser's storage estimate, which sometimes never comes. */
const PATIENCE = 3000;

export type OriginalFolder = Pick<VectorFolder, 'write' | 'file' | 'remove' | 'names'>;

export interface OriginalOptions {
  folder?: Promise<OriginalFolder | undefined>;
  /** Whether the user wants originals kept. Absent: yes. */
  enabled?(): Promise<boolean>;
  storage?: Pick<StorageManager, 'estimate'> | undefined;
  /** Maximum bytes of an original. */
  limit?: number;
  /** Bytes from which an original has its own file. */
  large?: number;
}

export class OriginalTable implements OriginalStore<Blob> {
  readonly #db: Database;
  readonly #options: OriginalOptions;

  constructor(db: Database, options: OriginalOptions = {}) {
    this.#db = db;
    this.#options = options;
  }

  async keep(originals: readonly (NewOriginal & { key: string })[]): Promise<NotKept[]> {
    const notKept: NotKept[] = [];
    if (originals.length === 0 || !(await this.#isEnabled())) return notKept;
    const { limit = ORIGINAL_BYTES } = this.#options;
    let room = await this.#room();
    let small: OriginalRecord[] = [];
    const flush = async (): Promise<void> => {
      const records = small;
      small = [];
      if (records.length === 0 || (await this.#put(records))) return;
      notKept.push(...records.map(({ name }): NotKept => ({ name, reason: 'full' })));
    };
    for (const { read, ...original } of originals) {
      const { name, size } = original;
      if (size > limit || size > room) {
        notKept.push({ name, reason: size > limit ? 'large' : 'full' });
        continue;
      }
      const bytes = await read().catch(() => undefined);
      if (!bytes) {
        notKept.push({ name, reason: 'unreadable' });
        continue;
      }
      room -= bytes.byteLength;
      const folder =
        bytes.byteLength < (this.#options.large ?? LARGE) ? undefined : await this.#options.folder;
      const file = folder && (await this.#putFile(folder, original, bytes));
      if (file === 'full') notKept.push({ name, reason: 'full' });
      if (file) continue;
      small.push({ ...original, size: bytes.byteLength, bytes });
      if (small.reduce((sum, record) => sum + record.size, 0) >= BATCH) await flush();
    }
    await flush();
    return notKept;
  }

  async has(key: string): Promise<boolean> {
    return (await this.#db.getKey('originals', key).catch(() => undefined)) !== undefined;
  }

  async find(key: string): Promise<OriginalFile<Blob> | undefined> {
    const record = await this.#db.get('originals', key);
    if (!record) return undefined;
    const { name, type, size, bytes, file } = record;
    const blob = bytes
      ? new Blob([bytes], { type })
      : await (await this.#options.folder)?.file(file ?? '').catch(() => undefined);
    // A file deleted by hand, or only partly written.
    return blob && blob.size === size ? { name, type, size, blob } : undefined;
  }

  async move(keys: readonly (readonly [from: string, to: string])[]): Promise<void> {
    const tx = this.#db.transaction('originals', 'readwrite', STRICT);
    await inTransaction(tx, async () => {
      for (const [from, to] of keys) {
        const record = await tx.store.get(from);
        if (!record) continue;
        await tx.store.delete(from);
        await tx.store.put({ ...record, key: to });
      }
    });
  }

  async drop(keys: readonly string[]): Promise<void> {
    if (keys.length === 0) return;
    const files: string[] = [];
    const tx = this.#db.transaction('originals', 'readwrite', STRICT);
    await inTransaction(tx, async () => {
      for (const key of keys) {
        const record = await tx.store.get(key);
        if (record?.file !== undefined) files.push(record.file);
        if (record) await tx.store.delete(key);
      }
    });
    const folder = files.length > 0 ? await this.#options.folder : undefined;
    for (const file of files) await folder?.remove(file);
  }

  async keys(): Promise<string[]> {
    return this.#db.getAllKeys('originals');
  }

  async sweep(): Promise<void> {
    const folder = await this.#options.folder;
    const names = (await folder?.names().catch(() => undefined)) ?? [];
    if (names.length === 0) return;
    const named = new Set<string>();
    let cursor = await this.#db.transaction('originals').store.index('file').openKeyCursor();
    while (cursor) {
      named.add(cursor.key);
      cursor = await cursor.continue();
    }
    for (const name of names) if (!named.has(name)) await folder?.remove(name);
  }

  async #isEnabled(): Promise<boolean> {
    return (await this.#options.enabled?.().catch(() => true)) ?? true;
  }

  /** Returns the bytes available to originals; without an estimate, the browser itself reports when it is full. */
  async #room(): Promise<number> {
    const asked = this.#options.storage?.estimate().catch(() => undefined);
    const estimate = asked && (await within(PATIENCE, asked));
    if (estimate?.quota === undefined) return Number.POSITIVE_INFINITY;
    return estimate.quota - (estimate.usage ?? 0) - RESERVE;
  }

  /** @returns undefined when the browser does not answer: the record then holds the bytes */
  async #putFile(
    folder: OriginalFolder,
    original: Omit<OriginalRecord, 'file' | 'bytes'>,
    bytes: ArrayBuffer,
  ): Promise<'kept' | 'full' | undefined> {
    const file = uuid();
    try {
      if (!(await writeIfAnswered(folder, file, [new Uint8Array(bytes)]))) return undefined;
    } catch {
      return 'full';
    }
    if (await this.#put([{ ...original, size: bytes.byteLength, file }])) return 'kept';
    await folder.remove(file);
    return 'full';
  }

  async #put(records: readonly OriginalRecord[]): Promise<boolean> {
    try {
      const tx = this.#db.transaction('originals', 'readwrite', STRICT);
      await inTransaction(tx, () => Promise.all(records.map((record) => tx.store.put(record))));
      return true;
    } catch {
      return false;
    }
  }
}

/** Counts the originals and their bytes from an index, without reading files. */
export async function measureOriginals(db: Database): Promise<{ items: number; bytes: number }> {
  let items = 0;
  let bytes = 0;
  let cursor = await db.transaction('originals').store.index('size').openKeyCursor();
  while (cursor) {
    items += 1;
    bytes += cursor.key;
    cursor = await cursor.continue();
  }
  return { items, bytes };
}
