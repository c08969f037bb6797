// The storage of index segments: large ones in files of the private file system, small ones in their records.
//
// - A file is written and flushed before the record that names it is committed, and removed after the record is gone.
//   So after a crash, a file may exist without a record, and the next sweep removes it, but never the reverse.
// - Files read 20 MB in a fifth of the time that the database takes (40 to 50 ms instead of 180 to 300).
import type { SegmentRecord } from './database.ts';
import { type VectorFolder, writeIfAnswered } from './vector-folder.ts';
import type { StoredSegment } from '../core/ports/document-store.ts';

/** Part of the folder's name, at the root of the private file system. */
export const SEGMENT_FOLDER = 'segments';

/** Bytes from which a segment has a file: browsers also store larger values outside the database. */
const LARGE = 64 * 1024;

/** Milliseconds for a file that is read ahead; after that, it is read again. */
const PATIENCE = 1500;

export type SegmentFolder = Pick<VectorFolder, 'write' | 'whole' | 'remove' | 'names'>;

export class SegmentFiles {
  readonly #opening: Promise<SegmentFolder | undefined>;
  readonly #large: number;
  /** Files being read before a record that names them was seen, by file. */
  #ahead: Promise<Map<string, Promise<ArrayBuffer | undefined>>> | undefined;

  /**
   * @param folder undefined where it can't be opened: the records hold everything
   * @param large bytes from which a segment has a file
   */
  constructor(folder: Promise<SegmentFolder | undefined> = Promise.resolve(undefined), large = LARGE) {
    this.#opening = folder;
    this.#large = large;
  }

  /** Returns the record of a segment. If the bytes are in a file, they are already durable. */
  async put({ id, bytes, createdAt }: StoredSegment): Promise<SegmentRecord> {
    const folder = bytes.byteLength < this.#large ? undefined : await this.#opening;
    const isInFile = folder && (await writeIfAnswered(folder, id, [new Uint8Array(bytes)]));
    return isInFile ? { id, file: id, size: bytes.byteLength, createdAt } : { id, bytes, createdAt };
  }

  /** Begins to read all files while the database opens. `bytesOf` uses them until `forgetAhead`. */
  readAhead(): void {
    this.#ahead = this.#opening.then(async (folder) => {
      const names = (await folder?.names().catch(() => undefined)) ?? [];
      const ahead = new Map<string, Promise<ArrayBuffer | undefined>>();
      // One after another, so that a slow file delays only itself.
      let last: Promise<unknown> = Promise.resolve();
      for (const name of names) {
        const reading = last.then(() => folder!.whole(name)).catch(() => undefined);
        ahead.set(name, reading);
        last = reading;
      }
      return ahead;
    });
  }

  /** Drops the files that no record has named. */
  forgetAhead(): void {
    this.#ahead = undefined;
  }

  /** Returns undefined when its file is gone or can't be read. */
  async bytesOf({ bytes, file, size }: SegmentRecord): Promise<ArrayBuffer | undefined> {
    if (bytes || file === undefined) return bytes;
    const ahead = await within(PATIENCE, this.#readAheadOf(file));
    // A file that another tab was just writing is too short.
    if (ahead && ahead.byteLength === size) return ahead;
    const folder = await this.#opening;
    return folder?.whole(file).catch(() => undefined);
  }

  async #readAheadOf(file: string): Promise<ArrayBuffer | undefined> {
    return (await this.#ahead)?.get(file);
  }

  /** Removes the files of segments without a record. One being read stays until the next sweep. */
  async remove(ids: readonly string[]): Promise<void> {
    const folder = await this.#opening;
    for (const id of ids) await folder?.remove(id).catch(() => undefined);
  }

  /** Removes every file except those of the existing records. No tab may be writing a segment meanwhile. */
  async sweep(ids: readonly string[]): Promise<void> {
    const folder = await this.#opening;
    const named = new Set(ids);
    const names = (await folder?.names().catch(() => undefined)) ?? [];
    await this.remove(names.filter((name) => !named.has(name)));
  }
}

/** Returns the promise's value, or undefined when it takes longer: the private file system sometimes never responds. */
export function within<Value>(milliseconds: number, promise: Promise<Value>): Promise<Value | undefined> {
  return Promise.race([
    promise,
    new Promise<undefined>((resolve) => setTimeout(() => resolve(undefined), milliseconds)),
  ]);
}
