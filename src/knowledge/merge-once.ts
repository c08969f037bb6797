// Replaces small and mostly dead segments of the keyword index by one, in one transaction.
import type { DocumentStore, StoredSegment } from '../core/ports/document-store.ts';
import { mergingSegments } from '../search/merge-segments.ts';
import { encodeSegment } from '../search/segment.ts';
import { inSlices } from './in-slices.ts';
import type { LiveIndex } from './live-index.ts';
import { planMerge } from './merge-plan.ts';

interface Merging {
  store: DocumentStore;
  live: LiveIndex;
  record(bytes: ArrayBuffer): StoredSegment;
}

/** @returns false when no merge is worthwhile, or another tab has merged */
export async function mergeOnce({ store, live, record: make }: Merging): Promise<boolean> {
  const ids = planMerge(live.states());
  const old = ids.flatMap((id) => live.segments.get(id) ?? []);
  if (old.length === 0) return false;
  const { index, segments } = live;
  const segment = await inSlices(mergingSegments(old, (key, of) => index.isLive(key, of)));
  const record = segment.documents.length > 0 ? make(encodeSegment(segment)) : undefined;
  const tombstones = live.needlessTombstones(ids);
  const known = new Set(segments.keys());
  if (!(await store.replaceSegments(ids, record, { tombstones, known }))) return false;
  live.replace(ids, record && { id: record.id, segment });
  return true;
}
