// Original files of the library: kept with their documents, dropped after them.
import { revisionKey } from '../core/document.ts';
import type { NotKept, OriginalFile } from '../core/original.ts';
import type { DocumentStore } from '../core/ports/document-store.ts';
import type { OriginalStore } from '../core/ports/original-store.ts';
import type { Placed, PlacedOriginal } from './add.ts';
import { idOfKey } from './live-index.ts';

/** Milliseconds that a removed document's original stays: as long as the screen offers undo. */
const UNDO = 15_000;
/** Documents looked up at once. */
const BATCH = 500;

export class Originals {
  readonly #originals: OriginalStore<Blob> | undefined;
  readonly #documents: DocumentStore;

  constructor(originals: OriginalStore<Blob> | undefined, documents: DocumentStore) {
    this.#originals = originals;
    this.#documents = documents;
  }

  /** @returns the files that are not kept, with the reason */
  async keep({ originals, documents, replaced }: Placed): Promise<NotKept[]> {
    if (!this.#originals) return [];
    const added = new Set(documents.map(revisionKey));
    for (const one of originals) if (!added.has(one.key)) await this.keepMissing(one);
    const notKept = await this.#originals.keep(originals.filter(({ key }) => added.has(key)));
    // If this fails, the next sweep removes them.
    await this.#originals.drop(replaced).catch(() => undefined);
    return notKept;
  }

  /** Adds the original of an existing document. */
  async keepMissing(original: PlacedOriginal): Promise<void> {
    if (this.#originals && !(await this.#originals.has(original.key))) await this.#originals.keep([original]);
  }

  /** Moves originals to the new keys of their unchanged documents. If this fails, the originals are lost. */
  async move(keys: readonly (readonly [from: string, to: string])[]): Promise<void> {
    await this.#originals?.move(keys).catch(() => undefined);
  }

  async of(id: string): Promise<OriginalFile<Blob> | undefined> {
    const [meta] = this.#originals ? await this.#documents.metasOf([id]) : [];
    return meta && this.#originals?.find(revisionKey(meta));
  }

  /** Drops originals after the removal of documents, except those restored meanwhile. */
  dropLater(keys: readonly string[], onDropped: () => void): void {
    if (!this.#originals || keys.length === 0) return;
    const drop = async (): Promise<void> => {
      await this.#originals?.drop(await this.#dead(keys));
      onDropped();
    };
    // If this fails, the next start removes them.
    setTimeout(() => void drop().catch(() => undefined), UNDO);
  }

  /** Removes originals without a document. */
  async sweep(): Promise<void> {
    if (!this.#originals) return;
    await this.#originals.drop(await this.#dead(await this.#originals.keys()));
    await this.#originals.sweep();
  }

  async #dead(keys: readonly string[]): Promise<string[]> {
    const dead: string[] = [];
    for (let at = 0; at < keys.length; at += BATCH) {
      const batch = keys.slice(at, at + BATCH);
      const metas = await this.#documents.metasOf(batch.map(idOfKey));
      const alive = new Set(metas.map(revisionKey));
      dead.push(...batch.filter((key) => !alive.has(key)));
    }
    return dead;
  }
}
