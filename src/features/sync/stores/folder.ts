// A folder on this device that another program carries to the other devices: Dropbox, iCloud, Syncthing. Only browsers
// with the File System Access API have it.
import { Failure } from '../../../core/errors.ts';
import { TooLarge, type Listed, type SyncStore } from './store.ts';

export class FolderStore implements SyncStore {
  readonly #root: FileSystemDirectoryHandle;

  constructor(root: FileSystemDirectoryHandle) {
    this.#root = root;
  }

  read(path: string, most: number): Promise<Uint8Array | undefined> {
    return named(async () => {
      const handle = await this.#file(path);
      if (!handle) return undefined;
      const file = await handle.getFile();
      if (file.size > most) throw new TooLarge(`more than ${most} bytes`);
      return new Uint8Array(await file.arrayBuffer());
    });
  }

  create(path: string, bytes: Uint8Array<ArrayBuffer>): Promise<boolean> {
    return named(async () => {
      if (await this.#file(path)) return false;
      await this.#write(path, bytes);
      return true;
    });
  }

  replace(path: string, bytes: Uint8Array<ArrayBuffer>): Promise<void> {
    return named(() => this.#write(path, bytes));
  }

  remove(path: string): Promise<void> {
    return named(async () => {
      const [folder, name] = split(path);
      const at = folder === '' ? this.#root : await this.#folder(folder, false);
      if (at) await missing(() => at.removeEntry(name));
    });
  }

  list(folder: string): Promise<Listed[]> {
    return named(async () => {
      const at = folder === '' ? this.#root : await this.#folder(folder, false);
      const files: Listed[] = [];
      if (!at) return files;
      for await (const [name, handle] of at.entries()) {
        if (handle.kind === 'directory') {
          files.push({ name, tag: '' });
          continue;
        }
        const { lastModified, size } = await (handle as FileSystemFileHandle).getFile();
        files.push({ name, tag: `${lastModified} ${size}` });
      }
      return files;
    });
  }

  prepare(folders: readonly string[]): Promise<void> {
    return named(async () => {
      for (const folder of folders) await this.#folder(folder, true);
    });
  }

  /** Written beside it first, so a file is old or new, never half. */
  async #write(path: string, bytes: Uint8Array<ArrayBuffer>): Promise<void> {
    const [folder, name] = split(path);
    const at = folder === '' ? this.#root : await this.#folder(folder, true);
    const file = await at!.getFileHandle(name, { create: true });
    const stream = await file.createWritable();
    await stream.write(bytes);
    await stream.close();
  }

  async #file(path: string): Promise<FileSystemFileHandle | undefined> {
    const [folder, name] = split(path);
    const at = folder === '' ? this.#root : await this.#folder(folder, false);
    return at && missing(() => at.getFileHandle(name));
  }

  #folder(folder: string, create: boolean): Promise<FileSystemDirectoryHandle | undefined> {
    return missing(() => this.#root.getDirectoryHandle(folder, { create }));
  }
}

function split(path: string): [folder: string, name: string] {
  const at = path.lastIndexOf('/');
  return at === -1 ? ['', path] : [path.slice(0, at), path.slice(at + 1)];
}

async function missing<T>(find: () => Promise<T>): Promise<T | undefined> {
  try {
    return await find();
  } catch (error) {
    if (error instanceof DOMException && error.name === 'NotFoundError') return undefined;
    throw error;
  }
}

async function named<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof DOMException)) throw error;
    if (error.name === 'NotAllowedError' || error.name === 'SecurityError') {
      throw new Failure(
        'denied',
        'The browser needs your permission for the sync folder again. Choose Sync now.',
        {
          permission: true,
        },
      );
    }
    if (error.name === 'QuotaExceededError') {
      throw new Failure(
        'unavailable',
        'The disk is full. Your changes wait on this device and are saved then.',
      );
    }
    if (error.name === 'NotFoundError') {
      throw new Failure('not_found', 'The sync folder is gone. Disconnect, then choose it again.');
    }
    throw new Failure('unavailable', `Couldn’t use the sync folder (${error.name}). Sync tries again later.`);
  }
}
