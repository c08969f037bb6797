// Restores a backup in one transaction: afterwards either everything chosen is there or nothing has changed.
//
// - Parts are read, checked and written one after another; the next is read while one is written.
// - Any failure on the way (a damaged part, a full disk, a Stop, a closed tab) undoes everything.
// - Secrets are returned: only the vault can encrypt them, in its own transaction.
import type { StoreNames } from 'idb';
import {
  BACKUP_KINDS,
  type BackupKind,
  type BackupProgress,
  type RestoreOptions,
} from '../../core/backup.ts';
import type { StoredDocument } from '../../core/document.ts';
import { Failure } from '../../core/errors.ts';
import type { NotedReport } from '../../core/restore-notes.ts';
import type { Database, Schema, SegmentRecord } from '../database.ts';
import { inSentences, inTransaction, STRICT } from '../transactions.ts';
import type { OpenedSecret } from '../vault.ts';
import type { OpenedBackup } from './backup-file.ts';
import { RestoredCollections } from './restore-collections.ts';
import { DOCUMENT_STORES, restoreDocuments } from './restore-documents.ts';
import {
  readSecret,
  restoreConversations,
  restoreRemotes,
  restoreRuns,
  restoreSettings,
} from './restore-records.ts';
import { restoreFeeds, sourcesIn } from './restore-feeds.ts';
import { restoreProfiles } from './restore-profiles.ts';
import { restoreServers } from './restore-servers.ts';
import { restoreFiles, restoreTools, TOOL_STORES, type Renamed } from './restore-tools.ts';
import { forgetRecords } from '../sync-state.ts';
import { keepingOpen, type Parts, type Restoring, type RestoreTx, type Tally } from './restoring.ts';

export interface RestoreDeps extends RestoreOptions {
  /** Builds the index segment to store with the documents. */
  index(documents: StoredDocument[]): Promise<SegmentRecord>;
  onProgress?(progress: BackupProgress): void;
  signal?: AbortSignal;
}

export interface Restored extends NotedReport {
  secrets: OpenedSecret[];
}

type Stored = Exclude<BackupKind, 'secrets'>;

const STORES: Record<Stored, readonly StoreNames<Schema>[]> = {
  collections: ['collections'],
  documents: [...DOCUMENT_STORES, 'collections'],
  tools: TOOL_STORES,
  files: ['files', 'tools', 'removed'],
  runs: ['runs', 'run_details'],
  conversations: ['conversations', 'messages'],
  feeds: ['feeds', 'documents'],
  servers: ['mcp_servers'],
  profiles: ['profiles'],
  remotes: ['remotes'],
  settings: ['settings'],
};

/** @throws Failure: then nothing was changed */
export async function restoreBackup(
  db: Database,
  backup: OpenedBackup,
  options: RestoreDeps,
): Promise<Restored> {
  const { trust = false, existing = 'keep', clear = false } = options;
  if (trust && !backup.contents.encrypted) {
    throw new Failure(
      'bad_request',
      'Only an encrypted backup restores permissions: anyone could have written this file.',
    );
  }
  const kinds = chosen(backup, options.kinds);
  const report: Restored = { kinds: [], notes: [], secrets: [] };
  const read = partReader(backup, options, kinds);
  if (kinds.includes('secrets')) {
    for await (const records of read('secrets', (work) => work)) {
      report.secrets.push(...records.flatMap((record) => readSecret(record, trust) ?? []));
    }
  }
  const stored = kinds.filter((kind) => kind !== 'secrets');
  if (stored.length === 0) return report;
  await inSentences('save', 'the backup', async () => {
    const stores = new Set(stored.flatMap((kind) => STORES[kind]).concat('settings'));
    const tx = db.transaction([...stores], 'readwrite', STRICT) as RestoreTx;
    const restoring: Restoring = {
      tx,
      replace: existing === 'replace' || clear,
      clear,
      trust,
      outside: (work) => keepingOpen(tx, work),
      note: (note) => {
        if (!report.notes.some(({ code }) => code === note.code)) report.notes.push(note);
      },
    };
    await inTransaction(tx, async () => {
      const collections = new RestoredCollections(restoring);
      const renamed: Renamed = { bundles: new Map(), folders: new Map() };
      const keepsDocuments = !(clear && stored.includes('documents'));
      const sources = stored.includes('feeds') && keepsDocuments ? await sourcesIn(tx) : new Set<string>();
      for (const kind of stored) {
        const tally: Tally = { added: 0, replaced: 0, kept: 0 };
        const parts = read(kind, restoring.outside);
        await restoreKind[kind](restoring, parts, tally, { ...options, renamed, sources, collections });
        report.kinds.push({ kind, ...tally });
      }
      if (clear && (await forgetRecords(tx.objectStore('settings'))))
        restoring.note({ code: 'sync_stopped' });
      // Last chance to abort: nothing is written after this.
      options.signal?.throwIfAborted();
    }).catch((error: unknown) => Promise.reject(asFailure(error, tx.error, options.signal)));
  });
  return report;
}

