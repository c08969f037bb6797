// `window.perilune.knowledge.collections`: groups of documents of any source, by id or by name.
import {
  COLLECTION_COLOURS,
  type Collection,
  type CollectionDraft,
  type CollectionWithCount,
  isSameName,
} from '../core/collection.ts';
import { type DocumentMeta, tagsOf } from '../core/document.ts';
import { Failure } from '../core/errors.ts';
import { given } from './given-options.ts';
import type { PageApp } from './page-app.ts';

export interface CollectionApi {
  /** Lists collections by name, each with the number of its documents. */
  list(): Promise<CollectionWithCount[]>;
  /**
   * Creates a collection. Names are unique, ignoring case. Rejects with code `bad_request`, or `conflict` when another
   * collection has the name.
   */
  create(collection: Partial<CollectionDraft> & { name: string }): Promise<Collection>;
  /**
   * Renames a collection, given by its id or its name. Rejects with code `not_found`, `bad_request`, or `conflict` when another
   * collection has the name.
   */
  rename(collection: string, name: string): Promise<Collection>;
  /**
   * Removes a collection. Its documents stay in the library, unless `documents` is true. `documents` of the result is
   * the number of documents in it. Rejects with code `not_found`.
   */
  remove(collection: string, options?: { documents?: boolean }): Promise<{ documents: number }>;
  /** Lists the documents of a collection, newest first, up to `limit` (1 to 1,000, default 50). */
  documents(
    collection: string,
    options?: { offset?: number; limit?: number },
  ): Promise<{ documents: CollectionDocument[]; total: number }>;
  /** Adds documents of the library to a collection, by their ids. `added` counts those that exist. */
  add(collection: string, documents: Iterable<string>): Promise<{ added: number }>;
  /** Removes documents from a collection, by their ids. They stay in the library. */
  takeOut(collection: string, documents: Iterable<string>): Promise<{ removed: number }>;
}

/** A document of a collection, without its text. */
export interface CollectionDocument extends Pick<
  DocumentMeta,
  'id' | 'title' | 'source' | 'source_id' | 'content_type' | 'size' | 'chunks' | 'updated_at'
> {
  tags: string[];
}

type Parts = Pick<PageApp, 'collections' | 'knowledge'>;

const DEFAULT = 50;
const MOST = 1000;

/** @throws Failure `bad_request`, `not_found` @param wanted an id or a name, unchecked */
export async function collectionId(app: Pick<Parts, 'collections'>, wanted: unknown): Promise<string> {
  if (typeof wanted !== 'string' || wanted.trim() === '')
    throw new Failure('bad_request', 'collection must be the id or the name of a collection');
  const all = await (await app.collections()).list();
  const found =
    all.find(({ id }) => id === wanted) ?? all.find(({ name }) => isSameName(name, wanted.trim()));
  if (!found) throw new Failure('not_found', `no collection with the id or name: ${wanted.slice(0, 200)}`);
  return found.id;
}

export function collectionApi(opening: Promise<Parts>): CollectionApi {
  const opened = async () => (await opening).collections();
  const idOf = async (wanted: unknown) => collectionId(await opening, wanted);
  return Object.freeze<CollectionApi>({
    list: async () => structuredClone(await (await opened()).list()),
    async create(draft) {
      const checked = draftOf(draft);
      return structuredClone(await (await opened()).create(checked));
    },
    async rename(collection, name) {
      if (typeof name !== 'string') throw new Failure('bad_request', 'name must be a string');
      const id = await idOf(collection);
      return structuredClone(await (await opened()).rename(id, name));
    },
    async remove(collection, options) {
      const withDocuments = given(options).documents === true;
      const id = await idOf(collection);
      const removed = await (await opened()).remove(id, withDocuments);
      return { documents: removed?.ids.length ?? 0 };
    },
    async documents(collection, options) {
      const { offset = 0, limit = DEFAULT } = given(options);
      if (!Number.isInteger(offset) || offset < 0)
        throw new Failure('bad_request', 'offset must be a whole number, 0 or more');
      if (!Number.isInteger(limit) || limit < 1 || limit > MOST)
        throw new Failure('bad_request', `limit must be a whole number from 1 to ${MOST}`);
      const id = await idOf(collection);
      const { documents, total } = await (await opening).knowledge.list({ collection: id, offset, limit });
      return { documents: documents.map(shaped), total };
    },
    async add(collection, documents) {
      const ids = idsOf(documents);
      const id = await idOf(collection);
      return { added: await (await opened()).add(id, ids) };
    },
    async takeOut(collection, documents) {
      const ids = idsOf(documents);
      const id = await idOf(collection);
      return { removed: await (await opened()).takeOut(id, ids) };
    },
  });
}

function draftOf(wanted: unknown): Partial<CollectionDraft> & { name: string } {
  if (typeof wanted !== 'object' || wanted === null)
    throw new Failure('bad_request', 'a collection must be an object with a name');
  const { name, colour, instructions, starters } = given(wanted as Record<string, unknown>);
  if (typeof name !== 'string') throw new Failure('bad_request', 'name must be a string');
  if (colour !== undefined && !COLLECTION_COLOURS.includes(colour as never))
    throw new Failure('bad_request', `colour must be one of ${COLLECTION_COLOURS.join(', ')}`);
  if (instructions !== undefined && typeof instructions !== 'string')
    throw new Failure('bad_request', 'instructions must be a string');
  if (starters !== undefined && !isTexts(starters))
    throw new Failure('bad_request', 'starters must be a list of strings');
  return {
    name,
    ...(colour !== undefined && { colour: colour as CollectionDraft['colour'] }),
    ...(instructions !== undefined && { instructions }),
    ...(starters !== undefined && { starters: [...starters] }),
  };
}

function isTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((one) => typeof one === 'string');
}

function idsOf(wanted: unknown): string[] {
  const isList = typeof wanted === 'object' && wanted !== null && Symbol.iterator in wanted;
  const ids = isList ? [...(wanted as Iterable<unknown>)] : undefined;
  if (!isTexts(ids)) throw new Failure('bad_request', 'documents must be a list of ids');
  return ids;
}

function shaped(meta: DocumentMeta): CollectionDocument {
  const { id, title, source, source_id, content_type, size, chunks, updated_at } = meta;
  return { id, title, source, source_id, content_type, size, chunks, updated_at, tags: tagsOf(meta) };
}
