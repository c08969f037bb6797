// Writes a backup of the stored data. Data that changes meanwhile is included as it was when its turn came.
import {
  BACKUP_KINDS,
  type BackupKind,
  type BackupManifest,
  type BackupOptions,
  type BackupProgress,
} from '../../core/backup.ts';
import { Failure } from '../../core/errors.ts';
import type { Database } from '../database.ts';
import type { OpenedSecret } from '../vault.ts';
import { BackupWriter } from './backup-file.ts';
import { collect, isTool } from './collect.ts';
import type { Sink } from './sealed-file.ts';

export const SHORTEST_PASSPHRASE = 8;

export interface WriteOptions extends BackupOptions {
  app: string;
  /** ISO 8601. */
  createdAt: string;
  /** Decrypted by the vault. Only an encrypted backup accepts them. */
  secrets?: readonly OpenedSecret[];
  onProgress?(progress: BackupProgress): void;
  signal?: AbortSignal;
}

/** @throws Failure `bad_request` when secrets are requested without a passphrase, `cancelled` when the signal aborts */
export async function writeBackup(db: Database, options: WriteOptions, sink: Sink): Promise<BackupManifest> {
  const { passphrase, secrets = [], onProgress, signal } = options;
  const kinds = chosenKinds(options);
  const total = await countOf(db, kinds);
  const writer = await BackupWriter.start(options, sink);
  let done = 0;
  async function* counted(kind: BackupKind): AsyncGenerator<unknown> {
    for await (const record of collect(db, kind, passphrase === undefined ? [] : secrets)) {
      if (signal?.aborted) throw new Failure('cancelled', 'Stopped. No backup was made.');
      yield record;
      done += 1;
      onProgress?.({ done: Math.min(done, total), total });
    }
  }
  for (const kind of kinds) await writer.add(kind, counted(kind), kind === 'tools' ? isTool : undefined);
  return writer.end();
}

/** @throws Failure `bad_request` */
export function chosenKinds({ kinds, passphrase }: BackupOptions): BackupKind[] {
  if (passphrase !== undefined && passphrase.length < SHORTEST_PASSPHRASE) {
    throw new Failure('bad_request', `Use a passphrase of at least ${SHORTEST_PASSPHRASE} characters.`);
  }
  const unknown = kinds?.find((kind) => !BACKUP_KINDS.includes(kind));
  if (unknown !== undefined) {
    throw new Failure('bad_request', `A backup has no "${unknown}". Choose from ${BACKUP_KINDS.join(', ')}.`);
  }
  if (passphrase === undefined && kinds?.includes('secrets')) {
    throw new Failure(
      'bad_request',
      'Only an encrypted backup can include secrets. Enter a passphrase for it.',
    );
  }
  if (kinds) return BACKUP_KINDS.filter((kind) => kinds.includes(kind));
  return BACKUP_KINDS.filter((kind) => passphrase !== undefined || kind !== 'secrets');
}

async function countOf(db: Database, kinds: readonly BackupKind[]): Promise<number> {
  const counts = kinds.map(async (kind) => {
    if (kind === 'settings') return 1;
    return db.count(kind === 'servers' ? 'mcp_servers' : kind);
  });
  return (await Promise.all(counts)).reduce((sum, count) => sum + count, 0);
}
