// `perilune.backup`: exports everything to one file, and restores it.
import type {
  BackupContents,
  BackupOptions,
  BackupProgress,
  RestoreOptions,
  RestoreReport,
} from '../core/backup.ts';
import { Failure } from '../core/errors.ts';
import { restoreNoteText } from '../core/restore-notes.ts';
import type { PageApp } from './page-app.ts';

interface Working {
  onProgress?(progress: BackupProgress): void;
  signal?: AbortSignal;
}

export interface BackupApi {
  /** Creates a backup of everything, or of the given kinds. With a passphrase it is encrypted; only then can it contain secrets. */
  export(options?: BackupOptions & Working): Promise<Blob>;
  /** Lists the contents of a backup. Rejects with code `denied` for a wrong passphrase, `bad_request` for an invalid file. */
  inspect(file: Blob, options?: { passphrase?: string }): Promise<BackupContents>;
  /**
   * Restores a backup: all of the chosen kinds, or nothing. Tools get the policy `ask` and no grants, unless `trust` declares an
   * encrypted file your own. Rejects with code `denied` or `bad_request`.
   */
  restore(file: Blob, options?: RestoreOptions & Working): Promise<RestoreReport>;
}

export function backupApi(opening: Promise<PageApp>): BackupApi {
  return {
    async export(options) {
      const blob = await (await (await opening).storage()).backup(options ?? {});
      if (!blob) throw new Failure('unavailable', 'no file was created');
      return blob;
    },
    async inspect(file, options) {
      return (await (await opening).storage()).inspect(blobOf(file), options?.passphrase);
    },
    async restore(file, options) {
      const { notes, ...report } = await (
        await (await opening).storage()
      ).restore(blobOf(file), options ?? {});
      return { ...report, notes: notes.map((note) => restoreNoteText(note)) };
    },
  };
}

function blobOf(file: unknown): Blob {
  if (file instanceof Blob) return file;
  throw new Failure('bad_request', 'pass the backup as a File or Blob');
}
