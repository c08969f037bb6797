// The worker's data in memory: the keyword index over all segments, and the dead texts.
//
// - The index identifies a document by its revision key, so an older text in an older segment is dead.
// - A text is alive if a segment holds it and no tombstone names it. Only the columns of segments are in memory.
import { KeywordIndex } from '../search/keyword-index.ts';
import type { Segment } from '../search/segment-types.ts';
import type { SegmentState } from './merge-plan.ts';

/** Returns the id in a revision key. */
export function idOfKey(key: string): string {
  return key.slice(0, key.lastIndexOf('@'));
}

/** The stored state of the index. */
export interface IndexState {
  /** Ids of all segments. */
  ids: readonly string[];
  /** Those not in memory, in the order in which they were made. */
  fresh: readonly { id: string; segment: Segment }[];
  /** All revision keys. */
  tombstones: readonly string[];
}

export class LiveIndex {
  readonly #segments = new Map<string, Segment>();
  #dead = new Set<string>();
  #index = new KeywordIndex();

  get index(): KeywordIndex {
    return this.#index;
  }

  get segments(): ReadonlyMap<string, Segment> {
    return this.#segments;
  }

  /** Updates memory from the stored state. */
  follow({ ids, fresh, tombstones }: IndexState): void {
    const before = this.#dead;
    this.#dead = new Set(tombstones);
    this.#index.remove(tombstones.filter((key) => !before.has(key)));
    const added = fresh.filter(({ id }) => !this.#segments.has(id));
    for (const { id, segment } of added) this.#segments.set(id, segment);
    this.#index.addAll(
      added.map(({ segment }) => segment),
      this.#dead,
    );
    const stored = new Set(ids);
    this.#forget([...this.#segments.keys()].filter((id) => !stored.has(id)));
    // Removals that were undone while their segment was already here.
    const risen = [...before].filter((key) => !this.#dead.has(key) && this.#index.holds(key));
    if (risen.some((key) => !this.#index.isLive(key))) this.#refresh();
  }

  /** Makes a segment searchable, without its dead documents. */
  addSegment(id: string, segment: Segment): void {
    if (this.#segments.has(id)) return;
    this.#segments.set(id, segment);
    this.#index.add(segment, this.#dead);
  }

  bury(keys: readonly string[]): void {
    for (const key of keys) this.#dead.add(key);
    this.#index.remove(keys);
  }

  /** Revives texts that come with the next segment. */
  raise(keys: readonly string[]): void {
    for (const key of keys) this.#dead.delete(key);
  }

  /** Replaces segments by the merged one. */
  replace(old: readonly string[], merged: { id: string; segment: Segment } | undefined): void {
    const segments = old.flatMap((id) => this.#segments.get(id) ?? []);
    if (merged) {
      this.#index.replace(segments, merged.segment);
      this.#segments.set(merged.id, merged.segment);
    }
    this.#forget(old);
  }

  /** Returns tombstones that no segment needs once the `old` ones are merged. */
  needlessTombstones(old: readonly string[]): string[] {
    const gone = new Set(old.map((id) => this.#segments.get(id)));
    const rest = this.#index.parts.filter(({ segment }) => !gone.has(segment));
    return [...this.#dead].filter((key) => !rest.some((part) => part.holds(key)));
  }

  states(): SegmentState[] {
    const chunks = new Map(this.#index.parts.map((part) => [part.segment, part]));
    return [...this.#segments].map(([id, segment]) => {
      const part = chunks.get(segment);
      const documents = segment.documents.length;
      return {
        id,
        chunks: segment.lengths.length,
        // Documents without passages can be dead too.
        deadShare: Math.max(
          this.#index.deadShare(segment),
          documents === 0 ? 0 : 1 - (part?.liveDocuments ?? 0) / documents,
        ),
      };
    });
  }

  #forget(ids: readonly string[]): void {
    const gone = new Set(ids.flatMap((id) => this.#segments.get(id) ?? []));
    for (const id of ids) this.#segments.delete(id);
    if (gone.size > 0) this.#index.drop(gone);
  }

  /** Rebuilds the index from its segments, without tokenizing. */
  #refresh(): void {
    this.#index = new KeywordIndex();
    this.#index.addAll([...this.#segments.values()], this.#dead);
  }
}

export function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
