// Remote collections: their addresses and use. Tokens are secrets in the vault, only named here.
import type { Database } from './database.ts';
import { RecordTable } from './record-table.ts';

export type RemoteTable = RecordTable<'remotes'>;

export function remoteTable(db: Database): RemoteTable {
  return new RecordTable(db, 'remotes', 'the remote knowledge');
}
