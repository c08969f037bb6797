// Measures storage use: records of the database, files of the private file system, and caches.
//
// - In a store with many records, an evenly spread sample is measured and extrapolated.
// - Unreadable data counts as nothing: a missing figure must not hide the others.
import type { KindUse, StorageKind, StorageUse } from '../core/storage-use.ts';
import type { StoreNames } from 'idb';
import type { Database, Schema } from './database.ts';
import { measureOriginals, ORIGINAL_FOLDER } from './originals.ts';
import { recordSize } from './record-size.ts';
import { SEGMENT_FOLDER } from './segment-files.ts';

type Store = StoreNames<Schema>;

/** The stores of each kind; its items are the records of the first. */
const STORES: Partial<Record<StorageKind, readonly [Store, ...Store[]]>> = {
  documents: ['documents', 'bodies', 'chunks'],
  index: ['segments', 'tombstones'],
  embeddings: ['vectors'],
  tools: ['tools', 'bundles', 'changes', 'usage'],
  removed: ['removed'],
  files: ['files'],
  runs: ['runs', 'run_details'],
  conversations: ['conversations', 'messages'],
  secrets: ['secrets'],
  other: ['settings', 'links', 'feeds', 'remotes', 'profiles', 'mcp_servers', 'collections'],
};

/** Sample size of a store: 0.2 s for texts of a few kilobytes. */
const SAMPLE = 200;
/** Few, large and of varying size: all are measured. */
const ALWAYS_ALL: readonly Store[] = ['segments', 'vectors'];

/** Caches of models, by name; the others belong to the program. */
const MODEL_CACHE = /transformers|model/i;

/** The measured parts of the browser, replaceable in tests. */
export interface Places {
  caches?: CacheStorage | undefined;
  /** The root of the private file system. */
  files?: (() => Promise<FileSystemDirectoryHandle>) | undefined;
  storage?: Pick<StorageManager, 'estimate' | 'persisted'> | undefined;
}

export async function measureStorage(db: Database, places: Places): Promise<StorageUse> {
  const kinds = new Map<StorageKind, KindUse>();
  for (const [kind, stores] of Object.entries(STORES) as [StorageKind, readonly Store[]][]) {
    const parts = [];
    for (const store of stores) parts.push(await measureStore(db, store));
    kinds.set(kind, {
      kind,
      items: parts[0]?.items ?? 0,
      // Not even the length of secrets is revealed.
      bytes: kind === 'secrets' ? 0 : parts.reduce((sum, { bytes }) => sum + bytes, 0),
      estimated: parts.some(({ estimated }) => estimated),
    });
  }
  const put = (kind: StorageKind, { items, bytes }: Measured): void => {
    const before = kinds.get(kind);
    kinds.set(kind, {
      kind,
      items: (before?.items ?? 0) + items,
      bytes: (before?.bytes ?? 0) + bytes,
      estimated: before?.estimated ?? false,
    });
  };
  const embedded = kinds.get('embeddings');
  if (embedded) embedded.items = await countVectors(db);
  put('originals', await measureOriginals(db));
  for (const kind of ['index', 'embeddings'] as const) {
    const isOfKind = (name: string): boolean =>
      kind === 'index' ? name === SEGMENT_FOLDER : name !== SEGMENT_FOLDER && name !== ORIGINAL_FOLDER;
    put(kind, { items: 0, bytes: await orNothing(() => measureFiles(places.files, isOfKind)) });
  }
  for (const kind of ['model', 'app'] as const) {
    const matches = (name: string): boolean => MODEL_CACHE.test(name) === (kind === 'model');
    put(kind, await measureCaches(places.caches, matches));
  }
  const [estimate, persisted] = await Promise.all([
    places.storage?.estimate?.().catch(() => undefined),
    places.storage?.persisted?.().catch(() => undefined),
  ]);
  return {
    kinds: [...kinds.values()],
    ...(estimate?.usage !== undefined && { used: estimate.usage }),
    ...(estimate?.quota !== undefined && { quota: estimate.quota }),
    ...(persisted !== undefined && { persisted }),
  };
}

/** Deletes the caches of models. @returns how many files they held */
export async function dropModelCaches(caches: CacheStorage | undefined): Promise<number> {
  if (!caches) return 0;
  let files = 0;
  for (const name of await caches.keys()) {
    if (!MODEL_CACHE.test(name)) continue;
    files += (await (await caches.open(name)).keys()).length;
    await caches.delete(name);
  }
  return files;
}

interface Measured {
  items: number;
  bytes: number;
}

async function measureStore(db: Database, name: Store): Promise<Measured & { estimated: boolean }> {
  const items = await db.count(name);
  const step = ALWAYS_ALL.includes(name) ? 1 : Math.max(1, Math.floor(items / SAMPLE));
  let measured = 0;
  let bytes = 0;
  const { store } = db.transaction(name);
  for (let cursor = await store.openCursor(); cursor; cursor = await cursor.advance(step)) {
    bytes += recordSize(cursor.key) + recordSize(cursor.value);
    measured += 1;
  }
  if (measured === 0) return { items, bytes: 0, estimated: false };
  return { items, bytes: Math.round((bytes / measured) * items), estimated: measured < items };
}

async function countVectors(db: Database): Promise<number> {
  let count = 0;
  const { store } = db.transaction('vectors');
  for (let cursor = await store.openCursor(); cursor; cursor = await cursor.continue()) {
    count += cursor.value.count;
  }
  return count;
}

async function measureCaches(
  caches: CacheStorage | undefined,
  matches: (name: string) => boolean,
): Promise<Measured> {
  let items = 0;
  const bytes = await orNothing(async () => {
    let sum = 0;
    for (const name of (await caches?.keys()) ?? []) {
      if (!matches(name)) continue;
      const cache = await caches?.open(name);
      for (const response of (await cache?.matchAll()) ?? []) {
        items += 1;
        sum += await responseSize(response);
      }
    }
    return sum;
  });
  return { items, bytes };
}

/** A response's stated length is right only where it was not compressed on the way. */
async function responseSize(response: Response): Promise<number> {
  const length = Number(response.headers.get('content-length'));
  if (length > 0 && !response.headers.has('content-encoding')) return length;
  return (await response.blob()).size;
}

async function measureFiles(root: Places['files'], counts: (name: string) => boolean): Promise<number> {
  return root ? sizeOfFolder(await root(), counts) : 0;
}

/** @param counts by the names of its entries */
async function sizeOfFolder(
  folder: FileSystemDirectoryHandle,
  counts: (name: string) => boolean = () => true,
): Promise<number> {
  let bytes = 0;
  for await (const entry of folder.values()) {
    if (!counts(entry.name)) continue;
    if (entry.kind === 'directory') bytes += await sizeOfFolder(entry as FileSystemDirectoryHandle);
    else bytes += await orNothing(async () => (await (entry as FileSystemFileHandle).getFile()).size);
  }
  return bytes;
}

async function orNothing(measure: () => Promise<number>): Promise<number> {
  try {
    return await measure();
  } catch {
    return 0;
  }
}
