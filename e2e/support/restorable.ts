// Tells which records a backup may hold: one that is refused would reject the whole file. The app's own restore
// decides, over a database in memory, where it takes a thirtieth of the time in a page.
import 'fake-indexeddb/auto';
import { Failure } from '../../src/core/errors.ts';
import { BackupWriter, openBackup } from '../../src/storage/backup/backup-file.ts';
import { blobSource } from '../../src/storage/backup/byte-source.ts';
import { restoreBackup } from '../../src/storage/backup/restore-backup.ts';
import { openDatabase } from '../../src/storage/database.ts';

type Kind = Parameters<BackupWriter['add']>[0];

export async function backupOf(kind: Kind, records: readonly unknown[]): Promise<Blob> {
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  const about = { app: '1.0.0', createdAt: new Date().toISOString() };
  const writer = await BackupWriter.start(about, (bytes) => void pieces.push(bytes));
  await writer.add(kind, [...records]);
  await writer.end();
  return new Blob(pieces);
}

/** Returns those of the records that are restored from a file of their own. */
export async function restorable<T>(kind: Kind, records: readonly T[]): Promise<T[]> {
  const db = await openDatabase({ name: 'restorable' });
  const accepted: T[] = [];
  for (const one of records) {
    const backup = await openBackup(blobSource(await backupOf(kind, [one])));
    try {
      await restoreBackup(db, backup, { index: () => Promise.reject(new Error('no documents here')) });
      accepted.push(one);
    } catch (error) {
      if (!(error instanceof Failure) || error.code !== 'bad_request') throw error;
    }
  }
  db.close();
  return accepted;
}
