// Collections of documents: create, change, remove with or without their documents, and restore. Loads on first use.
import { freeName } from '../../base/free-name.ts';
import { v7 as uuid } from 'uuid';
import {
  COLLECTION_COLOURS,
  COLLECTION_LIMITS,
  collectionName,
  freeColour,
  isSameName,
  type Collection,
  type CollectionDraft,
  type CollectionWithCount,
} from '../../core/collection.ts';
import { Failure } from '../../core/errors.ts';
import type { KnowledgeClient } from '../../knowledge/client.ts';
import { type CollectionTable, collectionTable } from '../../storage/collections.ts';
import type { Database } from '../../storage/database.ts';

type Knowledge = Pick<KnowledgeClient, 'list' | 'change' | 'remove' | 'restore' | 'overview'>;

/** Undoes a removal. */
export interface RemovedCollection {
  collection: Collection;
  ids: string[];
  withDocuments: boolean;
}

/** Documents per page: the library's maximum. */
const PAGE = 1000;

export function openCollections(database: Database, knowledge: Knowledge): Collections {
  return new Collections(collectionTable(database), knowledge);
}

export class Collections {
  readonly #table: CollectionTable;
  readonly #knowledge: Knowledge;
  /** Runs changes one after another, so that two drops of one folder create one collection. */
  #last: Promise<unknown> = Promise.resolve();

  constructor(table: CollectionTable, knowledge: Knowledge) {
    this.#table = table;
    this.#knowledge = knowledge;
  }

  /** Sorted by name, each with its number of documents. @throws Failure `unavailable` */
  async list(): Promise<CollectionWithCount[]> {
    const [all, { collections = {} }] = await Promise.all([this.#table.all(), this.#knowledge.overview()]);
    return all
      .map((one) => ({ ...one, documents: collections[one.id] ?? 0 }))
      .sort((a, b) => a.name.localeCompare(b.name, undefined, { numeric: true }));
  }

  get(id: string): Promise<Collection | undefined> {
    return this.#table.get(id);
  }

  /** Called after a collection was created, changed or removed, in this tab or another. */
  onChange(listener: () => void): () => void {
    return this.#table.onChange(listener);
  }

  /** @throws Failure `bad_request` for an invalid name; `conflict` when the name is taken */
  create(draft: Partial<CollectionDraft> & { name: string }): Promise<Collection> {
    return this.#inTurn(async () => {
      const all = await this.#table.all();
      const at = new Date().toISOString();
      const made = {
        colour: freeColour(all),
        instructions: '',
        starters: [],
        ...draft,
        id: uuid(),
        createdAt: at,
        modifiedAt: at,
      };
      const checked = check(made, all);
      await this.#table.add(checked);
      return checked;
    });
  }

