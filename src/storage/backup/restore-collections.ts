// Restores collections from a backup, and assigns the file's documents to them.
//
// - An untrusted file joins no collection of this device: each of its collections gets a new id.
// - A collection whose name is taken here is created under another name when the first document needs it. So
//   restoring the same file twice leaves no empty copies.
import { v7 as uuid } from 'uuid';
import { isObject } from '../../base/json.ts';
import {
  COLLECTION_COLOURS,
  COLLECTION_LIMITS,
  collectionName,
  isSameName,
  type Collection,
} from '../../core/collection.ts';
import type { DocumentMeta } from '../../core/document.ts';
import { broken, objectWith, verdict, type Parts, type Restoring, type Tally } from './restoring.ts';

export class RestoredCollections {
  readonly #restoring: Restoring;
  readonly #ids = new Map<string, string>();
  readonly #later = new Map<string, Collection>();
  #tally: Tally = { added: 0, replaced: 0, kept: 0 };

  constructor(restoring: Restoring) {
    this.#restoring = restoring;
  }

  async restore(parts: Parts, tally: Tally): Promise<void> {
    const { tx, clear, trust } = this.#restoring;
    const store = tx.objectStore('collections');
    this.#tally = tally;
    if (clear) await store.clear();
    for await (const records of parts) {
      for (const record of records) {
        const read = readCollection(record);
        if (trust) {
          this.#ids.set(read.id, read.id);
          const here = (await store.getKey(read.id)) !== undefined;
          if (verdict(this.#restoring, tally, here)) await store.put(await this.#named(read, read.id));
        } else if (await this.#isTaken(read.name)) {
          this.#later.set(read.id, read);
        } else await this.#make(read);
      }
    }
    for (const { instructions } of this.#later.values()) if (instructions !== '') this.#noteReview();
  }

  /** Returns the document with the ids of its collections here. */
  async place<Meta extends DocumentMeta>({ collections, own, ...meta }: Meta): Promise<Meta> {
    const ids: string[] = [];
    for (const id of Array.isArray(collections) ? collections : []) {
      const later = this.#later.get(id);
      if (later) await this.#make(later);
      const here = this.#ids.get(id) ?? (this.#restoring.trust ? id : undefined);
      if (here !== undefined) ids.push(here);
    }
    return {
      ...meta,
      ...(ids.length > 0 && { collections: ids }),
      ...(isOwn(own) && { own }),
    } as unknown as Meta;
  }

  /** Returns the id here of a collection that limits a chat: a limit is never dropped. */
  idOf(collection: string): string {
    return this.#ids.get(collection) ?? collection;
  }

  async #make(read: Collection): Promise<void> {
    const { imported: _, ...rest } = read;
    const made: Collection = { ...rest, id: uuid(), imported: true };
    this.#later.delete(read.id);
    this.#ids.set(read.id, made.id);
    this.#tally.added += 1;
    if (made.instructions !== '') this.#noteReview();
    await this.#restoring.tx.objectStore('collections').put(await this.#named(made, made.id));
  }

  #noteReview(): void {
    this.#restoring.note({ code: 'collections_unreviewed' });
  }

  async #isTaken(name: string, besides?: string): Promise<boolean> {
    const all = await this.#restoring.tx.objectStore('collections').getAll();
    return all.some((one) => one.id !== besides && isSameName(one.name, name));
  }

  async #named(collection: Collection, id: string): Promise<Collection> {
    let { name } = collection;
    for (let count = 2; await this.#isTaken(name, id); count++) {
      name = `${collection.name.slice(0, COLLECTION_LIMITS.name - 6)} ${count}`;
    }
    return { ...collection, name };
  }
}

function readCollection(record: unknown): Collection {
  const read = objectWith(
    record,
    'collections',
    ...(['id', 'name', 'instructions', 'createdAt', 'modifiedAt'] as const),
  );
  const { id, instructions, createdAt, modifiedAt } = read;
  const { starters, imported } = read;
  const name = collectionName(read.name);
  const colour = COLLECTION_COLOURS.find((one) => one === read['colour']);
  const fine =
    name !== '' &&
    colour !== undefined &&
    instructions.length <= COLLECTION_LIMITS.instructions &&
    areStarters(starters) &&
    (imported === undefined || imported === true);
  if (!fine) throw broken('collections', id);
  const kept = { id, name, colour, instructions, starters, createdAt, modifiedAt };
  return { ...kept, ...(imported === true && { imported }) };
}

function areStarters(list: unknown): list is string[] {
  return (
    Array.isArray(list) &&
    list.length <= COLLECTION_LIMITS.starters &&
    list.every((one) => typeof one === 'string' && one.length <= COLLECTION_LIMITS.starter)
  );
}

function isOwn(own: unknown): own is NonNullable<DocumentMeta['own']> {
  if (!isObject(own)) return false;
  const { title, tags } = own;
  const fine = Array.isArray(tags) && tags.every((tag) => typeof tag === 'string');
  return (title === undefined || typeof title === 'string') && (tags === undefined || fine);
}
