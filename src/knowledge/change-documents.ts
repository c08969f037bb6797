// Changes a person's own data about documents: in storage, and in the index where it is searched.
import { changesIndex, type DocumentChange, withChange } from '../core/document-change.ts';
import { revisionKey, type StoredDocument } from '../core/document.ts';
import type { DocumentStore, TombstoneChange } from '../core/ports/document-store.ts';
import { millisecondAfter } from './add.ts';
import { wholeDocuments } from './index-documents.ts';

interface Changing {
  store: DocumentStore;
  /** Writes documents and indexes them. */
  write(documents: StoredDocument[], tombstones: TombstoneChange): Promise<void>;
  /** Documents got other revision keys. */
  moved(keys: readonly (readonly [from: string, to: string])[]): Promise<void>;
}

/** @returns how many of them existed */
export async function changeDocuments(
  { store, write, moved }: Changing,
  ids: readonly string[],
  change: DocumentChange,
): Promise<number> {
  if (!changesIndex(change)) return store.changeMetas(ids, (meta) => withChange(meta, change));
  let count = 0;
  for await (const batch of wholeDocuments(store, ids)) {
    const changed = batch.map((document) => ({
      ...withChange(document, change),
      added_at: millisecondAfter(document.added_at),
    }));
    await write(changed, { dead: batch.map(revisionKey) });
    await moved(batch.map((one, at) => [revisionKey(one), revisionKey(changed[at]!)] as const));
    count += changed.length;
  }
  return count;
}
