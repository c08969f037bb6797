// The single IndexedDB database: its stores, its versions, and conflicts between tabs.
//
// - A write has succeeded only with `tx.done`; nothing else counts as saved (design D12).
// - A tab with an old version closes its connection as soon as a newer one asks, and reports it through `onClosed`.
// - A connection that the browser drops is reported in the same way; the next call opens a new one.
import { freeName } from '../base/free-name.ts';
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

/**
 * Embeddings that were made together. Immutable: new ones are added in new records, and merging replaces several
 * records by one.
 */
export interface VectorRecord {
  id: string;
  /** The model that made them: vectors of another model are stale. */
  model: string;
  dimensions: number;
  count: number;
  /** The hash of each vector's text: 8 bytes each, little-endian. */
  hashes: ArrayBuffer;
  /** The file in the private file system that holds them; absent when `bytes` does. */
  file?: string;
  bytes?: ArrayBuffer;
  /** ISO 8601. */
  createdAt: string;
}

/** The file that a document was made from. */
export interface OriginalRecord {
  /** The revision key of the document. */
  key: string;
  name: string;
  /** The content type reported by the browser, or empty. */
  type: string;
  /** Bytes. */
  size: number;
  /** The file in the private file system, written before this record was committed; absent when `bytes` holds it. */
  file?: string;
  bytes?: ArrayBuffer;
}

export interface SealedSecret {
  name: string;
  /** Hosts that it may be sent to; authenticated with the value. Absent for anything but a tool's secret. */
  hosts?: readonly string[] | undefined;
  iv: Uint8Array<ArrayBuffer>;
  ciphertext: ArrayBuffer;
}

/** Derives the vault's key from a passphrase. */
export interface PassphraseLock {
  salt: Uint8Array<ArrayBuffer>;
  iterations: number;
  iv: Uint8Array<ArrayBuffer>;
  /** The vault's key, encrypted with the passphrase's key. */
  wrapped: ArrayBuffer;
}

/** A file in a tool's folder. */
export interface StoredFile {
  folder: string;
  path: string;
  bytes: Uint8Array<ArrayBuffer>;
  /** Bytes. Stored separately so that an index has it without reading the content. */
  size: number;
  /** ISO 8601. */
  modified: string;
}

/** Call counts of a tool. Stored apart from the tool, which doesn't change by counting. */
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
  /** The address, `[bundle, slug, version]`, is unique, even when two tabs write at once. */
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
  /** Revision keys of removed documents whose passages are still in a segment. */
  tombstones: { key: string; value: { key: string } };
  vectors: { key: string; value: VectorRecord };
  /** Connectors with a schedule. */
  feeds: { key: string; value: Feed };
  /** Remote collections. */
  remotes: { key: string; value: Remote };
  /** Named agents. */
  profiles: { key: string; value: Profile };
  /** Servers of tools. */
  mcp_servers: { key: string; value: McpServer };
  /** Original files; the indexes give their sizes and files without reading them. */
  originals: { key: string; value: OriginalRecord; indexes: { size: number; file: string } };
  /** Named groups of documents from any source. */
  collections: { key: string; value: Collection };
}

export type Database = IDBPDatabase<Schema>;

export const DATABASE_NAME = 'perilune';
export const DATABASE_VERSION = 8;

export interface OpenOptions {
  name?: string;
  /** Another tab holds an older version and has not closed its connection yet. */
  onBlocked?: () => void;
  /** This connection was closed: another tab is opening a newer version, or the browser dropped it. */
  onClosed?: (why: 'outdated' | 'dropped') => void;
}

/**
 * Opens the database, creating or upgrading it first.
 * @throws DOMException `VersionError` when a newer Perilune has already upgraded it: reload the page
 */
export async function openDatabase(options: OpenOptions = {}): Promise<Database> {
  const database: Database = await openDB<Schema>(options.name ?? DATABASE_NAME, DATABASE_VERSION, {
    upgrade(db, oldVersion, _, tx) {
      // The promise of `openDB` reports a failed upgrade; this one has no listener.
      tx.done.catch(() => undefined);
      if (oldVersion < 1) createVersion1(db);
      if (oldVersion < 2) upgradeToVersion2(db);
      // Before the steps that wait: an upgrade that has begun to wait can create no more stores.
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
            // The error itself has already ended it.
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

/** Creates stores of records that have an id, without indexes. */
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

/** Adds the folders of tools. */
function upgradeToVersion2(db: Database): void {
  const files = db.createObjectStore('files', { keyPath: ['folder', 'path'] });
  files.createIndex('listing', ['folder', 'path', 'size', 'modified'], { unique: true });
}

/**
 * Adds bundles, parallel versions, removed tools, the change log and runs. Tools get an address derived from their
 * data.
 */
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
    // A damaged record stays unchanged: its reader reports it.
    if (isTool(tool)) await cursor.update(sinceVersion2(tool, taken));
  }
}

/** Adds links to files and folders on this device. */
function upgradeToVersion4(db: Database): void {
  createStores(db, ['links']);
}

/** Adds lists of documents by index, tombstones, embeddings, feeds and remote collections. */
function upgradeToVersion5(db: Database, tx: Upgrade): void {
  const documents = tx.objectStore('documents');
  documents.createIndex('added', ['added_at', 'id']);
  documents.createIndex('source_added', ['source', 'added_at', 'id']);
  db.createObjectStore('tombstones', { keyPath: 'key' });
  createStores(db, ['vectors', 'feeds', 'remotes']);
}

/** Adds profiles and tool servers. */
function upgradeToVersion6(db: Database): void {
  createStores(db, ['profiles', 'mcp_servers']);
}

/** Adds the original files of documents. */
function upgradeToVersion7(db: Database): void {
  const originals = db.createObjectStore('originals', { keyPath: 'key' });
  originals.createIndex('size', 'size');
  originals.createIndex('file', 'file');
}

/** Adds collections, and the documents of each. */
function upgradeToVersion8(db: Database, tx: Upgrade): void {
  db.createObjectStore('collections', { keyPath: 'id' });
  tx.objectStore('documents').createIndex('collections', 'collections', { multiEntry: true });
}

type Upgrade = IDBPTransaction<Schema, ArrayLike<StoreNames<Schema>>, 'versionchange'>;

function isTool(record: unknown): record is Tool {
  return isObject(record) && typeof record['name'] === 'string' && isObject(record['spec']);
}

/**
 * Converts a tool of version 2, where the name was the address. When two names differ only in `_` and `-`, the second
 * gets a slug with a number.
 * @param taken slugs so far; this one is added
 */
function sinceVersion2(tool: Tool, taken: Set<string>): Tool {
  const bundle = tool.origin === 'bundled' ? BUNDLE_IDS.bundled : BUNDLE_IDS.mine;
  const wanted = slugOf(tool.name);
  const slug = freeName(
    wanted,
    (free) => taken.has(`${bundle}/${free}`),
    (number) => `${wanted.slice(0, 60)}-${number}`,
  );
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
