// The folders of tools in a terminal: the tool that a command names has the folder of `--folder`, any other one of its own in
// a temporary place. Nothing outside of them is touched, whatever links lie in them.
import { mkdir, mkdtemp, readdir, readFile, realpath, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, relative, sep } from 'node:path';
import { Failure } from '../core/errors.ts';

/** Bytes of one file and files of one folder: what the app keeps for a tool. */
const FILE_BYTES = 8 * 1024 * 1024;
const FOLDER_FILES = 1_000;

interface FileFacts {
  path: string;
  /** Bytes. */
  size: number;
  /** ISO 8601. */
  modified: string;
}

export class NodeFolders {
  readonly #places = new Map<string, string>();
  #temporary: string | undefined;

  /** @param place a folder of the user's, for the tool's folder of this id. */
  async put(folder: string, place: string): Promise<void> {
    await mkdir(place, { recursive: true });
    this.#places.set(folder, await realpath(place));
  }

  async read(folder: string, path: string): Promise<Uint8Array | undefined> {
    const file = await this.#existing(folder, path);
    return file === undefined ? undefined : new Uint8Array(await readFile(file));
  }

  /** @throws Failure `too_large`; `denied` when a link leads out. */
  async write(folder: string, path: string, bytes: Uint8Array): Promise<void> {
    if (bytes.length > FILE_BYTES) {
      throw new Failure('too_large', `${path} would be larger than 8 MiB; write it in several parts`);
    }
    const root = await this.#rootOf(folder);
    if ((await this.list(folder)).length >= FOLDER_FILES) {
      throw new Failure('too_large', `the folder holds ${FOLDER_FILES} files, as many as it may`);
    }
    const file = join(root, path);
    await this.#existing(folder, path);
    // The nearest folder on the way that is there already says where the new ones would be.
    let there = dirname(file);
    while (there !== root && !(await stat(there).catch(() => undefined))) there = dirname(there);
    await inside(root, there, path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, bytes);
  }

  async list(folder: string): Promise<FileFacts[]> {
    const root = await this.#rootOf(folder);
    const entries = await readdir(root, { recursive: true, withFileTypes: true });
    const files = entries
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name));
    return Promise.all(
      files.map(async (file) => {
        const { size, mtime } = await stat(file);
        return { path: relative(root, file).split(sep).join('/'), size, modified: mtime.toISOString() };
      }),
    );
  }

  async remove(folder: string, path: string): Promise<boolean> {
    const file = await this.#existing(folder, path);
    if (file === undefined) return false;
    await rm(file);
    return true;
  }

  /** Removes what is temporary. */
  async close(): Promise<void> {
    if (this.#temporary !== undefined) await rm(this.#temporary, { recursive: true, force: true });
  }

  async #existing(folder: string, path: string): Promise<string | undefined> {
    const root = await this.#rootOf(folder);
    const file = join(root, path);
    if (!(await stat(file).catch(() => undefined))?.isFile()) return undefined;
    return inside(root, file, path);
  }

  async #rootOf(folder: string): Promise<string> {
    const known = this.#places.get(folder);
    if (known !== undefined) return known;
    this.#temporary ??= await realpath(await mkdtemp(join(tmpdir(), 'perilune-')));
    const place = join(this.#temporary, encodeURIComponent(folder));
    await mkdir(place, { recursive: true });
    this.#places.set(folder, place);
    return place;
  }
}

/** Where it really is. @throws Failure `denied` when that is not below the root. */
async function inside(root: string, file: string, path: string): Promise<string> {
  const real = await realpath(file);
  if (real === root || real.startsWith(root + sep)) return real;
  throw new Failure('denied', `fs: ${path}: a link leads out of the folder`);
}