type Restore = (
  restoring: Restoring,
  parts: Parts,
  tally: Tally,
  more: RestoreDeps & {
    renamed: Renamed;
    sources: ReadonlySet<string>;
    collections: RestoredCollections;
  },
) => Promise<void>;

const restoreKind: Record<Stored, Restore> = {
  collections: (_, parts, tally, { collections }) => collections.restore(parts, tally),
  documents: (restoring, parts, tally, more) => restoreDocuments(restoring, parts, tally, more),
  tools: (restoring, parts, tally, { renamed }) => restoreTools(restoring, parts, tally, renamed),
  files: (restoring, parts, tally, { renamed }) => restoreFiles(restoring, parts, tally, renamed),
  runs: restoreRuns,
  conversations: (restoring, parts, tally, { collections }) =>
    restoreConversations(restoring, parts, tally, collections),
  feeds: (restoring, parts, tally, { sources }) => restoreFeeds(restoring, parts, tally, sources),
  remotes: restoreRemotes,
  servers: restoreServers,
  profiles: restoreProfiles,
  settings: restoreSettings,
};

/** Yields the parts of a kind, and reads the next one while one is processed. */
function partReader(backup: OpenedBackup, options: RestoreDeps, kinds: readonly BackupKind[]) {
  const { signal, onProgress } = options;
  const all = backup.manifest.parts.filter(({ kind }) => kinds.includes(kind));
  const total = all.reduce((sum, { records }) => sum + records, 0);
  let done = 0;
  return async function* (
    kind: BackupKind,
    outside: Restoring['outside'],
  ): AsyncGenerator<readonly unknown[]> {
    const parts = all.filter((part) => part.kind === kind);
    let next = parts[0] && backup.read(parts[0]);
    for (const [i, part] of parts.entries()) {
      const records = await outside(next!);
      const following = parts[i + 1];
      next = following && backup.read(following);
      next?.catch(() => undefined); // Handled when its turn comes.
      for (let at = 0; at < records.length; at += STEP) {
        if (signal?.aborted) throw new Failure('cancelled', 'Stopped. Nothing was changed.');
        yield records.slice(at, at + STEP);
        onProgress?.({ done: done + Math.min(at + STEP, records.length), total });
      }
      done += part.records;
    }
  };
}

/** Records between two checks for an abort. */
const STEP = 20;

function chosen({ manifest }: OpenedBackup, kinds: readonly BackupKind[] | undefined): BackupKind[] {
  const missing = kinds?.find((kind) => manifest.kinds[kind] === undefined);
  if (missing !== undefined) throw new Failure('not_found', `This backup contains no ${missing}.`);
  return BACKUP_KINDS.filter((kind) => manifest.kinds[kind] !== undefined && (kinds?.includes(kind) ?? true));
}

/** The error that ended the transaction says more than the abort that followed. */
function asFailure(error: unknown, cause: DOMException | null, signal: AbortSignal | undefined): unknown {
  if (signal?.aborted) return new Failure('cancelled', 'Stopped. Nothing was changed.');
  const found = error instanceof Failure ? error : (cause ?? error);
  if (found instanceof DOMException && found.name === 'QuotaExceededError') {
    return new Failure(
      'unavailable',
      'The browser has no space left for this backup. Nothing was changed. Free space in Settings, or choose fewer kinds.',
      { full: true },
    );
  }
  if (found instanceof DOMException && (found.name === 'ConstraintError' || found.name === 'DataError')) {
    return new Failure(
      'bad_request',
      'This backup contains two different versions of one record, so it is damaged. Nothing was changed.',
    );
  }
  return found;
}
