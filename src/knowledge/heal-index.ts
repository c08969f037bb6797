// Repairs the index after a crash or damage: documents without a segment are indexed, and texts without a document
// get a tombstone.
import { revisionKey, type StoredDocument } from '../core/document.ts';
import type { DocumentStore, TombstoneChange } from '../core/ports/document-store.ts';
import { wholeDocuments } from './index-documents.ts';
import { idOfKey, type LiveIndex } from './live-index.ts';

interface Healing {
  store: DocumentStore;
  live: LiveIndex;
  write(documents: StoredDocument[], tombstones: TombstoneChange): Promise<void>;
}

export async function healIndex({ store, live, write }: Healing): Promise<void> {
  const stored = new Set(await store.ids());
  const keys = [...live.index.documents()];
  const indexed = new Set(keys.map(idOfKey));
  const missing = [...stored].filter((id) => !indexed.has(id));
  for await (const batch of wholeDocuments(store, missing)) {
    await write(batch, { risen: batch.map(revisionKey) });
  }
  const dead = keys.filter((key) => !stored.has(idOfKey(key)));
  if (dead.length === 0) return;
  await store.commit([], undefined, { dead });
  live.bury(dead);
}
