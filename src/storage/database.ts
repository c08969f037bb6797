// The one IndexedDB database: its stores, its versions, and what happens when a tab stands in another's way.
//
// - Success of a write is `tx.done`; nothing else counts as saved (design D12).
// - A tab that holds an old version closes its connection as soon as a newer one asks, and says so through `onClosed`.
// - A connection that the browser drops is reported the same way; the next call opens a new one.
import { openDB, type DBSchema, type IDBPDatabase, type IDBPTransaction, type StoreNames } from 'idb';
import type { Collection } from '../core/collection.ts';
import type { Conversation, Message } from '../core/conversation.ts';
import type { Chunk, DocumentMeta } from '../core/document.ts';
import { BUNDLE_IDS, slugOf, type Bundle } from '../core/bundle.ts';
import { isObject } from '../base/json.ts';
import type { Feed } from '../core/feed.ts';
import type { LocalLink } from '../core/local-link.ts';
import type { McpServer } from '../core/mcp-server.ts';
import type { Profile } from '../core/profile.ts';
import type { Remote } from '../core/remote.ts';
import type { ChangeRecord, RunRecord, RunSummary } from '../core/run-record.ts';
import type { Tool } from '../core/tool.ts';
import type { RemovedTool } from '../core/ports/tool-store.ts';

export interface SegmentRecord {
  id: string;
  /** A segment of the keyword index in the versioned binary format of `search/segment.ts`; absent when a file holds it. */
  bytes?: ArrayBuffer;
  /** The file in the private file system, written before this record was committed, and its length. */
  file?: string;
  size?: number;
  /** ISO 8601. */
  createdAt: string;
}

/** Embeddings that were made together. Never changed: new ones come in new records, and merging puts one in the place of several. */
export interface VectorRecord {
  id: string;
  /** What made them: vectors of another model are stale. */
  model: string;
  dimensions: number;
  count: number;
  /** Per vector, the hash of the text it stands for: 8 bytes each, little-endian. */
  hashes: ArrayBuffer;
  /** The file in the private file system that holds them; absent where there is none, then `bytes` does. */
  file?: string;
  bytes?: ArrayBuffer;
  /** ISO 8601. */
  createdAt: string;
}

/** The file that a document was made of. */
export interface OriginalRecord {
  /** The revision key of the document. */
  key: string;
  name: string;
  /** The content type that the browser gave; empty when it knew none. */
  type: string;
  /** Bytes. */
  size: number;
  /** The file in the private file system, written before this record was committed; absent when `bytes` holds it. */
  file?: string;
  bytes?: ArrayBuffer;
}

export interface SealedSecret {
  name: string;
  /** Where it may be sent; authenticated with the value. Absent for what is no tool's secret. */
  hosts?: readonly string[] | undefined;
  iv: Uint8Array<ArrayBuffer>;
  ciphertext: ArrayBuffer;
}

/** What gives the vault's key back for a passphrase. */
export interface PassphraseLock {
  salt: Uint8Array<ArrayBuffer>;
  iterations: number;
  iv: Uint8Array<ArrayBuffer>;
  /** The vault's key, encrypted with the key that the passphrase gives. */
  wrapped: ArrayBuffer;
}

/** A file in a tool's folder. */
export interface StoredFile {
  folder: string;
  path: string;
  bytes: Uint8Array<ArrayBuffer>;
  /** Bytes. Kept beside them so that an index can tell it without reading them. */
  size: number;
  /** ISO 8601. */
  modified: string;
}

/** How often a tool was called. Kept apart from the tool: counting changes nothing about it. */
export interface Usage {
  /** The id of the bundle, and the slug: versions of a tool are counted together. */
  tool: [string, string];
  calls: number;
  failures: number;
  /** ISO 8601. */
  lastCalledAt: string;
}

/** The long part of a run's record. */
export type RunDetails = Pick<
  RunRecord,
  'id' | 'args' | 'outcome' | 'logs' | 'emitted' | 'trace' | 'cut' | 'config'
>;

