// The worker that writes and indexes documents of other devices, off the page's thread.
import { v7 as uuid } from 'uuid';
import type { StoredDocument } from '../../../core/document.ts';
import { toErrorData } from '../../../core/errors.ts';
import { indexDocuments } from '../../../knowledge/index-documents.ts';
import { Languages, rulesOf } from '../../../knowledge/languages.ts';
import { encodeSegment } from '../../../search/segment.ts';
import { openDatabase, type SegmentRecord } from '../../../storage/database.ts';
import type { WorkerAnswer } from '../in-worker.ts';
import { LIBRARY, type ToDocumentsWorker, type WrittenDocuments } from './document-keys.ts';
import { announce } from './record-kind.ts';
import { writeDocuments } from './write-documents.ts';

const worker = self as unknown as DedicatedWorkerGlobalScope;
const send = (message: WorkerAnswer<WrittenDocuments>): void => worker.postMessage(message);

worker.addEventListener('message', ({ data }: MessageEvent<ToDocumentsWorker>) => {
  write(data).then(
    (result) => send({ result }),
    (error: unknown) => send({ error: toErrorData(error, 'unavailable') }),
  );
});

async function write(changes: ToDocumentsWorker) {
  const db = await openDatabase();
  const languages = new Languages();
  const index = async (documents: StoredDocument[]): Promise<SegmentRecord> => {
    const rules = await languages.load(documents.map(({ language }) => rulesOf(language)));
    const bytes = encodeSegment(indexDocuments(documents, rules));
    return { id: uuid(), bytes, createdAt: new Date().toISOString() };
  };
  try {
    const outcomes = await navigator.locks.request(LIBRARY, () => writeDocuments(db, changes, index));
    announce(LIBRARY, { documents: ['synced'] });
    return [...outcomes];
  } finally {
    db.close();
  }
}
