// Folders of the private file system for vectors, index segments and original files: whole files, written once, read
// in parts or whole.
//
// - Every call ends: one without a response fails with `NoAnswer`, and its caller has an alternative.

export interface VectorFolder {
  /**
   * Writes a whole file, and returns when it would survive a crash. Nothing is left of a failed one.
   * @throws NoAnswer when the browser never opens it; the next sweep removes files without a record
   */
  write(name: string, parts: readonly ArrayBufferView<ArrayBuffer>[]): Promise<void>;
  /** Reads ranges `[from, to)` of a file. @throws when there is no such file or it is shorter */
  read(name: string, stretches: readonly (readonly [number, number])[]): Promise<ArrayBuffer[]>;
  /** Reads all of a file, without keeping it open. @throws when there is no such file */
  whole(name: string): Promise<ArrayBuffer>;
  /** Returns a handle for a whole file, which is read when needed. @throws when there is no such file */
  file(name: string): Promise<File>;
  /** Does nothing when it is missing, or when another tab is reading it. */
  remove(name: string): Promise<void>;
  names(): Promise<string[]>;
}

/** @returns false when the browser doesn't respond: the bytes are then stored as without a private file system */
export async function writeIfAnswered(
  folder: Pick<VectorFolder, 'write'>,
  name: string,
  parts: readonly ArrayBufferView<ArrayBuffer>[],
): Promise<boolean> {
  try {
    await folder.write(name, parts);
    return true;
  } catch (error) {
    if (error instanceof NoAnswer) return false;
    throw error;
  }
}

/** Part of the folder's name, at the root of the private file system. */
export const VECTOR_FOLDER = 'vectors';

/** The browser has not responded to a call of the private file system, and won't. */
export class NoAnswer extends Error {
  constructor() {
    super('the browser’s private file system does not respond');
  }
}

/** Returns undefined where the browser has no private file system, or none for this page. */
export async function openVectorFolder(name = VECTOR_FOLDER): Promise<VectorFolder | undefined> {
  const attempts: Promise<VectorFolder | undefined>[] = [];
  for (const milliseconds of PATIENCE) {
    attempts.push(openNow(name));
    const answered = await answerWithin(milliseconds, attempts);
    if (answered) return answered.folder;
  }
  return undefined;
}

/** Milliseconds after each attempt. In a newly started browser, Chromium 156 sometimes never answers the first. */
const PATIENCE = [1500, 3500, 15_000];

/** Milliseconds for one call. On a machine with four times its load, calls take 2 seconds at most. */
const CALL = 4000;

/**
 * @param onLate receives a result that comes too late
 * @throws NoAnswer
 */
function answered<Value>(call: Promise<Value>, onLate?: (value: Value) => void): Promise<Value> {
  return new Promise((resolve, reject) => {
    let isLate = false;
    const timer = setTimeout(() => {
      isLate = true;
      reject(new NoAnswer());
    }, CALL);
    call.then(
      (value) => {
        clearTimeout(timer);
        if (isLate) onLate?.(value);
        else resolve(value);
      },
      (error: unknown) => {
        clearTimeout(timer);
        reject(error as Error);
      },
    );
  });
}

function answerWithin(
  milliseconds: number,
  attempts: readonly Promise<VectorFolder | undefined>[],
): Promise<{ folder: VectorFolder | undefined } | undefined> {
  return Promise.race([
    Promise.race(attempts).then((folder) => ({ folder })),
    new Promise<undefined>((resolve) => setTimeout(() => resolve(undefined), milliseconds)),
  ]);
}

async function openNow(name: string): Promise<VectorFolder | undefined> {
  try {
    const root = await navigator.storage.getDirectory();
    const folder = await root.getDirectoryHandle(name, { create: true });
    // Older browsers have the folders without the workers' write function.
    return 'createSyncAccessHandle' in FileSystemFileHandle.prototype ? new PrivateFolder(folder) : undefined;
  } catch {
    return undefined;
  }
}

/** Maximum files kept open for reading; a search reads from all of them. */
const MOST_OPEN = 64;

/** The file access of workers, which the page's types lack. */
interface SyncHandle {
  read(into: Uint8Array, options: { at: number }): number;
  write(part: ArrayBufferView<ArrayBuffer>, options: { at: number }): number;
  getSize(): number;
  truncate(size: number): void;
  flush(): void;
  close(): void;
}

