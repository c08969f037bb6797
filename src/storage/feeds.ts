// Feeds: connectors with a schedule, with their settings and the result of the last scan.
import type { Database } from './database.ts';
import { RecordTable } from './record-table.ts';

export type FeedTable = RecordTable<'feeds'>;

export function feedTable(db: Database): FeedTable {
  return new RecordTable(db, 'feeds', 'the feed');
}
