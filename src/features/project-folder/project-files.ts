// Reads and changes the files of a project folder, one at a time and never outside the folder.
//
// - It checks each path, and so does the browser. Links that lead elsewhere are refused.
// - It overwrites only the text that the person saw. A file that changed meanwhile stays.
// - It never changes Git's own files, because hooks are programs.
import type { FileChange } from '../../core/call.ts';
import { Failure } from '../../core/errors.ts';
import { toFolderPath } from '../../core/folder-path.ts';
import { inMebibytes } from '../../core/limits.ts';
import type { FileHandle, FolderHandle, LocalFile } from '../../core/local-link.ts';
import type { FileFacts } from '../../core/ports/grants.ts';
import { unified } from '../../tools/formats/from-url.ts';
import { decodeUtf8 } from '../../tools/formats/import-limits.ts';

export const LARGEST_FILE = 10 * 1024 * 1024;
/** Enough for a project that people write by hand. */
const MOST_FILES = 5000;
const DEEPEST = 24;
/** Files and folders that programs write. They are neither listed nor searched. */
const SKIPPED = /^(\.git|node_modules|\.DS_Store)$|\.crswap$/;

export class ProjectFiles {
  readonly name: string;
  readonly #root: FolderHandle;
  /** Date and size of each file when it was last read or written here. */
  readonly #seen = new Map<string, string>();
  /** The change of each path that was shown last. `before` is undefined for a new file, `after` for a deletion. */
  readonly #shown = new Map<string, { before: string | undefined; after: string | undefined }>();

  constructor(name: string, root: FolderHandle) {
    this.name = name;
    this.#root = root;
  }

  /** Lists all files, without those of Git and package managers. @throws Failure */
  async list(): Promise<{ files: FileFacts[]; left: number }> {
    await this.#permitted('read');
    const found: FileFacts[] = [];
    const left = { names: 0 };
    await this.#inSentences('fs.list', '', () => this.#walk(this.#root, '', 0, found, left));
    return { files: found.sort((a, b) => (a.path < b.path ? -1 : 1)), left: left.names };
  }

  /** @returns undefined when there is no such file. @throws Failure */
  async read(given: string, operation = 'fs.read'): Promise<Uint8Array | undefined> {
    const path = toFolderPath(given, operation);
    await this.#permitted('read');
    const file = await this.#fileAt(path, operation);
    if (!file) return undefined;
    if (file.size > LARGEST_FILE) {
      throw new Failure(
        'too_large',
        `${operation}: ${path}: the file is ${inMebibytes(file.size)}; the limit is ${inMebibytes(LARGEST_FILE)}`,
      );
    }
    const bytes = await this.#inSentences(operation, path, () => file.arrayBuffer());
    this.#seen.set(path, signOf(file));
    return new Uint8Array(bytes);
  }

  /** @throws Failure `not_found`, `bad_request` for a binary file, `too_large`, `denied`, `unavailable` */
  async readText(path: string, operation: string): Promise<string> {
    const bytes = await this.read(path, operation);
    if (!bytes) throw new Failure('not_found', `${operation}: ${path}: no such file`);
    return textOf(bytes, path, operation);
  }

  /**
   * Returns the change as a diff for the approval, and remembers the text before it.
   * @param after undefined: the file is deleted
   * @throws Failure `conflict` when the file changed on disk since it was read here
   */
  async propose(given: string, after: string | undefined, operation: string): Promise<FileChange> {
    const path = toFolderPath(given, operation);
    if (path.split('/').some(isOfGit)) {
      throw new Failure('denied', `${operation}: ${path}: Perilune does not change Git’s own files`);
    }
    if (after !== undefined && new TextEncoder().encode(after).length > LARGEST_FILE) {
      throw new Failure(
        'too_large',
        `${operation}: ${path}: a file can have at most ${inMebibytes(LARGEST_FILE)}`,
      );
    }
    const seen = this.#seen.get(path);
    const bytes = await this.read(path, operation);
    if (seen !== undefined && this.#seen.get(path) !== seen) {
      // Only reading it again shows the new text.
      this.#seen.set(path, seen);
      throw changed(path, operation, 'it was read');
    }
    const before = bytes && textOf(bytes, path, operation);
    if (before === undefined && after === undefined) {
      throw new Failure('not_found', `${operation}: ${path}: no such file`);
    }
    this.#shown.set(path, { before, after });
    return {
      folder: this.name,
      what: before === undefined ? 'added' : after === undefined ? 'removed' : 'changed',
      diff: unified(path, before ?? '', after ?? ''),
    };
  }

  /** Makes the change that `propose` returned. @throws Failure `conflict` when the file changed meanwhile */
  async change(given: string, after: string | undefined, operation: string): Promise<void> {
    const path = toFolderPath(given, operation);
    const shown = this.#shown.get(path);
    if (!shown) throw new Failure('denied', `${operation}: ${path}: the change was not approved`);
    // Another change of the file was shown since, perhaps from a newer text.
    if (shown.after !== after) throw changed(path, operation, 'the change was shown');
    const { before } = shown;
    this.#shown.delete(path);
    await this.#permitted('readwrite');
    const bytes = await this.read(path, operation);
    const now = bytes && textIn(bytes);
    if (now !== before || (bytes && now === undefined))
      throw changed(path, operation, 'the change was shown');
    await this.#inSentences(operation, path, () => this.#put(path, after, operation));
  }

