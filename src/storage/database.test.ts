// One test per migration step: everything in a database of the previous version is there afterwards, or nothing has
// changed.
import 'fake-indexeddb/auto';
import { openDB, type IDBPDatabase } from 'idb';
import { afterEach, expect, it, vi } from 'vitest';
import { BUNDLE_IDS } from '../core/bundle.ts';
import { DATABASE_VERSION, openDatabase } from './database.ts';
import { Vault } from './vault.ts';

let count = 0;
afterEach(() => void vi.restoreAllMocks());

/** The database of Perilune 0.1.0, version 1, spelled out here so that it never changes. */
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

/** Adds a record to each store, and the model's key encrypted as in version 1. */
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

it('upgrades version 1 to the present one: all data stays, its key opens, and the new stores exist', async () => {
  const name = `database-${++count}`;
  const old = await openVersion1(name);
  const records = await fill(old);
  old.close();

  const db = await openDatabase({ name });
  expect(db.version).toBe(DATABASE_VERSION);
  expect(await everything(db as unknown as IDBPDatabase, Object.keys(records))).toEqual(records);
  expect(await new Vault(db).get('model-key')).toBe('sk-version-1');
  for (const store of [
    'files',
    'bundles',
    'removed',
    'changes',
    'usage',
    'runs',
    'run_details',
    'links',
    'tombstones',
    'vectors',
    'feeds',
    'remotes',
    'profiles',
    'mcp_servers',
    'originals',
    'collections',
  ] as const) {
    expect(await db.count(store)).toBe(0);
  }
});

