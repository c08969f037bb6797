// Documents in memory: the store of a library that lasts as long as the program runs.
import {
  type Chunk,
  type DocumentMeta,
  isListed,
  revisionKey,
  type StoredDocument,
} from '../core/document.ts';
import type {
  TombstoneChange,
  DocumentStore,
  Listed,
  StoredIndex,
  StoredSegment,
} from '../core/ports/document-store.ts';

/** The contents of such a store, for a cache. */
export interface HeldDocuments {
  documents: StoredDocument[];
  segments: StoredSegment[];
  tombstones: string[];
}

export class MemoryDocuments implements DocumentStore {
  readonly #documents = new Map<string, StoredDocument>();
  readonly #segments = new Map<string, StoredSegment>();
  readonly #tombstones = new Set<string>();

  constructor(held?: HeldDocuments) {
    for (const document of held?.documents ?? []) this.#documents.set(document.id, document);
    for (const segment of held?.segments ?? []) this.#segments.set(segment.id, segment);
    for (const key of held?.tombstones ?? []) this.#tombstones.add(key);
  }

  held(): HeldDocuments {
    return {
      documents: [...this.#documents.values()],
      segments: [...this.#segments.values()],
      tombstones: [...this.#tombstones],
    };
  }

  async ids(): Promise<string[]> {
    return [...this.#documents.keys()];
  }

  async count(): Promise<number> {
    return this.#documents.size;
  }

  async metasOf(ids: string[]): Promise<DocumentMeta[]> {
    return this.#those(ids);
  }

  async list(options: { source?: string; query?: string; offset: number; limit: number }): Promise<Listed> {
    const { offset, limit } = options;
    const all = [...this.#documents.values()]
      .filter((meta) => isListed(meta, options))
      .sort((a, b) => (revisionOrder(a) < revisionOrder(b) ? 1 : -1));
    return { documents: all.slice(offset, offset + limit), total: all.length };
  }

  async eachMeta(visit: (metas: readonly DocumentMeta[]) => void): Promise<void> {
    visit([...this.#documents.values()]);
  }

  async membersOf(collection: string): Promise<string[]> {
    const all = [...this.#documents.values()];
    return all.filter(({ collections }) => collections?.includes(collection)).map(({ id }) => id);
  }

  async countByCollection(): Promise<Record<string, number>> {
    const counts: Record<string, number> = {};
    for (const { collections = [] } of this.#documents.values())
      for (const id of collections) counts[id] = (counts[id] ?? 0) + 1;
    return counts;
  }

  async changeMetas(ids: readonly string[], change: (meta: DocumentMeta) => DocumentMeta): Promise<number> {
    const known = this.#those(ids);
    for (const { body, passages, ...meta } of known) {
      this.#documents.set(meta.id, { ...change(meta), body, passages });
    }
    return known.length;
  }

  async findByIdentity(source: string, sourceId: string): Promise<DocumentMeta | undefined> {
    return [...this.#documents.values()].find((one) => one.source === source && one.source_id === sourceId);
  }

  async findByHash(hash: string): Promise<DocumentMeta | undefined> {
    return [...this.#documents.values()].find((one) => one.hash === hash);
  }

  async commit(
    documents: StoredDocument[],
    segment: StoredSegment | undefined,
    { dead = [], risen = [] }: TombstoneChange = {},
  ): Promise<void> {
    for (const document of documents) this.#documents.set(document.id, document);
    if (segment) this.#segments.set(segment.id, segment);
    for (const key of dead) this.#tombstones.add(key);
    for (const key of risen) this.#tombstones.delete(key);
  }

  async open(id: string): Promise<StoredDocument | undefined> {
    return this.#documents.get(id);
  }

  async passages(keys: [string, number][]): Promise<(Chunk | undefined)[]> {
    return keys.map(([id, index]) => this.#documents.get(id)?.passages[index]);
  }

  async places(keys: [string, number][]): Promise<({ meta: DocumentMeta; passage: Chunk } | undefined)[]> {
    return keys.map(([id, index]) => {
      const meta = this.#documents.get(id);
      const passage = meta?.passages[index];
      return meta && passage && { meta, passage };
    });
  }

  async remove(ids: string[]): Promise<StoredDocument[]> {
    const removed = this.#those(ids);
    for (const id of ids) this.#documents.delete(id);
    for (const document of removed) this.#tombstones.add(revisionKey(document));
    return removed;
  }

  async index(known: ReadonlySet<string>, take: (segment: StoredSegment) => void): Promise<StoredIndex> {
    for (const segment of this.#segments.values()) if (!known.has(segment.id)) take(segment);
    return {
      ids: [...this.#segments.keys()],
      tombstones: [...this.#tombstones],
    };
  }

  async segmentIds(): Promise<string[]> {
    return [...this.#segments.keys()];
  }

  async sweep(): Promise<void> {
    // No data here outlives a crash.
  }

  async replaceSegments(
    old: string[],
    merged: StoredSegment | undefined,
    needless?: { tombstones: readonly string[] },
  ): Promise<boolean> {
    if (!old.every((id) => this.#segments.has(id))) return false;
    for (const id of old) this.#segments.delete(id);
    if (merged) this.#segments.set(merged.id, merged);
    for (const key of needless?.tombstones ?? []) this.#tombstones.delete(key);
    return true;
  }

  #those(ids: readonly string[]): StoredDocument[] {
    return ids.flatMap((id) => this.#documents.get(id) ?? []);
  }
}

function revisionOrder({ added_at, id }: DocumentMeta): string {
  return `${added_at} ${id}`;
}
