// The files that documents were made from, as sync sees them: each goes with its document.
import { revisionKey, type DocumentMeta } from '../../../core/document.ts';
import type { OriginalFile } from '../../../core/original.ts';
import type { Database } from '../../../storage/database.ts';
import { SettingsTable } from '../../../storage/settings.ts';
import type { FetchedFile, LocalFile, LocalFiles } from '../engine/ports.ts';
import { inWorker } from '../in-worker.ts';
import { identityIn } from './document-keys.ts';
import type { KeyOf } from './document-records.ts';
import type { KeptOriginals } from './keep-originals.ts';

export const ORIGINAL = 'original';

export interface OriginalDeps {
  read(document: string): Promise<OriginalFile<Blob> | undefined>;
  /** Absent: in a worker. */
  keep?(files: readonly FetchedFile[]): Promise<KeptOriginals>;
}

export class OriginalFiles implements LocalFiles {
  readonly kind = ORIGINAL;
  readonly #db: Database;
  readonly #deps: OriginalDeps;
  readonly #keyOf: KeyOf;

  constructor(db: Database, deps: OriginalDeps, keyOf: KeyOf) {
    this.#db = db;
    this.#deps = deps;
    this.#keyOf = keyOf;
  }

  async wants(): Promise<boolean> {
    return (await new SettingsTable(this.#db).load()).originals;
  }

  async *scan(): AsyncIterable<LocalFile> {
    const sizes = await this.#sizes();
    if (sizes.size === 0) return;
    for (const meta of await this.#db.getAll('documents')) {
      const size = sizes.get(revisionKey(meta));
      const owner = size === undefined ? undefined : this.#keyOf(meta);
      if (owner !== undefined) yield this.#fileOf(meta, owner, size!);
    }
  }

  async placeFor(key: string, of: string): Promise<{ mark: string; file?: LocalFile } | undefined> {
    const owner = key.slice(ORIGINAL.length + 1);
    const meta = await this.#db.getFromIndex('documents', 'identity', identityIn(owner));
    if (meta?.hash !== of) return undefined;
    const mark = revisionKey(meta);
    const record = await this.#db.get('originals', mark);
    return { mark, ...(record && { file: this.#fileOf(meta, owner, record.size) }) };
  }

  async keep(files: readonly FetchedFile[]): Promise<ReadonlyMap<string, 'kept' | 'full'>> {
    const { keep = keepInWorker } = this.#deps;
    return new Map(await keep(files));
  }

  #fileOf(meta: DocumentMeta, owner: string, size: number): LocalFile {
    return {
      key: `${ORIGINAL}/${owner}`,
      mark: revisionKey(meta),
      size,
      read: async () => {
        const original = await this.#deps.read(meta.id);
        return original && { name: original.name, type: original.type, of: meta.hash, blob: original.blob };
      },
    };
  }

  /** Sizes by revision, from an index, without reading files. */
  async #sizes(): Promise<Map<string, number>> {
    const sizes = new Map<string, number>();
    let cursor = await this.#db.transaction('originals').store.index('size').openKeyCursor();
    while (cursor) {
      sizes.set(cursor.primaryKey, cursor.key);
      cursor = await cursor.continue();
    }
    return sizes;
  }
}

function keepInWorker(files: readonly FetchedFile[]): Promise<KeptOriginals> {
  const start = (): Worker =>
    new Worker(new URL('./originals-worker.ts', import.meta.url), { type: 'module', name: 'sync-originals' });
  return inWorker(start, files, 'Couldn’t save files. Reload the page, then sync again.');
}
