// Links of tools to files and folders on this device. The browser keeps the handles; permission is asked for anew by it.
import type { Database } from './database.ts';
import { RecordTable } from './record-table.ts';

export type LinkTable = RecordTable<'links'>;

export function linkTable(db: Database): LinkTable {
  return new RecordTable(db, 'links', 'the link to the file');
}