  /** Creates a collection that someone else made: its instructions are inactive. A taken name gets a number. */
  take(draft: CollectionDraft): Promise<Collection> {
    return this.#inTurn(async () => {
      const all = await this.#table.all();
      const wanted = collectionName(draft.name).slice(0, COLLECTION_LIMITS.name - 6);
      const name = freeName(wanted, (free) => all.some((one) => isSameName(one.name, free)));
      const at = new Date().toISOString();
      const made = { ...draft, name, id: uuid(), imported: true as const, createdAt: at, modifiedAt: at };
      const checked = check(made, all);
      await this.#table.add(checked);
      return checked;
    });
  }

  /** Returns the collection of that name, created if missing: used for a dropped folder. */
  async named(name: string): Promise<Collection> {
    const wanted = collectionName(name) || 'Folder';
    const find = async (): Promise<Collection | undefined> =>
      (await this.#table.all()).find((one) => isSameName(one.name, wanted));
    return (
      (await find()) ??
      this.create({ name: wanted }).catch(async (error: unknown) => {
        const made = await find();
        if (made) return made;
        throw error;
      })
    );
  }

  /**
   * Saving confirms the instructions: those from a file are active from now on.
   * @throws Failure `not_found`; as `create`
   */
  change(id: string, draft: Partial<CollectionDraft>): Promise<Collection> {
    return this.#changed(id, ({ imported: _, ...kept }) => ({ ...kept, ...draft }));
  }

  /**
   * Renaming does not confirm instructions from a file: they stay inactive.
   * @throws Failure `not_found`; as `create`
   */
  rename(id: string, name: string): Promise<Collection> {
    return this.#changed(id, (kept) => ({ ...kept, name }));
  }

  /** @returns the number of its documents that are in the library */
  add(id: string, documents: readonly string[]): Promise<number> {
    return this.#knowledge.change(documents, { join: [id] });
  }

  /** Takes documents out of the collection; they stay in the library. */
  takeOut(id: string, documents: readonly string[]): Promise<number> {
    return this.#knowledge.change(documents, { leave: [id] });
  }

  /** Returns the ids of all its documents. */
  async documentsOf(id: string): Promise<string[]> {
    const ids: string[] = [];
    for (let total = 1; ids.length < total;) {
      const read = await this.#knowledge.list({ collection: id, offset: ids.length, limit: PAGE });
      if (read.documents.length === 0) break;
      ids.push(...read.documents.map((document) => document.id));
      total = read.total;
    }
    return ids;
  }

  /**
   * Removes a collection, and its documents if asked to.
   * @returns the argument of `restore`; undefined when it was already gone
   */
  async remove(id: string, withDocuments = false): Promise<RemovedCollection | undefined> {
    const collection = await this.#table.get(id);
    if (!collection) return undefined;
    const ids = await this.documentsOf(id);
    if (withDocuments) await this.#knowledge.remove(ids);
    else await this.#knowledge.change(ids, { leave: [id] });
    await this.#table.remove(id);
    return { collection, ids, withDocuments };
  }

  async restore({ collection, ids, withDocuments }: RemovedCollection): Promise<void> {
    await this.#table.put(collection);
    if (withDocuments) await this.#knowledge.restore(ids);
    else await this.#knowledge.change(ids, { join: [collection.id] });
  }

  #changed(id: string, change: (kept: Collection) => Collection): Promise<Collection> {
    return this.#inTurn(async () => {
      const all = await this.#table.all();
      const changed = await this.#table.change(id, (kept) =>
        check({ ...change(kept), modifiedAt: new Date().toISOString() }, all),
      );
      if (!changed) throw new Failure('not_found', 'This collection no longer exists.');
      return changed;
    });
  }

  #inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    const turn = this.#last.then(work);
    this.#last = turn.catch(() => undefined);
    return turn;
  }
}

/** @throws Failure `bad_request`, `conflict` */
function check(given: Collection, all: readonly Collection[]): Collection {
  const name = collectionName(String(given.name));
  if (name === '') throw new Failure('bad_request', 'Enter a name for the collection.');
  if (all.some((one) => one.id !== given.id && isSameName(one.name, name)))
    throw new Failure('conflict', `A collection called ${name} already exists. Choose another name.`);
  if (!COLLECTION_COLOURS.includes(given.colour))
    throw new Failure(
      'bad_request',
      `Unknown colour: ${String(given.colour)}. Use ${COLLECTION_COLOURS.join(', ')}.`,
    );
  const { instructions, starters } = COLLECTION_LIMITS;
  if (given.instructions.length > instructions)
    throw new Failure(
      'bad_request',
      `The instructions are longer than ${instructions} characters. Shorten them.`,
    );
  const questions = given.starters.map((one) => one.trim()).filter((one) => one !== '');
  if (questions.length > starters)
    throw new Failure('bad_request', `A collection can have at most ${starters} starter questions.`);
  return {
    ...given,
    name,
    starters: questions.map((one) => one.slice(0, COLLECTION_LIMITS.starter)),
  };
}
