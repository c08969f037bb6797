// Restores documents from a backup: texts and passages unchanged, with an index segment per batch.
//
// - A document is the same by its id, or by its source and path, which adding the same file produces.
import type { DocumentMeta, StoredDocument } from '../../core/document.ts';
import { revisionKey } from '../../core/document.ts';
import { keptName, overlongIdentity } from '../../core/kept-names.ts';
import { isObject } from '../../base/json.ts';
import type { RestoredCollections } from './restore-collections.ts';
import type { SegmentRecord } from '../database.ts';
import { broken, objectWith, verdict, type Parts, type Restoring, type Tally } from './restoring.ts';

export const DOCUMENT_STORES = ['documents', 'bodies', 'chunks', 'segments', 'tombstones'] as const;

/** Passages that are indexed together: about a second's work. */
const BATCH = 2000;

interface Indexing {
  index(documents: StoredDocument[]): Promise<SegmentRecord>;
  /** The file's collections. */
  collections: RestoredCollections;
}

export async function restoreDocuments(
  restoring: Restoring,
  parts: Parts,
  tally: Tally,
  { index, collections }: Indexing,
): Promise<void> {
  const { tx, clear, outside } = restoring;
  if (clear) for (const store of DOCUMENT_STORES) await tx.objectStore(store).clear();
  let batch: StoredDocument[] = [];
  let passages = 0;
  const flush = async (): Promise<void> => {
    if (batch.length > 0) await tx.objectStore('segments').put(await outside(index(batch)));
    batch = [];
    passages = 0;
  };
  for await (const records of parts) {
    for (const record of records) {
      const document = await place(restoring, tally, readDocument(record), collections);
      if (!document) continue;
      batch.push(document);
      passages += Math.max(1, document.passages.length);
      if (passages >= BATCH) await flush();
    }
  }
  await flush();
}

/** Writes a document, unless the existing one stays. */
async function place(
  restoring: Restoring,
  tally: Tally,
  document: StoredDocument,
  collections: RestoredCollections,
): Promise<StoredDocument | undefined> {
  const { tx } = restoring;
  const documents = tx.objectStore('documents');
  const [same, alike] = await Promise.all([
    documents.get(document.id),
    documents.index('identity').get([document.source, document.source_id]),
  ]);
  // Nothing to do when the existing document is the same revision.
  if (same && revisionKey(same) === revisionKey(document) && same.hash === document.hash) {
    tally.kept += 1;
    return undefined;
  }
  if (!verdict(restoring, tally, same !== undefined || alike !== undefined)) return undefined;
  for (const old of new Map([same, alike].flatMap((one) => (one ? [[one.id, one]] : []))).values()) {
    await bury(restoring, old);
  }
  // The index tells two texts of a document apart by the time they were added, which must differ.
  while (same?.added_at === document.added_at) {
    document.added_at = new Date(Date.parse(document.added_at) + 1).toISOString();
  }
  const { body, passages, ...read } = document;
  const meta = await collections.place(read);
  const writes: Promise<unknown>[] = [
    tx.objectStore('tombstones').delete(revisionKey(document)),
    documents.put(meta),
    tx.objectStore('bodies').put({ id: meta.id, body }),
    ...passages.map((passage) => tx.objectStore('chunks').put(passage)),
  ];
  await Promise.all(writes);
  return document;
}

async function bury({ tx }: Restoring, old: DocumentMeta): Promise<void> {
  await Promise.all([
    tx.objectStore('documents').delete(old.id),
    tx.objectStore('bodies').delete(old.id),
    tx.objectStore('chunks').delete(IDBKeyRange.bound([old.id], [old.id, []])),
    tx.objectStore('tombstones').put({ key: revisionKey(old) }),
  ]);
}

function readDocument(record: unknown): StoredDocument {
  const read = objectWith(
    record,
    'documents',
    ...(['id', 'source', 'source_id', 'title', 'content_type', 'body', 'hash'] as const),
    ...(['created_at', 'updated_at', 'added_at'] as const),
  );
  const { id, body, added_at, metadata, passages } = read;
  const optional = ['author', 'source_url', 'language'].find(
    (field) => read[field] !== undefined && typeof read[field] !== 'string',
  );
  if (optional !== undefined) throw broken('documents', optional);
  const overlong = overlongIdentity(read);
  if (overlong !== undefined) throw broken('documents', overlong);
  if (!isObject(metadata)) throw broken('documents', 'metadata');
  if (Number.isNaN(Date.parse(added_at))) throw broken('documents', 'added_at');
  const { file_size: fileSize = 0 } = read;
  if (!Number.isSafeInteger(fileSize) || (fileSize as number) < 0) throw broken('documents', 'file_size');
  if (!Array.isArray(passages)) throw broken('documents', 'passages');
  return {
    ...(read as unknown as DocumentMeta),
    title: keptName(read.title),
    ...(typeof read['author'] === 'string' && { author: keptName(read['author']) }),
    chunks: passages.length,
    size: body.length,
    body,
    passages: passages.map((passage: unknown, index) => readPassage(passage, { id, body }, index)),
  };
}

function readPassage(
  passage: unknown,
  document: { id: string; body: string },
  index: number,
): StoredDocument['passages'][number] {
  if (!isObject(passage)) throw broken('documents', 'passages');
  const { start, end, heading, page, text } = passage;
  const fine =
    Number.isSafeInteger(start) &&
    Number.isSafeInteger(end) &&
    (start as number) >= 0 &&
    (end as number) >= (start as number) &&
    (end as number) <= document.body.length &&
    Array.isArray(heading) &&
    heading.every((title) => typeof title === 'string') &&
    (page === undefined || (Number.isSafeInteger(page) && (page as number) > 0)) &&
    (text === undefined || typeof text === 'string');
  if (!fine) throw broken('documents', 'passages');
  return {
    ...(passage as unknown as StoredDocument['passages'][number]),
    document: document.id,
    index,
    heading: (heading as string[]).map(keptName),
    text: text ?? document.body.slice(start as number, end as number),
  };
}
