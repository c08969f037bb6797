// Lists documents from their date indexes: the newest in one request, searches by title in ranges.
import { type IDBPIndex, unwrap, wrap } from 'idb';
import { type DocumentMeta, isListed } from '../core/document.ts';
import type { Database, Schema } from './database.ts';

export type ListIndex = IDBPIndex<Schema, ['documents'], 'documents', 'added' | 'source_added', 'readonly'>;

export async function newest(
  index: ListIndex,
  all: IDBKeyRange | undefined,
  offset: number,
  limit: number,
): Promise<DocumentMeta[]> {
  let range = all;
  if (offset > 0) {
    const cursor = await (await index.openKeyCursor(all, 'prev'))?.advance(offset);
    if (!cursor) return [];
    range = all ? IDBKeyRange.bound(all.lower, cursor.key) : IDBKeyRange.upperBound(cursor.key);
  }
  const native = unwrap(index) as NewestAtOnce & IDBIndex;
  if (native.getAllRecords) {
    const records = await wrap(
      native.getAllRecords({ query: range ?? null, count: limit, direction: 'prev' }),
    );
    return records.map(({ value }) => value);
  }
  const documents: DocumentMeta[] = [];
  for (let cursor = await index.openCursor(range, 'prev'); cursor; cursor = await cursor.continue()) {
    documents.push(cursor.value);
    if (documents.length === limit) break;
  }
  return documents;
}

/** Newer browsers return all in one request; elsewhere a cursor visits each. */
interface NewestAtOnce {
  getAllRecords?(options: {
    query: IDBKeyRange | null;
    count: number;
    direction: 'prev';
  }): IDBRequest<{ value: DocumentMeta }[]>;
}

/** Documents read at a time. */
const STRETCH = 1000;

/** Counts the documents of each collection. */
export async function countMembers(
  index: IDBPIndex<Schema, ['documents'], 'documents', 'collections', 'readonly'>,
): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (let at = await index.openKeyCursor(null, 'nextunique'); at; at = await at.continue()) {
    counts[at.key] = await index.count(at.key);
  }
  return counts;
}

/** Visits every document by id, one range at a time. */
export async function eachStretch(
  db: Database,
  visit: (metas: readonly DocumentMeta[]) => void,
): Promise<void> {
  for (let rest: IDBKeyRange | undefined; ;) {
    const stretch = await db.getAll('documents', rest, STRETCH);
    visit(stretch);
    const last = stretch.at(-1);
    if (stretch.length < STRETCH || !last) return;
    rest = IDBKeyRange.lowerBound(last.id, true);
  }
}

/** Reads oldest first, in ranges, and keeps only as many of the newest as requested. */
export async function matching(
  index: ListIndex,
  range: IDBKeyRange | undefined,
  wanted: { query?: string; offset: number; limit: number },
): Promise<{ documents: DocumentMeta[]; total: number }> {
  const most = wanted.offset + wanted.limit;
  let kept: DocumentMeta[] = [];
  let total = 0;
  let rest = range;
  for (;;) {
    const stretch = await index.getAll(rest, STRETCH);
    for (const meta of stretch) {
      if (!isListed(meta, { query: wanted.query ?? '' })) continue;
      kept.push(meta);
      total++;
    }
    if (kept.length > most + STRETCH) kept = kept.slice(-most);
    const last = stretch.at(-1);
    if (stretch.length < STRETCH || !last) break;
    const { source, added_at, id } = last;
    rest = range
      ? IDBKeyRange.bound([source, added_at, id], [source, []], true)
      : IDBKeyRange.lowerBound([added_at, id], true);
  }
  return { documents: kept.reverse().slice(wanted.offset, most), total };
}