interface SyncFile {
  createSyncAccessHandle(options?: object): Promise<SyncHandle>;
}

class PrivateFolder implements VectorFolder {
  readonly #folder: FileSystemDirectoryHandle;
  /** Open files for fast reading; undefined in a browser that allows it in one tab at a time. */
  readonly #readers = new Map<string, Promise<SyncHandle | undefined>>();

  constructor(folder: FileSystemDirectoryHandle) {
    this.#folder = folder;
  }

  async write(name: string, parts: readonly ArrayBufferView<ArrayBuffer>[]): Promise<void> {
    const handle = await openSync(await answered(this.#folder.getFileHandle(name, { create: true })));
    try {
      try {
        let at = 0;
        for (const part of parts) at += writeWhole(handle, part, at);
        handle.truncate(at);
        handle.flush();
      } finally {
        handle.close();
      }
    } catch (error) {
      await this.remove(name);
      throw error;
    }
  }

  async read(name: string, stretches: readonly (readonly [number, number])[]): Promise<ArrayBuffer[]> {
    const reader = await this.#reader(name);
    if (reader) return stretches.map(([from, to]) => readWhole(reader, from, to));
    const file = await this.file(name);
    return Promise.all(
      stretches.map(async ([from, to]) => {
        const bytes = await answered(file.slice(from, to).arrayBuffer());
        if (bytes.byteLength < to - from) throw new Error(`${name} is shorter than it was`);
        return bytes;
      }),
    );
  }

  async whole(name: string): Promise<ArrayBuffer> {
    const handle = await this.#openForReading(name);
    if (!handle) return answered((await this.file(name)).arrayBuffer());
    try {
      return readWhole(handle, 0, handle.getSize());
    } finally {
      handle.close();
    }
  }

  async file(name: string): Promise<File> {
    const file = await answered(this.#folder.getFileHandle(name));
    return answered(file.getFile());
  }

  async remove(name: string): Promise<void> {
    await this.#close(name);
    await answered(this.#folder.removeEntry(name)).catch(() => undefined);
  }

  async names(): Promise<string[]> {
    const read = async (): Promise<string[]> => {
      const names: string[] = [];
      for await (const name of this.#folder.keys()) names.push(name);
      return names;
    };
    return answered(read());
  }

  async #reader(name: string): Promise<SyncHandle | undefined> {
    const known = this.#readers.get(name);
    if (known) return known;
    const oldest = this.#readers.size >= MOST_OPEN ? this.#readers.keys().next().value : undefined;
    if (oldest !== undefined) await this.#close(oldest);
    const opening = this.#openForReading(name);
    this.#readers.set(name, opening);
    return opening;
  }

  async #openForReading(name: string): Promise<SyncHandle | undefined> {
    try {
      // Many tabs can read at a time with this mode; browsers without it admit only the first.
      return await openSync(await answered(this.#folder.getFileHandle(name)), { mode: 'read-only' });
    } catch {
      return undefined;
    }
  }

  async #close(name: string): Promise<void> {
    const reader = this.#readers.get(name);
    this.#readers.delete(name);
    (await reader)?.close();
  }
}

/** Files being opened. */
const opening = new Set<FileSystemFileHandle>();

/**
 * Opens a file, and keeps a reference to its handle until the browser answers: Chromium (150 and 156) drops the call
 * when the handle is garbage-collected meanwhile, and the caller waits forever.
 */
function openSync(file: FileSystemFileHandle, options?: object): Promise<SyncHandle> {
  opening.add(file);
  const call = (file as unknown as SyncFile).createSyncAccessHandle(options);
  const letGo = (): void => void opening.delete(file);
  call.then(letGo, letGo);
  return answered(call, closeLate);
}

/** An open file can be neither written nor removed. */
function closeLate(handle: SyncHandle): void {
  handle.close();
}

/** @returns the number of bytes written */
function writeWhole(handle: SyncHandle, part: ArrayBufferView<ArrayBuffer>, at: number): number {
  const written = handle.write(part, { at });
  if (written < part.byteLength) {
    throw new DOMException('the file is full', 'QuotaExceededError');
  }
  return written;
}

function readWhole(handle: SyncHandle, from: number, to: number): ArrayBuffer {
  const bytes = new Uint8Array(to - from);
  if (handle.read(bytes, { at: from }) < bytes.length) throw new Error('the file is shorter than it was');
  return bytes.buffer;
}
