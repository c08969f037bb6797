// Documents in memory: the store of a library that lasts as long as a program runs.
import type { Chunk, DocumentMeta, StoredDocument } from '../core/document.ts';
import type { DocumentStore, StoredSegment } from './document-store.ts';

export class MemoryDocuments implements DocumentStore {
  readonly #documents = new Map<string, StoredDocument>();
  readonly #segments = new Map<string, StoredSegment>();

  async metas(): Promise<DocumentMeta[]> {
    return [...this.#documents.values()];
  }

  async metasOf(ids: string[]): Promise<DocumentMeta[]> {
    return this.#those(ids);
  }

  async findByIdentity(source: string, sourceId: string): Promise<DocumentMeta | undefined> {
    return [...this.#documents.values()].find((one) => one.source === source && one.source_id === sourceId);
  }

  async findByHash(hash: string): Promise<DocumentMeta | undefined> {
    return [...this.#documents.values()].find((one) => one.hash === hash);
  }

  async commit(documents: StoredDocument[], segment: StoredSegment): Promise<void> {
    for (const document of documents) this.#documents.set(document.id, document);
    this.#segments.set(segment.id, segment);
  }

  async open(id: string): Promise<StoredDocument | undefined> {
    return this.#documents.get(id);
  }

  async passages(keys: [string, number][]): Promise<(Chunk | undefined)[]> {
    return keys.map(([id, index]) => this.#documents.get(id)?.passages[index]);
  }

  async remove(ids: string[]): Promise<StoredDocument[]> {
    const removed = this.#those(ids);
    for (const id of ids) this.#documents.delete(id);
    return removed;
  }

  async segmentIds(): Promise<string[]> {
    return [...this.#segments.keys()];
  }

  async segments(ids: string[]): Promise<StoredSegment[]> {
    return ids.flatMap((id) => this.#segments.get(id) ?? []);
  }

  async replaceSegments(old: string[], merged: StoredSegment | undefined): Promise<boolean> {
    if (!old.every((id) => this.#segments.has(id))) return false;
    for (const id of old) this.#segments.delete(id);
    if (merged) this.#segments.set(merged.id, merged);
    return true;
  }

  #those(ids: readonly string[]): StoredDocument[] {
    return ids.flatMap((id) => this.#documents.get(id) ?? []);
  }
}
