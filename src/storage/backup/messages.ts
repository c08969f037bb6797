// Messages between the page and the worker that writes and reads backups: one job per worker.
import type { BackupContents, BackupOptions, BackupProgress, RestoreOptions } from '../../core/backup.ts';
import type { ErrorData } from '../../core/errors.ts';
import type { NotedReport } from '../../core/restore-notes.ts';
import type { OpenedSecret } from '../vault.ts';

export type Job =
  | {
      type: 'write';
      options: BackupOptions & { app: string; createdAt: string; secrets: readonly OpenedSecret[] };
      /** Where to write it; absent: it is returned as a Blob. */
      into?: FileSystemFileHandle;
    }
  | { type: 'inspect'; file: Blob; passphrase?: string }
  | { type: 'restore'; file: Blob; options: RestoreOptions };

export interface Results {
  write: Blob | undefined;
  inspect: BackupContents;
  restore: NotedReport & { secrets: OpenedSecret[] };
}

export type ToBackup = Job | { type: 'stop' };

export type FromBackup =
  | { type: 'progress'; progress: BackupProgress }
  | { type: 'done'; result: Results[Job['type']] }
  | { type: 'error'; error: ErrorData };
