// Frees storage, one kind of data at a time.
import type { DocumentMeta } from '../core/document.ts';
import { Failure } from '../core/errors.ts';
import type { Freed, FreeOptions, StorageKind } from '../core/storage-use.ts';
import type { ConversationTable } from './conversations.ts';
import type { Database } from './database.ts';
import { FileTable } from './files.ts';
import { ORIGINAL_FOLDER } from './originals.ts';
import { dropModelCaches, type Places } from './storage-use.ts';
import { inSentences, inTransaction, STRICT } from './transactions.ts';

export interface FreeParts {
  knowledge: {
    list(options: { source?: string; limit?: number }): Promise<{ documents: DocumentMeta[]; total: number }>;
    remove(ids: string[]): Promise<number>;
  };
  conversations: Pick<ConversationTable, 'list' | 'remove'>;
  runs(): Promise<{ list: RunList; remove(ids: readonly string[]): Promise<void> }>;
  /** Otherwise they would be made again immediately. */
  pauseEmbeddings(): Promise<void>;
}

type RunList = (
  filter: { until?: string },
  page: { limit?: number; pageToken?: string },
) => Promise<{ runs: { id: string }[]; nextPageToken?: string }>;

const DAY = 24 * 3600 * 1000;
/** Documents and runs removed at a time. */
const BATCH = 500;
/** Tells the worker that vectors were added or removed. */
const VECTORS = 'perilune-vectors';

export async function freeStorage(
  db: Database,
  places: Places,
  kind: StorageKind,
  options: FreeOptions,
  parts: FreeParts,
): Promise<Freed> {
  switch (kind) {
    case 'documents':
      return { items: await removeSource(wanted(options.source, 'source'), parts.knowledge) };
    case 'runs':
      return { items: await removeRuns(await parts.runs(), before(options)) };
    case 'conversations': {
      const limit = before(options);
      const old = (await parts.conversations.list()).filter(({ modifiedAt }) => modifiedAt < limit);
      for (const { id } of old) await parts.conversations.remove(id);
      return { items: old.length };
    }
    case 'originals':
      return { items: await dropOriginals(db, places) };
    case 'removed':
      return { items: await clearStore(db, 'removed', 'the removed tools') };
    case 'files': {
      const folder = wanted(options.folder, 'folder');
      const table = new FileTable(db);
      const files = await table.list(folder);
      await table.clear(folder);
      return { items: files.length };
    }
    case 'model':
      await parts.pauseEmbeddings();
      return { items: await dropModelCaches(places.caches) };
    case 'embeddings':
      await parts.pauseEmbeddings();
      return { items: await dropEmbeddings(db, places) };
    default:
      return { items: 0 };
  }
}

async function removeSource(source: string, knowledge: FreeParts['knowledge']): Promise<number> {
  let removed = 0;
  for (;;) {
    const { documents } = await knowledge.list({ source, limit: BATCH });
    const gone = documents.length === 0 ? 0 : await knowledge.remove(documents.map(({ id }) => id));
    removed += gone;
    if (gone === 0) return removed;
  }
}

async function removeRuns(store: Awaited<ReturnType<FreeParts['runs']>>, until: string): Promise<number> {
  let removed = 0;
  for (;;) {
    const { runs } = await store.list({ until }, { limit: BATCH });
    await store.remove(runs.map(({ id }) => id));
    removed += runs.length;
    if (runs.length < BATCH) return removed;
  }
}

async function dropEmbeddings(db: Database, { files }: Places): Promise<number> {
  const records = await clearStore(db, 'vectors', 'the embeddings');
  const root = await files?.().catch(() => undefined);
  const folder = await root?.getDirectoryHandle('vectors').catch(() => undefined);
  // A file being read is deleted later, when the worker looks for unreferenced files.
  for await (const name of folder?.keys() ?? []) await folder?.removeEntry(name).catch(() => undefined);
  const channel = new BroadcastChannel(VECTORS);
  channel.postMessage('removed');
  channel.close();
  return records;
}

/** A file being written meanwhile stays; the next start of the library removes it. */
async function dropOriginals(db: Database, { files }: Places): Promise<number> {
  const records = await clearStore(db, 'originals', 'the original files');
  const root = await files?.().catch(() => undefined);
  const folder = await root?.getDirectoryHandle(ORIGINAL_FOLDER).catch(() => undefined);
  for await (const name of folder?.keys() ?? []) await folder?.removeEntry(name).catch(() => undefined);
  return records;
}

/** @returns the number of removed records */
async function clearStore(
  db: Database,
  name: 'removed' | 'vectors' | 'originals',
  noun: string,
): Promise<number> {
  return inSentences('remove', noun, () => {
    const tx = db.transaction(name, 'readwrite', STRICT);
    return inTransaction(tx, async () => {
      const count = await tx.store.count();
      await tx.store.clear();
      return count;
    });
  });
}

function before({ olderThanDays }: FreeOptions): string {
  const fine = typeof olderThanDays === 'number' && Number.isFinite(olderThanDays) && olderThanDays >= 0;
  if (!fine) throw new Failure('bad_request', 'Set olderThanDays to a number of days, or 0 for all.');
  return new Date(Date.now() - olderThanDays * DAY).toISOString();
}

function wanted(value: string | undefined, name: 'source' | 'folder'): string {
  if (typeof value === 'string' && value !== '') return value;
  throw new Failure('bad_request', `Say which ${name}.`);
}
