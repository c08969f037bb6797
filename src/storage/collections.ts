// Collections of documents. Membership is stored with the documents.
import type { Database } from './database.ts';
import { RecordTable } from './record-table.ts';

export type CollectionTable = RecordTable<'collections'>;

export function collectionTable(db: Database): CollectionTable {
  return new RecordTable(db, 'collections', 'the collection');
}
