// A folder of documents as a library: read, split and searched as in the app. Changed files are read again.
import { statSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { v7 as uuid } from 'uuid';
import type { AddReport } from '../../core/document.ts';
import type { ReadPacked } from '../../knowledge/extract/extract.ts';
import { Library } from '../../knowledge/library.ts';
import { MemoryDocuments } from '../../knowledge/memory-documents.ts';
import { WrongUse } from '../../cli/command-line.ts';
import { GuardedFolder } from '../../cli/guarded-folder.ts';
import type { FolderCache, ReadFile } from './folder-cache.ts';
import { filesToRead, incoming } from './folder-files.ts';

export interface FolderDeps {
  readPacked: ReadPacked;
  /** Without it, everything is read at each start. */
  cache?: FolderCache;
}

export class FolderLibrary {
  /** The source name of its documents. */
  readonly source: string;
  readonly library: Library;
  readonly store: MemoryDocuments;
  readonly #root: GuardedFolder;
  readonly #cache: FolderCache | undefined;
  #files: Record<string, ReadFile>;
  #last: Promise<unknown>;

  /** @throws WrongUse when the folder does not exist. */
  constructor(folder: string, { readPacked, cache }: FolderDeps) {
    const root = resolve(folder);
    if (!statSync(root, { throwIfNoEntry: false })?.isDirectory()) {
      throw new WrongUse(`--docs: there is no folder ${folder}`);
    }
    const known = cache?.read();
    this.source = basename(root);
    this.#root = new GuardedFolder(root);
    this.#cache = cache;
    this.#files = known?.files ?? {};
    this.store = new MemoryDocuments(known?.held);
    this.library = new Library({
      store: this.store,
      exclusive: (work) => work(),
      announce: () => undefined,
      newId: uuid,
      now: () => new Date().toISOString(),
      readPacked,
    });
    this.#last = this.library.load();
  }

  get path(): string {
    return this.#root.path;
  }

  /** Reads new and changed files, and forgets deleted ones. @returns undefined when nothing has changed */
  refresh(): Promise<AddReport | undefined> {
    const next = this.#last.then(() => this.#compare());
    this.#last = next.catch(() => undefined);
    return next;
  }

  async #compare(): Promise<AddReport | undefined> {
    const found = [...filesToRead(this.#root.path)];
    const now = Object.fromEntries(found.map(({ path, size, changed }) => [path, { size, changed }]));
    const gone = Object.keys(this.#files).filter((path) => !Object.hasOwn(now, path));
    const changed = found.filter(({ path, size, changed: at }) => {
      const known = Object.hasOwn(this.#files, path) ? this.#files[path] : undefined;
      return known?.size !== size || known.changed !== at;
    });
    if (gone.length === 0 && changed.length === 0) return undefined;
    await this.#forget(gone);
    const items = changed.map((file) => incoming(this.#root, file));
    const report = await this.library.add(items, { source: this.source, total: items.length });
    this.#files = now;
    this.#cache?.write({ files: now, held: this.store.held() });
    return report;
  }

  /** Also removes the documents inside these files: a mailbox holds many. */
  async #forget(paths: readonly string[]): Promise<void> {
    if (paths.length === 0) return;
    const ids: string[] = [];
    await this.store.eachMeta((metas) => {
      for (const { id, source_id } of metas) {
        if (paths.some((path) => source_id === path || source_id.startsWith(`${path}/`))) ids.push(id);
      }
    });
    await this.library.remove(ids);
  }
}
