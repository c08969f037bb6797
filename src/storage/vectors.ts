// Vectors on disk: immutable files in the private file system, each named by a record in the database once it is
// complete.
//
// - A file is written and flushed before its record is committed. After a crash, a file may exist without a record,
//   and the next sweep removes it, but never the reverse. A record replaces others in one transaction.
// - Without a private file system the record itself holds the packed vectors, in smaller batches. The exact ones are
//   then not kept: reading fifty of them from records would take longer than the rest of a search.
// - A file has a header of 16 bytes, little-endian: "PLVF", version, dimensions, vectors; then the scales, the packed
//   numbers, and the vectors themselves as 32-bit floats.
import type { IDBPTransaction, StoreNames } from 'idb';
import type { Database, Schema, VectorRecord } from './database.ts';
import { inSentences, inTransaction, STRICT } from './transactions.ts';
import { type VectorFolder, writeIfAnswered } from './vector-folder.ts';
import type { VectorBatch, VectorInfo, VectorStore } from '../core/ports/vector-store.ts';

const MAGIC = 0x46564c50;
const VERSION = 1;
const HEADER = 16;

type FileRecord = Pick<VectorRecord, 'dimensions' | 'count' | 'file' | 'bytes'>;

export interface VectorFilesOptions {
  /** Absent: the records hold the vectors. */
  folder?: VectorFolder | undefined;
  newId(): string;
  /** ISO 8601. */
  now(): string;
}

export class VectorFiles implements VectorStore {
  readonly #db: Database;
  readonly #options: VectorFilesOptions;
  /** Data read from records whose vectors are in files; records never change. */
  readonly #known = new Map<string, FileRecord>();

  constructor(db: Database, options: VectorFilesOptions) {
    this.#db = db;
    this.#options = options;
  }

  async ids(): Promise<string[]> {
    return inSentences('read', 'the list of embeddings', () => this.#db.getAllKeys('vectors'));
  }

  async infos(ids: readonly string[]): Promise<VectorInfo[]> {
    const records = await this.#records(ids);
    // Without access to the folder now, the files may still be there tomorrow.
    const reachable = records.filter(({ file }) => file === undefined || this.#options.folder !== undefined);
    return reachable.map(({ id, model, dimensions, hashes }) => ({
      id,
      model,
      dimensions,
      hashes: new Uint32Array(hashes),
    }));
  }

  async packed(id: string): Promise<Pick<VectorBatch, 'values' | 'scales'> | undefined> {
    const record = await this.#record(id);
    if (!record) return undefined;
    const { count, dimensions } = record;
    const length = packedLength(dimensions);
    const [header, scales, values] = await this.#read(record, [
      [0, HEADER],
      [HEADER, HEADER + 4 * count],
      [HEADER + 4 * count, HEADER + (4 + length) * count],
    ]);
    if (!header || !scales || !values || !isHeaderOf(header, record)) return undefined;
    return { scales: new Float32Array(scales), values: new Int8Array(values) };
  }

  async exact(id: string, places: readonly number[]): Promise<Float32Array[] | undefined> {
    const record = await this.#record(id);
    if (!record || record.file === undefined) return undefined;
    const { count, dimensions } = record;
    const from = HEADER + (4 + packedLength(dimensions)) * count;
    const size = 4 * dimensions;
    const stretches = places.map((place) => [from + place * size, from + (place + 1) * size] as const);
    const found = await this.#read(record, stretches);
    return found.length === places.length ? found.map((bytes) => new Float32Array(bytes)) : undefined;
  }

