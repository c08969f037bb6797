// Remote knowledge: where it lies and how it is used. Tokens are secrets in the vault, named here and never kept.
import type { Database } from './database.ts';
import { RecordTable } from './record-table.ts';

export type RemoteTable = RecordTable<'remotes'>;

export function remoteTable(db: Database): RemoteTable {
  return new RecordTable(db, 'remotes', 'the remote knowledge');
}
