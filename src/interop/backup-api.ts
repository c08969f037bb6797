// `perilune.backup`: everything in one file, and back.
import type {
  BackupContents,
  BackupOptions,
  BackupProgress,
  RestoreOptions,
  RestoreReport,
} from '../core/backup.ts';
import { Failure } from '../core/errors.ts';
import type { PageApp } from './page-api.ts';

interface Working {
  onProgress?(progress: BackupProgress): void;
  signal?: AbortSignal;
}

export interface BackupApi {
  /** A file with all kinds, or the given ones. With a passphrase it is encrypted, and only then may secrets be in it. */
  export(options?: BackupOptions & Working): Promise<Blob>;
  /** What is in it. Rejects with `denied` without the right passphrase, `bad_request` when it is none or damaged. */
  inspect(file: Blob, options?: { passphrase?: string }): Promise<BackupContents>;
  /**
   * Adds what is in it to what is here, all of the chosen kinds or nothing. Tools come back asking, without permissions,
   * unless `trust` says that an encrypted file is your own.
   */
  restore(file: Blob, options?: RestoreOptions & Working): Promise<RestoreReport>;
}

export function backupApi(opening: Promise<PageApp>): BackupApi {
  return {
    async export(options) {
      const blob = await (await (await opening).storage()).backup(options ?? {});
      if (!blob) throw new Failure('unavailable', 'no file was made');
      return blob;
    },
    async inspect(file, options) {
      return (await (await opening).storage()).inspect(blobOf(file), options?.passphrase);
    },
    async restore(file, options) {
      return (await (await opening).storage()).restore(blobOf(file), options ?? {});
    },
  };
}

function blobOf(file: unknown): Blob {
  if (file instanceof Blob) return file;
  throw new Failure('bad_request', 'give the backup as a File or Blob');
}
