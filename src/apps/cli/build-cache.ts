// The page cache of `perilune build`: a page whose file has not changed is not read again.
//
// It lies in `node_modules/.cache/perilune` of the project that contains the site, which CI keeps between runs, or
// else next to the index. An unreadable cache counts as empty.
import { createHash } from 'node:crypto';
import { lstatSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { Failure } from '../../core/errors.ts';
import { GuardedFolder } from '../../cli/guarded-folder.ts';
import type { ReadPage } from './site-pages.ts';

interface Entry {
  size: number;
  /** Milliseconds since 1970. */
  changed: number;
  sha256: string;
  page: ReadPage;
}

interface Stored {
  version: string;
  /** Hash of all the input the index was built from. */
  source: string;
  entries: Record<string, Entry>;
}

/** Raise it when pages are read differently. */
const VERSION = `1 ${__APP_VERSION__}`;

export class ReadCache {
  /** Number of files that were not in the cache. */
  misses = 0;
  /** The cache folder. */
  readonly folder: GuardedFolder;
  readonly #site: GuardedFolder;
  readonly #file: string;
  readonly #settings: string;
  readonly #before: Stored;
  readonly #entries: Record<string, Entry> = {};

  /** @param settings every input of the index except the pages */
  static open(site: GuardedFolder, out: GuardedFolder, settings: unknown): ReadCache {
    const modules = modulesAbove(site.path);
    const name = `${sha256(`${site.path}\0${out.path}`).slice(0, 16)}.json.gz`;
    const beside = dirname(out.path);
    const folder = modules
      ? new GuardedFolder(join(modules, '.cache', 'perilune'), modules)
      : new GuardedFolder(join(beside, '.perilune-cache'), beside);
    return new ReadCache(site, folder, name, JSON.stringify(settings));
  }

  private constructor(site: GuardedFolder, folder: GuardedFolder, file: string, settings: string) {
    this.#site = site;
    this.folder = folder;
    this.#file = file;
    this.#settings = settings;
    this.#before = stored(folder, file);
  }

  /** The file in `folder` for the passage vectors, which take longest to compute. */
  get vectors(): string {
    return this.#file.replace(/\.json\.gz$/, '.vectors');
  }

  /** True when the last index was built from the same input. Valid once every page has been read. */
  get isUnchanged(): boolean {
    return this.#before.source === this.#source();
  }

  async read(path: string, read: (text: string) => Promise<ReadPage>): Promise<ReadPage> {
    const { size, mtimeMs } = this.#site.facts(path) ?? gone(path);
    const known = this.#before.entries[path];
    if (known?.size === size && known.changed === mtimeMs) return this.#keep(path, known);
    const bytes = this.#site.read(path) ?? gone(path);
    const hash = sha256(bytes);
    if (known?.sha256 === hash) return this.#keep(path, { ...known, changed: mtimeMs });
    this.misses++;
    const page = await read(bytes.toString('utf8').replace(/^\ufeff/, ''));
    return this.#keep(path, { size, changed: mtimeMs, sha256: hash, page });
  }

  save(): void {
    const kept: Stored = { version: VERSION, source: this.#source(), entries: this.#entries };
    try {
      this.folder.write(this.#file, gzipSync(JSON.stringify(kept), { level: 1 }));
    } catch {
      // Not writable: the next build reads everything again.
    }
  }

  #keep(path: string, entry: Entry): ReadPage {
    this.#entries[path] = entry;
    return entry.page;
  }

  #source(): string {
    const files = Object.entries(this.#entries).map(([path, entry]) => `${path}\0${entry.sha256}`);
    return sha256([VERSION, this.#settings, ...files].join('\n'));
  }
}

function gone(path: string): never {
  throw new Failure('denied', `${path}: it was removed or replaced by a link during the build`);
}

/**
 * The nearest `node_modules`, from the site's folder upwards. A symbolic link is skipped: its target is not ours to
 * write to.
 */
function modulesAbove(site: string): string | undefined {
  for (let folder = site; ; folder = dirname(folder)) {
    const modules = join(folder, 'node_modules');
    if (lstatSync(modules, { throwIfNoEntry: false })?.isDirectory()) return modules;
    if (folder === dirname(folder)) return undefined;
  }
}

function stored(folder: GuardedFolder, file: string): Stored {
  const none: Stored = { version: VERSION, source: '', entries: {} };
  try {
    const kept = JSON.parse(gunzipSync(folder.read(file) ?? '').toString('utf8')) as Stored;
    return kept.version === VERSION ? kept : none;
  } catch {
    return none;
  }
}

function sha256(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('hex');
}
