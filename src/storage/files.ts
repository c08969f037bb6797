// The folders of tools: each is a small, flat set of files that only its tool reads and writes.
//
// - Limits are checked in the writing transaction, so two tabs can't exceed one together.
// - The caller validates paths; here they are keys.
import { Failure } from '../core/errors.ts';
import type { Database, StoredFile } from './database.ts';
import { inSentences, inTransaction, STRICT } from './transactions.ts';

const MIB = 1024 * 1024;
/** Maximum bytes of one file: as much as one host call handles without delaying the page. */
export const FILE_BYTES = 8 * MIB;
/** Maximum bytes of one folder. */
export const FOLDER_BYTES = 32 * MIB;
/** Maximum files of one folder, because listing visits all. */
export const FOLDER_FILES = 1_000;

/** Milliseconds: two days, as long as a removed bundle can be restored. */
const LATELY = 2 * 24 * 3600 * 1000;

export type FileInfo = Pick<StoredFile, 'path' | 'size' | 'modified'>;

export class FileTable {
  readonly #db: Database;
  readonly #now: () => string;

  /** @param now ISO 8601 */
  constructor(db: Database, now: () => string = () => new Date().toISOString()) {
    this.#db = db;
    this.#now = now;
  }

  async read(folder: string, path: string): Promise<Uint8Array | undefined> {
    const file = await inSentences('read', 'the file', () => this.#db.get('files', [folder, path]));
    return file?.bytes;
  }

  /**
   * Creates a file, or replaces its content.
   * @throws Failure `too_large` with advice, `unavailable` when the browser doesn't save
   */
  async write(folder: string, path: string, bytes: Uint8Array): Promise<void> {
    const size = bytes.byteLength;
    if (size > FILE_BYTES) {
      throw new Failure(
        'too_large',
        `${path} would be ${inMib(size)}, but a file can be at most ${inMib(FILE_BYTES)}; split it into several files`,
      );
    }
    // A copy, because the database would store the whole of a larger buffer.
    const file = { folder, path, bytes: new Uint8Array(bytes), size, modified: this.#now() };
    await inSentences('save', 'the file', async () => {
      const tx = this.#db.transaction('files', 'readwrite', STRICT);
      await inTransaction(tx, async () => {
        checkRoom(file, await filesIn(tx.store, folder));
        await tx.store.put(file);
      });
    });
  }

  /** By path. */
  async list(folder: string): Promise<FileInfo[]> {
    return inSentences('read', 'the folder', () => filesIn(this.#db.transaction('files').store, folder));
  }

  /** Returns false when there was none. */
  async remove(folder: string, path: string): Promise<boolean> {
    return inSentences('remove', 'the file', async () => {
      const tx = this.#db.transaction('files', 'readwrite', STRICT);
      return inTransaction(tx, async () => {
        const found = (await tx.store.getKey([folder, path])) !== undefined;
        if (found) await tx.store.delete([folder, path]);
        return found;
      });
    });
  }

  /** Removes every file of the folder. */
  async clear(folder: string): Promise<void> {
    await inSentences('remove', 'the folder', async () => {
      const tx = this.#db.transaction('files', 'readwrite', STRICT);
      await inTransaction(tx, () => tx.store.delete(rangeOf(folder)));
    });
  }

  /**
   * Removes the folders of removed tools. A recently written one stays, because an undo may restore its tool, or
   * another tab may not list it yet.
   */
  async sweep(kept: ReadonlySet<string>): Promise<void> {
    const before = new Date(Date.parse(this.#now()) - LATELY).toISOString();
    for (const folder of await this.folders()) {
      if (kept.has(folder)) continue;
      const files = await this.list(folder);
      if (files.every(({ modified }) => modified < before)) await this.clear(folder);
    }
  }

  /** Returns the names of folders with files. */
  async folders(): Promise<string[]> {
    return inSentences('read', 'the folders', async () => {
      const names: string[] = [];
      let cursor = await this.#db.transaction('files').store.openKeyCursor();
      while (cursor) {
        const [folder] = cursor.key;
        names.push(folder);
        cursor = await cursor.continue(endOf(folder));
      }
      return names;
    });
  }
}

interface Listing {
  index(name: 'listing'): {
    openKeyCursor(range: IDBKeyRange): Promise<ListingCursor | null>;
  };
}

interface ListingCursor {
  key: [string, string, number, string];
  continue(): Promise<ListingCursor | null>;
}

/** Reads only the index, not the content. */
async function filesIn(store: Listing, folder: string): Promise<FileInfo[]> {
  const files: FileInfo[] = [];
  let cursor = await store.index('listing').openKeyCursor(rangeOf(folder));
  while (cursor) {
    const [, path, size, modified] = cursor.key;
    files.push({ path, size, modified });
    cursor = await cursor.continue();
  }
  return files;
}

/** @throws Failure `too_large` when the folder has no room for the file */
function checkRoom(file: StoredFile, all: readonly FileInfo[]): void {
  const others = all.filter(({ path }) => path !== file.path);
  if (others.length >= FOLDER_FILES) {
    const oldest = others.reduce((one, other) => (other.modified < one.modified ? other : one));
    throw new Failure(
      'too_large',
      `the tool's folder is full (${FOLDER_FILES.toLocaleString('en')} files); delete some first, such as the oldest, ${oldest.path}`,
    );
  }
  const size = others.reduce((sum, other) => sum + other.size, file.size);
  if (size > FOLDER_BYTES) {
    const largest = others.reduce((one, other) => (other.size > one.size ? other : one));
    throw new Failure(
      'too_large',
      `with ${file.path} the tool's folder would be ${inMib(size)}, but it can be at most ${inMib(FOLDER_BYTES)}; delete files first, such as the largest, ${largest.path} (${inMib(largest.size)})`,
    );
  }
}

/** Matches all keys that begin with the folder: an array sorts after every text. */
function rangeOf(folder: string): IDBKeyRange {
  return IDBKeyRange.bound([folder], endOf(folder), false, true);
}

function endOf(folder: string): [string, string] {
  return [folder, []] as unknown as [string, string];
}

function inMib(bytes: number): string {
  return `${(Math.ceil((bytes / MIB) * 10) / 10).toLocaleString('en')} MiB`;
}
