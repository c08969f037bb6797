// Feeds: connectors that are scanned again and again, each with its settings and how its last scan went.
import type { Database } from './database.ts';
import { RecordTable } from './record-table.ts';

export type FeedTable = RecordTable<'feeds'>;

export function feedTable(db: Database): FeedTable {
  return new RecordTable(db, 'feeds', 'the feed');
}
