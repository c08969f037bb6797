// Writes documents of another device, with an index segment, in one transaction.
import type { DocumentMeta, StoredDocument } from '../../../core/document.ts';
import { isObject } from '../../../base/json.ts';
import { millisecondAfter } from '../../../knowledge/add.ts';
import type { RestoredCollections } from '../../../storage/backup/restore-collections.ts';
import { DOCUMENT_STORES, restoreDocuments } from '../../../storage/backup/restore-documents.ts';
import { keepingOpen, type Restoring, type RestoreTx } from '../../../storage/backup/restoring.ts';
import type { StoreNames } from 'idb';
import type { Database, Schema, SegmentRecord } from '../../../storage/database.ts';
import { inSentences, inTransaction, STRICT } from '../../../storage/transactions.ts';
import type { Incoming, Outcome } from '../engine/ports.ts';
import { documentMark, identityIn, isKeyOf } from './document-keys.ts';

/** Collections have the same ids on all devices of a person. */
const AS_GIVEN = { place: async (meta: DocumentMeta) => meta } as unknown as RestoredCollections;

export async function writeDocuments(
  db: Database,
  changes: readonly Incoming[],
  index: (documents: StoredDocument[]) => Promise<SegmentRecord>,
): Promise<Map<string, Outcome>> {
  const outcomes = new Map<string, Outcome>();
  await inSentences('save', 'the documents of another device', () => {
    const stores: StoreNames<Schema>[] = [...DOCUMENT_STORES, 'settings'];
    const tx: RestoreTx = db.transaction(stores, 'readwrite', STRICT);
    const restoring: Restoring = {
      ...{ tx, replace: true, clear: false, trust: true },
      outside: (work) => keepingOpen(tx, work),
      note: () => undefined,
    };
    return inTransaction(tx, async () => {
      const documents = tx.objectStore('documents');
      const fresh: unknown[] = [];
      for (const { key, value, mark } of changes) {
        const here = await documents.index('identity').get(identityIn(key));
        if ((here && documentMark(here)) !== mark) {
          outcomes.set(key, 'later');
        } else if (!isObject(value) || !isKeyOf(key, value)) {
          outcomes.set(key, { mark });
        } else if (here && here.hash === value['hash'] && isSameBut(here, value)) {
          // The same text: only what a person has set about it. It keeps its id, which chats refer to.
          const next = withOwn(here, value as unknown as DocumentMeta);
          await documents.put(next);
          outcomes.set(key, { mark: documentMark(next) });
        } else {
          const stranger = await documents.get(String(value['id']));
          const isTaken = stranger !== undefined && stranger.id !== here?.id;
          const id = here?.id ?? (isTaken ? crypto.randomUUID() : value['id']);
          // The index tells two revisions apart by this time.
          const isSame = here?.added_at === value['added_at'];
          const added_at = here && isSame ? millisecondAfter(here.added_at) : value['added_at'];
          fresh.push({ ...value, id, added_at });
        }
      }
      const tally = { added: 0, replaced: 0, kept: 0 };
      if (fresh.length > 0)
        await restoreDocuments(restoring, parts(fresh), tally, { index, collections: AS_GIVEN });
      for (const { key } of changes) {
        if (outcomes.has(key)) continue;
        const now = await documents.index('identity').get(identityIn(key));
        outcomes.set(key, { mark: now && documentMark(now) });
      }
    });
  });
  return outcomes;
}

async function* parts(records: readonly unknown[]): AsyncGenerator<readonly unknown[]> {
  yield records;
}

/** Titles and tags are indexed: a change of these needs a new segment. */
function isSameBut(here: DocumentMeta, value: Record<string, unknown>): boolean {
  return here.title === value['title'] && JSON.stringify(here.own) === JSON.stringify(value['own']);
}

function withOwn(here: DocumentMeta, { collections }: DocumentMeta): DocumentMeta {
  const { collections: _, ...rest } = here;
  return { ...rest, ...(Array.isArray(collections) && { collections }) };
}