  async #put(path: string, after: string | undefined, operation: string): Promise<void> {
    const [folder, name] = await this.#folderOf(path, after !== undefined);
    if (after === undefined) {
      await folder.removeEntry(name);
      this.#seen.delete(path);
      return;
    }
    const handle = await folder.getFileHandle(name, { create: true });
    await this.#checkPlace(handle, path, operation);
    const stream = await handle.createWritable();
    await stream.write(after);
    await stream.close();
    const written = await handle.getFile();
    if (textIn(new Uint8Array(await written.arrayBuffer())) !== after) {
      throw new Failure(
        'unavailable',
        `${operation}: ${path}: the file was not written completely; check it on disk`,
      );
    }
    this.#seen.set(path, signOf(written));
  }

  async #walk(
    folder: FolderHandle,
    above: string,
    depth: number,
    found: FileFacts[],
    left: { names: number },
  ): Promise<void> {
    for await (const entry of folder.values()) {
      if (SKIPPED.test(entry.name)) continue;
      const path = above + entry.name;
      if (!isPlain(path)) {
        left.names += 1;
        continue;
      }
      if (entry.kind === 'directory') {
        if (depth < DEEPEST) await this.#walk(entry, `${path}/`, depth + 1, found, left);
        continue;
      }
      if (found.length >= MOST_FILES) {
        throw new Failure(
          'too_large',
          `fs.list: the folder ${this.name} has more than ${MOST_FILES.toLocaleString('en')} files; open a smaller folder`,
        );
      }
      // Leaves out broken links, and files that the browser withholds.
      const file = await entry.getFile().catch(() => undefined);
      if (file) found.push({ path, size: file.size, modified: new Date(file.lastModified).toISOString() });
      else left.names += 1;
    }
  }

  async #fileAt(path: string, operation: string): Promise<LocalFile | undefined> {
    return this.#inSentences(operation, path, async () => {
      try {
        const [folder, name] = await this.#folderOf(path, false);
        const handle = await folder.getFileHandle(name);
        await this.#checkPlace(handle, path, operation);
        return await handle.getFile();
      } catch (error) {
        if (!isNamed(error, 'NotFoundError')) throw error;
        // The whole folder may be gone.
        await this.#root.values()[Symbol.asyncIterator]().next();
        return undefined;
      }
    });
  }

  async #folderOf(path: string, create: boolean): Promise<[FolderHandle, string]> {
    const names = path.split('/');
    const name = names.pop() ?? '';
    let folder = this.#root;
    for (const one of names) folder = await folder.getDirectoryHandle(one, { create });
    return [folder, name];
  }

  /** The browser follows no link out of the folder, and this does not rely on it. @throws Failure `denied` */
  async #checkPlace(handle: FileHandle, path: string, operation: string): Promise<void> {
    const place = this.#root.resolve ? await this.#root.resolve(handle) : path.split('/');
    if (place?.join('/').normalize('NFC') === path) return;
    throw new Failure('denied', `${operation}: ${path}: the link leads outside the folder ${this.name}`);
  }

  /** @throws Failure `denied` that says how to get the permission back */
  async #permitted(mode: 'read' | 'readwrite'): Promise<void> {
    const state = (await this.#root.queryPermission?.({ mode })) ?? 'granted';
    if (state !== 'granted') throw lost(this.name);
  }

  async #inSentences<T>(operation: string, path: string, work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (error instanceof Failure) throw error;
      if (isNamed(error, 'NotAllowedError')) throw lost(this.name);
      if (isNamed(error, 'TypeMismatchError')) {
        throw new Failure(
          'bad_request',
          `${operation}: ${path}: a folder or file of this name is in the way`,
        );
      }
      if (error instanceof TypeError) {
        throw new Failure('bad_request', `${operation}: ${path}: the system does not allow this file name`);
      }
      if (isNamed(error, 'NotFoundError')) {
        throw new Failure(
          'unavailable',
          `${operation}: the folder ${this.name}, or a part of it, was moved or deleted; the user can open it again with +`,
        );
      }
      const why = error instanceof Error ? error.message : 'unknown reason';
      throw new Failure('unavailable', `${operation}: ${path}: ${why}`);
    }
  }
}

/** Characters that some file systems ignore in names. */
const IGNORED = /[\u200c-\u200f\u202a-\u202e\u2060-\u206f\ufeff]/g;

/** Tells whether some file system would open Git's folder by this name, as Git itself decides it. */
function isOfGit(name: string): boolean {
  return /^(\.git|git~\d+)[. ]*(:.*)?$/i.test(name.replace(IGNORED, ''));
}

/** Keeps a byte order mark. @returns undefined for a binary file */
export function textIn(bytes: Uint8Array): string | undefined {
  const text = decodeUtf8(bytes, true);
  return text?.includes('\u0000') ? undefined : text;
}

function textOf(bytes: Uint8Array, path: string, operation: string): string {
  const text = textIn(bytes);
  if (text !== undefined) return text;
  throw new Failure(
    'bad_request',
    `${operation}: ${path}: this is a binary file of ${bytes.length.toLocaleString('en')} bytes; only text files can be read or changed`,
  );
}

function changed(path: string, operation: string, since: string): Failure {
  return new Failure(
    'conflict',
    `${operation}: ${path}: the file changed on disk since ${since}; nothing was written. Read it again`,
  );
}

function lost(name: string): Failure {
  return new Failure(
    'denied',
    `Perilune no longer has permission for the folder ${name}; the user can restore it with Reconnect, below the question field`,
  );
}

function isPlain(path: string): boolean {
  try {
    return toFolderPath(path, 'fs.list') === path.normalize('NFC');
  } catch {
    return false;
  }
}

function isNamed(error: unknown, name: string): boolean {
  return error instanceof DOMException && error.name === name;
}

function signOf({ lastModified, size }: LocalFile): string {
  return `${lastModified}:${size}`;
}
