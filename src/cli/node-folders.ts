// The folders of tools in a terminal: the tool named by a command uses the folder of `--folder`, any other one a
// folder below a root, which is a temporary folder unless the user names one. Nothing outside them is touched,
// whatever links they contain.
import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Failure } from '../core/errors.ts';
import { GuardedFolder } from './guarded-folder.ts';
import { makeFolders } from './make-folders.ts';
import type { FileFacts, FolderStore } from '../core/ports/grants.ts';

/** Limits in bytes per file and files per folder, the same as in the app. */
const FILE_BYTES = 8 * 1024 * 1024;
const FOLDER_FILES = 1_000;

export class NodeFolders implements FolderStore {
  readonly #places = new Map<string, GuardedFolder>();
  /** Names of folders below the root, by their ids. */
  readonly #names = new Map<string, string>();
  readonly #root: string | undefined;
  #temporary: string | undefined;

  /** @param root absent: a temporary folder, which `close` removes */
  constructor(root?: string) {
    this.#root = root;
  }

  /** @param place a folder of the user, for the tool's folder with this id. */
  async put(folder: string, place: string): Promise<void> {
    makeFolders(place);
    this.#places.set(folder, new GuardedFolder(await realpath(place)));
  }

  /** Sets the name below the root for the tool's folder with this id. Ids with the same name share the folder. */
  name(folder: string, name: string): void {
    this.#names.set(folder, name);
  }

  /** @throws Failure `denied` when a link leads outside. */
  async read(folder: string, path: string): Promise<Uint8Array | undefined> {
    const bytes = (await this.#placeOf(folder)).read(path);
    return bytes && new Uint8Array(bytes);
  }

  /** @throws Failure `too_large`; `denied` when a link leads outside, or is broken. */
  async write(folder: string, path: string, bytes: Uint8Array): Promise<void> {
    if (bytes.length > FILE_BYTES) {
      throw new Failure('too_large', `${path} would be larger than 8 MiB; split it into several files`);
    }
    const place = await this.#placeOf(folder);
    if (place.list().files.length >= FOLDER_FILES) {
      throw new Failure('too_large', `the folder is full (${FOLDER_FILES} files)`);
    }
    place.write(place.follow(path), bytes);
  }

  async list(folder: string): Promise<FileFacts[]> {
    const place = await this.#placeOf(folder);
    return place.list().files.flatMap((path) => {
      const facts = place.facts(path);
      return facts ? [{ path, size: facts.size, modified: facts.mtime.toISOString() }] : [];
    });
  }

  async remove(folder: string, path: string): Promise<boolean> {
    const place = await this.#placeOf(folder);
    if (place.facts(path) === undefined) {
      // The script may not remove a link that leads outside.
      place.follow(path);
      return false;
    }
    return place.remove(path);
  }

  /** Removes temporary folders. */
  async close(): Promise<void> {
    if (this.#temporary !== undefined) await rm(this.#temporary, { recursive: true, force: true });
  }

  async #placeOf(folder: string): Promise<GuardedFolder> {
    const known = this.#places.get(folder);
    if (known !== undefined) return known;
    const root = await this.#rootFolder();
    const place = new GuardedFolder(join(root, encodeURIComponent(this.#names.get(folder) ?? folder)));
    makeFolders(place.path);
    this.#places.set(folder, place);
    return place;
  }

  async #rootFolder(): Promise<string> {
    if (this.#root === undefined) {
      return (this.#temporary ??= await realpath(await mkdtemp(join(tmpdir(), 'perilune-'))));
    }
    makeFolders(this.#root);
    return realpath(this.#root);
  }
}
