// One test a migration step: what a database of the version before holds is there afterwards, or nothing has changed.
import 'fake-indexeddb/auto';
import { openDB, type IDBPDatabase } from 'idb';
import { afterEach, expect, it, vi } from 'vitest';
import { DATABASE_VERSION, openDatabase } from './database.ts';
import { Vault } from './vault.ts';

let count = 0;
afterEach(() => void vi.restoreAllMocks());

/** What Perilune 0.1.0 made: version 1, written out here so that it stays what it was. */
async function openVersion1(name: string): Promise<IDBPDatabase> {
  return openDB(name, 1, {
    upgrade(db) {
      const documents = db.createObjectStore('documents', { keyPath: 'id' });
      documents.createIndex('hash', 'hash');
      documents.createIndex('identity', ['source', 'source_id'], { unique: true });
      db.createObjectStore('bodies', { keyPath: 'id' });
      db.createObjectStore('chunks', { keyPath: ['document', 'index'] });
      db.createObjectStore('segments', { keyPath: 'id' });
      db.createObjectStore('tools', { keyPath: 'id' }).createIndex('name', 'name', { unique: true });
      db.createObjectStore('conversations', { keyPath: 'id' }).createIndex('modifiedAt', 'modifiedAt');
      const messages = db.createObjectStore('messages', { keyPath: 'id' });
      messages.createIndex('order', ['conversation', 'seq'], { unique: true });
      db.createObjectStore('settings', { keyPath: 'key' });
      db.createObjectStore('secrets', { keyPath: 'name' });
    },
  });
}

/** A record in each store, and the model's key sealed as version 1 sealed it. */
async function fill(db: IDBPDatabase): Promise<Record<string, unknown[]>> {
  const key = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, [
    'encrypt',
    'decrypt',
  ]);
  const iv = crypto.getRandomValues(new Uint8Array(12));
  const additionalData = new TextEncoder().encode('model-key');
  const plain = new TextEncoder().encode('sk-version-1');
  const ciphertext = await crypto.subtle.encrypt({ name: 'AES-GCM', iv, additionalData }, key, plain);
  const records: Record<string, unknown[]> = {
    documents: [{ id: 'd', hash: 'h', source: 's', source_id: 'i', title: 'A' }],
    bodies: [{ id: 'd', body: 'text' }],
    chunks: [{ document: 'd', index: 0, text: 'text' }],
    segments: [{ id: 'g', bytes: new ArrayBuffer(3), createdAt: '2026-01-01T00:00:00.000Z' }],
    tools: [{ id: 't', name: 'adder', code: 'return {}' }],
    conversations: [{ id: 'c', title: 'Hello', modifiedAt: '2026-01-01T00:00:00.000Z' }],
    messages: [{ id: 'm', conversation: 'c', seq: 1, text: 'Hello' }],
    settings: [
      { key: 'settings', value: { theme: 'dark' } },
      { key: 'vault-key', value: key },
    ],
    secrets: [{ name: 'model-key', iv, ciphertext }],
  };
  for (const [store, values] of Object.entries(records)) {
    for (const value of values) await db.put(store, value);
  }
  return records;
}

async function everything(db: IDBPDatabase, stores: string[]) {
  return Object.fromEntries(await Promise.all(stores.map(async (store) => [store, await db.getAll(store)])));
}

it('version 1 becomes the present one: everything stays, its key opens, and the new stores are there', async () => {
  const name = `database-${++count}`;
  const old = await openVersion1(name);
  const records = await fill(old);
  old.close();

  const db = await openDatabase({ name });
  expect(db.version).toBe(DATABASE_VERSION);
  expect(await everything(db as unknown as IDBPDatabase, Object.keys(records))).toEqual(records);
  expect(await new Vault(db).get('model-key')).toBe('sk-version-1');
  for (const store of ['files', 'bundles', 'removed', 'changes', 'usage', 'runs', 'run_details'] as const) {
    expect(await db.count(store)).toBe(0);
  }
});

it('a new database has the stores and indexes of an upgraded one', async () => {
  const upgraded = `database-${++count}`;
  (await openVersion1(upgraded)).close();
  const shapes = await Promise.all(
    [upgraded, `database-${++count}`].map(async (name) => {
      const db = await openDatabase({ name });
      const tx = db.transaction([...db.objectStoreNames]);
      return [...db.objectStoreNames].map((store) => {
        const { keyPath, indexNames } = tx.objectStore(store);
        return [store, keyPath, [...indexNames]];
      });
    }),
  );
  expect(shapes[0]).toEqual(shapes[1]);
});

it('an upgrade that breaks off leaves version 1 as it was, and the next start upgrades it', async () => {
  const name = `database-${++count}`;
  const old = await openVersion1(name);
  const records = await fill(old);
  old.close();

  const broken = vi.spyOn(IDBObjectStore.prototype, 'createIndex').mockImplementation(() => {
    throw new Error('the browser is gone');
  });
  await expect(openDatabase({ name })).rejects.toThrow();
  expect(broken).toHaveBeenCalled();
  broken.mockRestore();

  const again = await openVersion1(name);
  expect(again.version).toBe(1);
  expect([...again.objectStoreNames]).not.toContain('files');
  expect(await everything(again, Object.keys(records))).toEqual(records);
  again.close();
  const db = await openDatabase({ name });
  expect(db.version).toBe(DATABASE_VERSION);
  expect(await db.count('secrets')).toBe(1);
});
