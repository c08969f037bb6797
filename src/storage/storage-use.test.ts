// Storage use by kind: figures close to what was written, even where only some records are measured.
import 'fake-indexeddb/auto';
import { afterEach, expect, test } from 'vitest';
import type { StorageKind, StorageUse } from '../core/storage-use.ts';
import { openDatabase, type Database } from './database.ts';
import { dropModelCaches, measureStorage } from './storage-use.ts';

let names = 0;
const open: Database[] = [];
afterEach(() => {
  for (const db of open.splice(0)) db.close();
});

async function database(): Promise<Database> {
  const db = await openDatabase({ name: `storage-use-${++names}` });
  open.push(db);
  return db;
}

function of(use: StorageUse, kind: StorageKind) {
  return use.kinds.find((one) => one.kind === kind);
}

/** The used part of the Cache API. */
function cachesOf(held: Record<string, Record<string, Response>>): CacheStorage {
  return {
    keys: () => Promise.resolve(Object.keys(held)),
    open: (name: string) =>
      Promise.resolve({
        keys: () => Promise.resolve(Object.keys(held[name] ?? {})),
        matchAll: () => Promise.resolve(Object.values(held[name] ?? {})),
      }),
    delete: (name: string) => Promise.resolve(delete held[name]),
  } as unknown as CacheStorage;
}

test('reports zero of every kind for an empty database', async () => {
  const use = await measureStorage(await database(), {});
  expect(use.kinds.length).toBeGreaterThan(8);
  expect(use.kinds.every(({ items, bytes }) => items === 0 && bytes === 0)).toBe(true);
  expect(use.used).toBeUndefined();
});

test('samples five thousand passages, with a figure within a tenth', async () => {
  const db = await database();
  const tx = db.transaction('chunks', 'readwrite');
  let written = 0;
  for (let index = 0; index < 5000; index++) {
    const text = 'word '.repeat(100 + ((index * 37) % 200));
    written += text.length;
    void tx.store.put({ document: 'd', index, text, heading: [], start: 0, end: text.length });
  }
  await tx.done;
  const documents = of(await measureStorage(db, {}), 'documents');
  expect(documents?.estimated).toBe(true);
  expect(documents?.bytes).toBeGreaterThan(written * 0.9);
  expect(documents?.bytes).toBeLessThan(written * 1.25);
});

test('measures every segment, because their sizes vary', async () => {
  const db = await database();
  for (let i = 1; i <= 5; i++) {
    await db.put('segments', { id: `s${i}`, bytes: new ArrayBuffer(i * 100_000), createdAt: '' });
  }
  const index = of(await measureStorage(db, {}), 'index');
  expect(index).toMatchObject({ items: 5, estimated: false });
  expect(index?.bytes).toBeGreaterThanOrEqual(1_500_000);
  expect(index?.bytes).toBeLessThan(1_501_000);
});

test('reveals only the number of secrets', async () => {
  const db = await database();
  await db.put('secrets', { name: 'secret:A', iv: new Uint8Array(12), ciphertext: new ArrayBuffer(99) });
  expect(of(await measureStorage(db, {}), 'secrets')).toEqual({
    kind: 'secrets',
    items: 1,
    bytes: 0,
    estimated: false,
  });
});

test("tells model caches from the program's, and deletes their files separately", async () => {
  const caches = cachesOf({
    'transformers-cache': {
      a: new Response('x'.repeat(1000)),
      b: new Response('zip', { headers: { 'content-length': '2500' } }),
    },
    'workbox-precache-v2': { c: new Response('y'.repeat(300)) },
  });
  const use = await measureStorage(await database(), { caches });
  expect(of(use, 'model')).toMatchObject({ items: 2, bytes: 3500 });
  expect(of(use, 'app')).toMatchObject({ items: 1, bytes: 300 });
  expect(await dropModelCaches(caches)).toBe(2);
  expect(await caches.keys()).toEqual(['workbox-precache-v2']);
});

test('counts vectors one by one, with the bytes of their files', async () => {
  const db = await database();
  const record = { model: 'm', dimensions: 2, hashes: new ArrayBuffer(24), createdAt: '' };
  await db.put('vectors', { ...record, id: 'v', count: 3, file: 'v.bin' });
  const file = { kind: 'file', getFile: () => Promise.resolve({ size: 768 }) };
  const lost = { kind: 'file', getFile: () => Promise.reject(new DOMException('gone', 'NotFoundError')) };
  const folder = (entries: object[], name = 'vectors') => ({
    kind: 'directory',
    name,
    async *values() {
      yield* entries;
    },
  });
  const segment = { kind: 'file', getFile: () => Promise.resolve({ size: 5000 }) };
  const root = folder([folder([file, lost]), folder([segment], 'segments')]);
  const files = () => Promise.resolve(root as unknown as FileSystemDirectoryHandle);
  const use = await measureStorage(db, { files });
  expect(of(use, 'index')?.bytes).toBe(5000);
  const embeddings = of(use, 'embeddings');
  expect(embeddings?.bytes).toBeLessThan(5000);
  expect(embeddings?.items).toBe(3);
  expect(embeddings?.bytes).toBeGreaterThanOrEqual(768 + 24);
});

test("passes on the browser's figures, and a browser without them hides nothing else", async () => {
  const db = await database();
  const storage = {
    estimate: () => Promise.resolve({ usage: 5, quota: 10 }),
    persisted: () => Promise.reject(new Error('no')),
  };
  const use = await measureStorage(db, { storage });
  expect(use).toMatchObject({ used: 5, quota: 10 });
  expect('persisted' in use).toBe(false);
});