export interface Schema extends DBSchema {
  documents: {
    key: string;
    value: DocumentMeta;
    indexes: {
      hash: string;
      identity: [string, string];
      added: [string, string];
      source_added: [string, string, string];
      collections: string;
    };
  };
  bodies: { key: string; value: { id: string; body: string } };
  chunks: { key: [string, number]; value: Chunk };
  segments: { key: string; value: SegmentRecord };
  /** The address, `[bundle, slug, version]`, is unique: also for two tabs that write at once. */
  tools: { key: string; value: Tool; indexes: { address: [string, string, string] } };
  bundles: { key: string; value: Bundle; indexes: { slug: string } };
  removed: { key: string; value: RemovedTool };
  changes: { key: string; value: ChangeRecord; indexes: { of: [string, string] } };
  usage: { key: [string, string]; value: Usage };
  runs: { key: string; value: RunSummary };
  run_details: { key: string; value: RunDetails };
  conversations: { key: string; value: Conversation; indexes: { modifiedAt: string } };
  messages: { key: string; value: Message; indexes: { order: [string, number] } };
  settings: { key: string; value: { key: string; value: unknown } };
  secrets: { key: string; value: SealedSecret };
  files: {
    key: [string, string];
    value: StoredFile;
    /** Everything but the bytes. */
    indexes: { listing: [string, string, number, string] };
  };
  /** Files and folders on this device that tools are linked to. */
  links: { key: string; value: LocalLink };
  /** Revision keys of documents that are gone while a segment still holds their passages. */
  tombstones: { key: string; value: { key: string } };
  vectors: { key: string; value: VectorRecord };
  /** Connectors that are scanned again and again. */
  feeds: { key: string; value: Feed };
  /** Knowledge that lies elsewhere. */
  remotes: { key: string; value: Remote };
  /** Named agents. */
  profiles: { key: string; value: Profile };
  /** Servers of tools. */
  mcp_servers: { key: string; value: McpServer };
  /** Original files; the indexes tell their sizes and files without reading them. */
  originals: { key: string; value: OriginalRecord; indexes: { size: number; file: string } };
  /** Documents of any source under one name. */
  collections: { key: string; value: Collection };
}

export type Database = IDBPDatabase<Schema>;

export const DATABASE_NAME = 'perilune';
export const DATABASE_VERSION = 8;

export interface OpenOptions {
  name?: string;
  /** Another tab holds an older version and has not let go yet. */
  onBlocked?: () => void;
  /** This connection is gone: a newer version is opening elsewhere, or the browser dropped it. */
  onClosed?: (why: 'outdated' | 'dropped') => void;
}

/**
 * Opens the database, creating or upgrading it first.
 * @throws DOMException `VersionError` when a newer Perilune has already upgraded it: reload the page.
 */
export async function openDatabase(options: OpenOptions = {}): Promise<Database> {
  const database: Database = await openDB<Schema>(options.name ?? DATABASE_NAME, DATABASE_VERSION, {
    upgrade(db, oldVersion, _, tx) {
      // An upgrade that breaks off is told by the promise of `openDB`; nobody listens to this one.
      tx.done.catch(() => undefined);
      if (oldVersion < 1) createVersion1(db);
      if (oldVersion < 2) upgradeToVersion2(db);
      // Before what waits: an upgrade that has begun to wait makes no more stores.
      if (oldVersion < 4) upgradeToVersion4(db);
      if (oldVersion < 5) upgradeToVersion5(db, tx);
      if (oldVersion < 6) upgradeToVersion6(db);
      if (oldVersion < 7) upgradeToVersion7(db);
      if (oldVersion < 8) upgradeToVersion8(db, tx);
      if (oldVersion < 3) {
        upgradeToVersion3(db, tx).catch(() => {
          try {
            tx.abort();
          } catch {
            // It has ended by itself, through the very error.
          }
        });
      }
    },
    blocked() {
      options.onBlocked?.();
    },
    blocking() {
      database.close();
      options.onClosed?.('outdated');
    },
    terminated() {
      options.onClosed?.('dropped');
    },
  });
  return database;
}

/** Stores of records that have an id, without indexes. */
function createStores(db: Database, names: readonly StoreNames<Schema>[]): void {
  for (const name of names) db.createObjectStore(name, { keyPath: 'id' });
}

