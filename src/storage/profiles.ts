// Profiles: named agents with their instructions, tools and sources.
import type { Database } from './database.ts';
import { RecordTable } from './record-table.ts';

export type ProfileTable = RecordTable<'profiles'>;

export function profileTable(db: Database): ProfileTable {
  return new RecordTable(db, 'profiles', 'the profile');
}