it('gives a new database the stores and indexes of an upgraded one', async () => {
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

it('leaves version 1 unchanged when an upgrade breaks off, and upgrades it at the next start', async () => {
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

/** The database before bundles: version 2. */
async function openVersion2(name: string): Promise<IDBPDatabase> {
  (await openVersion1(name)).close();
  return openDB(name, 2, {
    upgrade(db) {
      const files = db.createObjectStore('files', { keyPath: ['folder', 'path'] });
      files.createIndex('listing', ['folder', 'path', 'size', 'modified'], { unique: true });
    },
    blocking(_, __, event) {
      (event.target as IDBDatabase).close();
    },
  });
}

function toolOfVersion2(name: string, more: object = {}) {
  return {
    id: `id-${name}`,
    name,
    origin: 'user',
    source: `tool = { name = "${name}" }`,
    spec: {
      name,
      version: '1',
      description: '',
      parameters: { type: 'object', properties: {} },
      timeout: 30,
      approve: false,
      hosts: [],
    },
    policy: 'ask',
    files: {},
    hosts: ['api.example.com'],
    writes: true,
    config: { key: 'value' },
    limits: {},
    enabled: false,
    createdAt: '2025-01-01T00:00:00.000Z',
    modifiedAt: '2025-02-02T00:00:00.000Z',
    ...more,
  };
}

const DAMAGED = [
  { id: 'x', name: 'broken', origin: 'user', source: 42 },
  { id: 'y', spec: { name: 'nameless' } },
  { id: 'z', name: 5, spec: 'text' },
];

it('upgrades version 2 to 3: tools get an address and keep everything, damaged ones stay unchanged', async () => {
  const name = `database-${++count}`;
  const old = await openVersion2(name);
  const mine = toolOfVersion2('my_tool');
  const bundled = toolOfVersion2('calculator', { origin: 'bundled' });
  const connector = toolOfVersion2('feed', { spec: { ...mine.spec, name: 'feed', kind: 'connector' } });
  for (const tool of [mine, bundled, connector, ...DAMAGED]) await old.put('tools', tool);
  await old.put('settings', { key: 'tools.removed-bundled', value: ['echo'] });
  old.close();
  const db = await openDatabase({ name });
  const gained = {
    kind: 'lua',
    tags: [],
    llmCallable: true,
    userCallable: true,
    currentSince: mine.modifiedAt,
  };
  expect(await db.get('tools', mine.id)).toEqual({
    ...mine,
    ...gained,
    bundle: BUNDLE_IDS.mine,
    slug: 'my-tool',
    folder: mine.id,
  });
  expect(await db.get('tools', bundled.id)).toMatchObject({ bundle: BUNDLE_IDS.bundled, slug: 'calculator' });
  expect(await db.get('tools', connector.id)).toMatchObject({ kind: 'connector', bundle: BUNDLE_IDS.mine });
  for (const tool of DAMAGED) expect(await db.get('tools', tool.id)).toEqual(tool);
  expect(await db.get('settings', 'tools.removed-bundled')).toMatchObject({ value: ['echo'] });
  db.close();
});

it('upgrades version 2 with tools whose names differ only in dashes, each with its own slug', async () => {
  const name = `database-${++count}`;
  const old = await openVersion2(name);
  for (const tool of ['a_b', 'a-b', 'a_b-2', 'A_b']) await old.put('tools', toolOfVersion2(tool));
  old.close();
  const db = await openDatabase({ name });
  const tools = await db.getAll('tools');
  expect(tools.map((tool) => tool.name).sort()).toEqual(['A_b', 'a-b', 'a_b', 'a_b-2']);
  expect(new Set(tools.map(({ slug }) => slug)).size).toBe(4);
  db.close();
});

it("upgrades at once when an old tab closes its connection, and reports one that doesn't", async () => {
  const name = `database-${++count}`;
  const polite = await openVersion2(name);
  await polite.put('tools', toolOfVersion2('mine'));
  const db = await openDatabase({ name });
  expect(await db.count('tools')).toBe(1);
  await expect(polite.get('tools', 'id-mine')).rejects.toThrow();
  db.close();

  const other = `database-${++count}`;
  (await openVersion2(other)).close();
  const stubborn = await openDB(other, 2);
  const onBlocked = vi.fn();
  const opening = openDatabase({ name: other, onBlocked });
  await vi.waitFor(() => expect(onBlocked).toHaveBeenCalledTimes(1));
  stubborn.close();
  expect((await opening).version).toBe(DATABASE_VERSION);
});

it('upgrades version 3: its tools stay unchanged, and links can be stored', async () => {
  const name = `database-${++count}`;
  const version2 = await openVersion2(name);
  await version2.put('tools', toolOfVersion2('mine'));
  version2.close();
  // Version 3: the present one without later additions.
  const present = await openDatabase({ name });
  const tools = await present.getAll('tools');
  present.close();
  const bare = `database-${++count}`;
  const old = await openDB(bare, 3, {
    upgrade(db) {
      for (const store of present.objectStoreNames) {
        const newer = [
          'links',
          'tombstones',
          'vectors',
          'feeds',
          'remotes',
          'profiles',
          'mcp_servers',
          'originals',
          'collections',
        ].includes(store);
        if (!newer) db.createObjectStore(store, { keyPath: store === 'usage' ? 'tool' : 'id' });
      }
    },
  });
  for (const tool of tools) await old.put('tools', tool);
  old.close();

  const db = await openDatabase({ name: bare });
  expect(db.version).toBe(DATABASE_VERSION);
  expect(await db.getAll('tools')).toEqual(tools);
  expect(await db.count('links')).toBe(0);
  db.close();
});

it('upgrades version 4 to 5: documents stay, and are listed by the date added, also per source', async () => {
  const name = `database-${++count}`;
  const old = await openDB(name, 4, {
    upgrade(db) {
      db.createObjectStore('documents', { keyPath: 'id' });
    },
  });
  const documents = [
    { id: 'b', source: 'notes', added_at: '2026-02-02T00:00:00.000Z' },
    { id: 'a', source: 'files', added_at: '2026-03-03T00:00:00.000Z' },
    { id: 'c', source: 'notes', added_at: '2026-01-01T00:00:00.000Z' },
  ];
  for (const document of documents) await old.put('documents', document);
  old.close();

  const db = await openDatabase({ name });
  expect((await db.getAllFromIndex('documents', 'added')).map(({ id }) => id)).toEqual(['c', 'b', 'a']);
  const notes = IDBKeyRange.bound(['notes'], ['notes', []]);
  expect((await db.getAllFromIndex('documents', 'source_added', notes)).map(({ id }) => id)).toEqual([
    'c',
    'b',
  ]);
  for (const store of ['tombstones', 'vectors', 'feeds', 'remotes'] as const)
    expect(await db.count(store)).toBe(0);
  db.close();
});

it('upgrades version 6 to 7: documents stay, and their originals can be stored', async () => {
  const name = `database-${++count}`;
  const old = await openDB(name, 6, {
    upgrade(db) {
      db.createObjectStore('documents', { keyPath: 'id' });
    },
  });
  await old.put('documents', { id: 'a' });
  old.close();

  const db = await openDatabase({ name });
  expect(await db.getAllKeys('documents')).toEqual(['a']);
  await db.put('originals', { key: 'a@1', name: 'a.pdf', type: 'application/pdf', size: 3, file: 'f' });
  expect(await db.getAllKeysFromIndex('originals', 'file')).toEqual(['a@1']);
  db.close();
});

it('upgrades version 7 to 8: documents stay, are in no collection, and can join one', async () => {
  const name = `database-${++count}`;
  const present = await openDatabase({ name: `database-${++count}` });
  const stores = [...present.objectStoreNames].filter((store) => store !== 'collections');
  present.close();
  const old = await openDB(name, 7, {
    upgrade(db) {
      for (const store of stores) db.createObjectStore(store, { keyPath: 'id' });
    },
  });
  const documents = Array.from({ length: 300 }, (_, i) => ({
    id: `d${i}`,
    source: 'files',
    title: `D ${i}`,
  }));
  for (const document of documents) await old.put('documents', document);
  old.close();

  const db = await openDatabase({ name });
  expect(db.version).toBe(DATABASE_VERSION);
  expect(await db.count('documents')).toBe(300);
  expect(await db.count('collections')).toBe(0);
  expect(await db.countFromIndex('documents', 'collections')).toBe(0);
  const [first] = await db.getAll('documents');
  await db.put('documents', { ...first!, collections: ['a', 'b'] });
  expect(await db.getAllKeysFromIndex('documents', 'collections', 'b')).toEqual(['d0']);
  db.close();
});