  async write(batch: VectorBatch, replaced: readonly string[] = []): Promise<VectorInfo | undefined> {
    const { folder, newId, now } = this.#options;
    const { model, dimensions, hashes } = batch;
    const id = newId();
    const count = hashes.length / 2;
    const record: VectorRecord = {
      id,
      model,
      dimensions,
      count,
      hashes: hashes.slice().buffer,
      createdAt: now(),
    };
    return inSentences('save', 'the embeddings', async () => {
      const parts = [headerOf(record), batch.scales.slice(), batch.values.slice()];
      const file = `${id}.vectors`;
      const isInFile =
        folder && batch.exact && (await writeIfAnswered(folder, file, [...parts, batch.exact.slice()]));
      if (isInFile) record.file = file;
      else record.bytes = await new Blob(parts).arrayBuffer();
      try {
        const gone = await this.#commit(record, replaced);
        if (gone) await this.#removeFiles(gone);
        else await this.#removeFiles([record]);
        return gone && { id, model, dimensions, hashes };
      } catch (error) {
        await this.#removeFiles([record]);
        throw error;
      }
    });
  }

  async remove(ids: readonly string[]): Promise<void> {
    await inSentences('remove', 'embeddings', async () => {
      const records = await this.#records(ids);
      const tx = this.#db.transaction('vectors', 'readwrite', STRICT);
      await inTransaction(tx, () => Promise.all(ids.map(async (id) => tx.store.delete(id))));
      await this.#removeFiles(records);
    });
  }

  async sweep(): Promise<void> {
    const { folder } = this.#options;
    if (!folder) return;
    const files = await folder.names();
    const named = new Set((await this.#records(await this.ids())).map(({ file }) => file));
    for (const file of files) if (!named.has(file)) await folder.remove(file);
  }

  async #record(id: string): Promise<FileRecord | undefined> {
    const known = this.#known.get(id);
    if (known) return known;
    const [record] = await this.#records([id]);
    if (record?.file === undefined) return record;
    const { dimensions, count, file } = record;
    this.#known.set(id, { dimensions, count, file });
    return record;
  }

  async #records(ids: readonly string[]): Promise<VectorRecord[]> {
    return inSentences('read', 'the embeddings', async () => {
      const { store } = this.#db.transaction('vectors');
      const records = await Promise.all(ids.map((id) => store.get(id)));
      return records.filter((record) => record !== undefined);
    });
  }

  /** Returns nothing when the file is gone or damaged. */
  async #read(
    { file, bytes }: FileRecord,
    stretches: readonly (readonly [number, number])[],
  ): Promise<ArrayBuffer[]> {
    const { folder } = this.#options;
    if (bytes) return stretches.map(([from, to]) => bytes.slice(from, to));
    if (file === undefined || !folder) return [];
    return folder.read(file, stretches).catch(() => []);
  }

  /** @returns the replaced records; undefined when one of them was gone */
  async #commit(record: VectorRecord, replaced: readonly string[]): Promise<VectorRecord[] | undefined> {
    const tx = this.#db.transaction('vectors', 'readwrite', replaced.length > 0 ? STRICT : undefined);
    return inTransaction(tx, async () => {
      const old = await replacedIn(tx, replaced);
      if (!old) return undefined;
      await Promise.all([tx.store.put(record), ...replaced.map(async (id) => tx.store.delete(id))]);
      return old;
    });
  }

  async #removeFiles(records: readonly VectorRecord[]): Promise<void> {
    for (const { id, file } of records) {
      this.#known.delete(id);
      if (file !== undefined) await this.#options.folder?.remove(file);
    }
  }
}

type Writing = IDBPTransaction<Schema, [StoreNames<Schema> & 'vectors'], 'readwrite'>;

async function replacedIn({ store }: Writing, ids: readonly string[]): Promise<VectorRecord[] | undefined> {
  const found = await Promise.all(ids.map((id) => store.get(id)));
  const there = found.filter((record) => record !== undefined);
  return there.length === ids.length ? there : undefined;
}

/** Length of a packed vector: a multiple of the step of the kernel that reads it (`search/vectors/kernel.ts`). */
function packedLength(dimensions: number): number {
  return Math.ceil(dimensions / 32) * 32;
}

function headerOf({ dimensions, count }: FileRecord): Uint32Array<ArrayBuffer> {
  return Uint32Array.of(MAGIC, VERSION, dimensions, count);
}

function isHeaderOf(bytes: ArrayBuffer, record: FileRecord): boolean {
  const expected = headerOf(record);
  return new Uint32Array(bytes).every((value, i) => value === expected[i]);
}
