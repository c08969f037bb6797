// Where the bytes of index segments lie: large ones in files of the private file system, small ones in their records.
//
// - A file is written and flushed before the record that names it is committed, and removed after the record is gone. So after
//   a crash there is a record with its file, or a file that no record names, which the next sweep removes.
// - Read from files, 20 MB are there in a fifth of the time that the database takes (40 to 50 ms instead of 180 to 300).
import type { SegmentRecord } from './database.ts';
import { type VectorFolder, writeIfAnswered } from './vector-folder.ts';
import type { StoredSegment } from '../core/ports/document-store.ts';

/** Part of the name of the folder, at the root of the private file system. */
export const SEGMENT_FOLDER = 'segments';

/** Bytes from which a segment has a file: browsers lay larger values beside the database, too. */
const LARGE = 64 * 1024;

/** Milliseconds for a file that is being read ahead; then it is read again. */
const PATIENCE = 1500;

export type SegmentFolder = Pick<VectorFolder, 'write' | 'whole' | 'remove' | 'names'>;

export class SegmentFiles {
  readonly #opening: Promise<SegmentFolder | undefined>;
  readonly #large: number;
  /** What is being read before a record was seen that names it, by file. */
  #ahead: Promise<Map<string, Promise<ArrayBuffer | undefined>>> | undefined;

  /**
   * @param folder undefined, as where it cannot be opened: the records hold everything
   * @param large bytes from which a segment has a file
   */
  constructor(folder: Promise<SegmentFolder | undefined> = Promise.resolve(undefined), large = LARGE) {
    this.#opening = folder;
    this.#large = large;
  }

  /** The record of a segment, whose bytes last already when they lie in a file. */
  async put({ id, bytes, createdAt }: StoredSegment): Promise<SegmentRecord> {
    const folder = bytes.byteLength < this.#large ? undefined : await this.#opening;
    const isInFile = folder && (await writeIfAnswered(folder, id, [new Uint8Array(bytes)]));
    return isInFile ? { id, file: id, size: bytes.byteLength, createdAt } : { id, bytes, createdAt };
  }

  /** Begins to read all there is, beside the opening of the database; until `forgetAhead` that is what `bytesOf` answers. */
  readAhead(): void {
    this.#ahead = this.#opening.then(async (folder) => {
      const names = (await folder?.names().catch(() => undefined)) ?? [];
      const ahead = new Map<string, Promise<ArrayBuffer | undefined>>();
      // One behind the other: whoever is late then is late alone.
      let last: Promise<unknown> = Promise.resolve();
      for (const name of names) {
        const reading = last.then(() => folder!.whole(name)).catch(() => undefined);
        ahead.set(name, reading);
        last = reading;
      }
      return ahead;
    });
  }

  /** Lets go of what no record has named. */
  forgetAhead(): void {
    this.#ahead = undefined;
  }

  /** Undefined when its file is gone or cannot be read. */
  async bytesOf({ bytes, file, size }: SegmentRecord): Promise<ArrayBuffer | undefined> {
    if (bytes || file === undefined) return bytes;
    const ahead = await within(PATIENCE, this.#readAheadOf(file));
    // What another tab was writing just then is too short.
    if (ahead && ahead.byteLength === size) return ahead;
    const folder = await this.#opening;
    return folder?.whole(file).catch(() => undefined);
  }

  async #readAheadOf(file: string): Promise<ArrayBuffer | undefined> {
    return (await this.#ahead)?.get(file);
  }

  /** Removes the files of segments that are in no record any more. One that is being read stays for the next sweep. */
  async remove(ids: readonly string[]): Promise<void> {
    const folder = await this.#opening;
    for (const id of ids) await folder?.remove(id).catch(() => undefined);
  }

  /** Removes every file but those of the records there are. Nobody may be writing a segment meanwhile. */
  async sweep(ids: readonly string[]): Promise<void> {
    const folder = await this.#opening;
    const named = new Set(ids);
    const names = (await folder?.names().catch(() => undefined)) ?? [];
    await this.remove(names.filter((name) => !named.has(name)));
  }
}

/** What the promise gives, or undefined when it takes longer: the private file system now and then never answers. */
export function within<Value>(milliseconds: number, promise: Promise<Value>): Promise<Value | undefined> {
  return Promise.race([
    promise,
    new Promise<undefined>((resolve) => setTimeout(() => resolve(undefined), milliseconds)),
  ]);
}
