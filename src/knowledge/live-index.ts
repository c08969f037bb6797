// What the worker keeps in memory: metadata of every document and the keyword index over all segments.
//
// - The index knows a document by its revision key, so that an older text of it, still standing in an older segment, is dead.
// - The metadata decides what is alive; segments may hold dead documents until they are merged.
import type { DocumentMeta } from '../core/document.ts';
import { KeywordIndex } from '../search/keyword-index.ts';
import type { Segment } from '../search/segment.ts';
import type { SegmentState } from './merge-plan.ts';

/** The name of one text of a document in the index. */
export function revisionKey({ id, added_at }: Pick<DocumentMeta, 'id' | 'added_at'>): string {
  return `${id}@${added_at}`;
}

/** The id that a revision key belongs to. */
export function idOfKey(key: string): string {
  return key.slice(0, key.lastIndexOf('@'));
}

export class LiveIndex {
  readonly #documents = new Map<string, DocumentMeta>();
  readonly #byKey = new Map<string, DocumentMeta>();
  readonly #segments = new Map<string, Segment>();
  #index = new KeywordIndex();
  #newestFirst: DocumentMeta[] | undefined;

  get index(): KeywordIndex {
    return this.#index;
  }

  get segments(): ReadonlyMap<string, Segment> {
    return this.#segments;
  }

  get documents(): ReadonlyMap<string, DocumentMeta> {
    return this.#documents;
  }

  /** All documents, the last added first. */
  get newestFirst(): readonly DocumentMeta[] {
    this.#newestFirst ??= [...this.#documents.values()].sort(
      (a, b) => compare(b.added_at, a.added_at) || compare(b.id, a.id),
    );
    return this.#newestFirst;
  }

  byKey(key: string): DocumentMeta | undefined {
    return this.#byKey.get(key);
  }

  isLive = (key: string): boolean => this.#byKey.has(key);

  put(meta: DocumentMeta): void {
    const before = this.#documents.get(meta.id);
    if (before && revisionKey(before) !== revisionKey(meta)) this.drop(meta.id);
    this.#documents.set(meta.id, meta);
    this.#byKey.set(revisionKey(meta), meta);
    this.#newestFirst = undefined;
  }

  drop(id: string): void {
    const meta = this.#documents.get(id);
    if (!meta) return;
    const key = revisionKey(meta);
    this.#documents.delete(id);
    this.#byKey.delete(key);
    this.#index.remove([key]);
    this.#newestFirst = undefined;
  }

  /** Makes a segment searchable; those of its documents that are not alive stay out. */
  addSegment(id: string, segment: Segment): void {
    if (this.#segments.has(id)) return;
    this.#segments.set(id, segment);
    this.#index.add(segment, this.isLive);
  }

  /** Forgets segments that a merge has replaced, and builds the index anew over the rest. */
  dropSegments(ids: Iterable<string>): void {
    for (const id of ids) this.#segments.delete(id);
    this.refresh();
  }

  /** Builds the index anew, for documents that came alive after their segment was added. Costs no tokenising. */
  refresh(): void {
    this.#index = new KeywordIndex();
    for (const segment of this.#segments.values()) this.#index.add(segment, this.isLive);
  }

  /** Documents that no segment holds. */
  missing(): DocumentMeta[] {
    return [...this.#byKey].filter(([key]) => !this.#index.isLive(key)).map(([, meta]) => meta);
  }

  states(): SegmentState[] {
    return [...this.#segments].map(([id, segment]) => ({
      id,
      chunks: segment.lengths.length,
      deadShare: this.#index.deadShare(segment),
    }));
  }
}

export function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
