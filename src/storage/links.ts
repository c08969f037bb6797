// Links of tools to files and folders on this device. The browser stores the handles and asks for permission again.
import type { Database } from './database.ts';
import { RecordTable } from './record-table.ts';

export type LinkTable = RecordTable<'links'>;

export function linkTable(db: Database): LinkTable {
  return new RecordTable(db, 'links', 'the link to the file');
}