function createVersion1(db: Database): void {
  const documents = db.createObjectStore('documents', { keyPath: 'id' });
  documents.createIndex('hash', 'hash');
  documents.createIndex('identity', ['source', 'source_id'], { unique: true });
  db.createObjectStore('bodies', { keyPath: 'id' });
  db.createObjectStore('chunks', { keyPath: ['document', 'index'] });
  createStores(db, ['segments', 'tools']);
  db.createObjectStore('conversations', { keyPath: 'id' }).createIndex('modifiedAt', 'modifiedAt');
  db.createObjectStore('messages', { keyPath: 'id' }).createIndex('order', ['conversation', 'seq'], {
    unique: true,
  });
  db.createObjectStore('settings', { keyPath: 'key' });
  db.createObjectStore('secrets', { keyPath: 'name' });
}

/** The folders of tools. */
function upgradeToVersion2(db: Database): void {
  const files = db.createObjectStore('files', { keyPath: ['folder', 'path'] });
  files.createIndex('listing', ['folder', 'path', 'size', 'modified'], { unique: true });
}

/** Bundles, versions side by side, what was removed and changed, and runs. Tools get an address from what they have. */
async function upgradeToVersion3(db: Database, tx: Upgrade): Promise<void> {
  const tools = tx.objectStore('tools');
  for (const name of [...tools.indexNames]) tools.deleteIndex(name);
  tools.createIndex('address', ['bundle', 'slug', 'spec.version'], { unique: true });
  db.createObjectStore('bundles', { keyPath: 'id' }).createIndex('slug', 'slug', { unique: true });
  createStores(db, ['removed', 'runs', 'run_details']);
  db.createObjectStore('changes', { keyPath: 'id' }).createIndex('of', ['of', 'id']);
  db.createObjectStore('usage', { keyPath: 'tool' });
  const taken = new Set<string>();
  for (let cursor = await tools.openCursor(); cursor; cursor = await cursor.continue()) {
    const tool: unknown = cursor.value;
    // A record that is damaged stays as it lies: whoever reads it says so.
    if (isTool(tool)) await cursor.update(sinceVersion2(tool, taken));
  }
}

/** Links to files and folders on this device. */
function upgradeToVersion4(db: Database): void {
  createStores(db, ['links']);
}

/** Documents listed without reading them all; what is dead in segments, embeddings, feeds and remote knowledge. */
function upgradeToVersion5(db: Database, tx: Upgrade): void {
  const documents = tx.objectStore('documents');
  documents.createIndex('added', ['added_at', 'id']);
  documents.createIndex('source_added', ['source', 'added_at', 'id']);
  db.createObjectStore('tombstones', { keyPath: 'key' });
  createStores(db, ['vectors', 'feeds', 'remotes']);
}

/** Profiles, and servers of tools. */
function upgradeToVersion6(db: Database): void {
  createStores(db, ['profiles', 'mcp_servers']);
}

/** Original files of documents. */
function upgradeToVersion7(db: Database): void {
  const originals = db.createObjectStore('originals', { keyPath: 'key' });
  originals.createIndex('size', 'size');
  originals.createIndex('file', 'file');
}

/** Collections, and the documents of each. */
function upgradeToVersion8(db: Database, tx: Upgrade): void {
  db.createObjectStore('collections', { keyPath: 'id' });
  tx.objectStore('documents').createIndex('collections', 'collections', { multiEntry: true });
}

type Upgrade = IDBPTransaction<Schema, ArrayLike<StoreNames<Schema>>, 'versionchange'>;

function isTool(record: unknown): record is Tool {
  return isObject(record) && typeof record['name'] === 'string' && isObject(record['spec']);
}

/**
 * A tool of version 2 had its name for an address. Of two whose names differ in `_` and `-` only, the second gets a slug
 * with a number.
 * @param taken slugs so far, in which this one is entered
 */
function sinceVersion2(tool: Tool, taken: Set<string>): Tool {
  const bundle = tool.origin === 'bundled' ? BUNDLE_IDS.bundled : BUNDLE_IDS.mine;
  const wanted = slugOf(tool.name);
  let slug = wanted;
  for (let count = 2; taken.has(`${bundle}/${slug}`); count += 1) slug = `${wanted.slice(0, 60)}-${count}`;
  taken.add(`${bundle}/${slug}`);
  return {
    ...tool,
    bundle,
    slug,
    folder: tool.id,
    currentSince: tool.modifiedAt,
    kind: tool.spec.kind ?? 'lua',
    tags: [],
    llmCallable: true,
    userCallable: true,
  };
}
