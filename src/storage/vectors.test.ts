// Vectors on disk, over fake-indexeddb and a folder in memory that can end at any step.
import 'fake-indexeddb/auto';
import { afterEach, describe, expect, test } from 'vitest';
import { type Database, openDatabase } from './database.ts';
import { type VectorFolder } from './vector-folder.ts';
import { MemoryFolder, SilentFolder } from './vector-folder.test-support.ts';
import { VectorFiles } from './vectors.ts';

let names = 0;
let ids = 0;
const open: Database[] = [];
afterEach(() => {
  for (const db of open.splice(0)) db.close();
});

async function files(folder?: VectorFolder): Promise<{ db: Database; store: VectorFiles }> {
  const db = await openDatabase({ name: `vectors-${++names}` });
  open.push(db);
  return { db, store: over(db, folder) };
}

function over(db: Database, folder?: VectorFolder): VectorFiles {
  return new VectorFiles(db, { folder, newId: () => `v${++ids}`, now: () => '2026-01-01T00:00:00.000Z' });
}

function batch(from: number, count: number) {
  const numbers = Array.from({ length: count }, (_, i) => from + i);
  return {
    model: 'm',
    dimensions: 3,
    hashes: Uint32Array.from(numbers.flatMap((n) => [n, n * 2])),
    values: Int8Array.from(numbers.flatMap((n) => [n, n, n, ...new Array<number>(29).fill(0)])),
    scales: Float32Array.from(numbers),
    exact: Float32Array.from(numbers.flatMap((n) => [n, n + 0.25, n + 0.5])),
  };
}

async function hashesOf(store: VectorFiles): Promise<number[]> {
  const infos = await store.infos(await store.ids());
  return infos.flatMap(({ hashes }) => [...hashes].filter((_, i) => i % 2 === 0)).sort((a, b) => a - b);
}

test('reads a batch back as it was written: metadata, packed and exact vectors', async () => {
  const { db, store } = await files(new MemoryFolder());
  const written = await store.write(batch(1, 5));
  expect(written).toMatchObject({ model: 'm', dimensions: 3, hashes: batch(1, 5).hashes });
  const [id] = await store.ids();
  expect(await store.infos([id!, 'none'])).toEqual([written]);
  const { values, scales } = batch(1, 5);
  expect(await store.packed(id!)).toEqual({ values, scales });
  expect(await store.exact(id!, [4, 0])).toEqual([
    Float32Array.of(5, 5.25, 5.5),
    Float32Array.of(1, 1.25, 1.5),
  ]);
  const record = await db.get('vectors', id!);
  expect(record).toMatchObject({ count: 5, file: `${id}.vectors` });
  expect(record).not.toHaveProperty('bytes');
});

test.each([
  ['without a private file system', undefined],
  ['where the private file system does not answer', new SilentFolder()],
])('%s the record holds the packed vectors, and the exact ones are not kept', async (_, folder) => {
  const { store } = await files(folder);
  const { id } = (await store.write(batch(1, 3)))!;
  const { values, scales } = batch(1, 3);
  expect(await store.packed(id)).toEqual({ values, scales });
  expect(await store.exact(id, [0])).toBeUndefined();
});

test('replaces batches and their files by one, but not when one of them is gone', async () => {
  const folder = new MemoryFolder();
  const { store } = await files(folder);
  const a = (await store.write(batch(1, 2)))!;
  const b = (await store.write(batch(3, 2)))!;
  expect(await store.write(batch(1, 4), [a.id, 'gone'])).toBeUndefined();
  expect(await hashesOf(store)).toEqual([1, 2, 3, 4]);
  expect(await folder.names()).toHaveLength(2);
  const merged = (await store.write(batch(1, 4), [a.id, b.id]))!;
  expect(await store.ids()).toEqual([merged.id]);
  expect(await folder.names()).toEqual([`${merged.id}.vectors`]);
});

test('removes records with their files', async () => {
  const folder = new MemoryFolder();
  const { store } = await files(folder);
  const { id } = (await store.write(batch(1, 2)))!;
  await store.remove([id]);
  expect(await store.ids()).toEqual([]);
  expect(await folder.names()).toEqual([]);
});

test("doesn't read a file that is gone, cut or damaged", async () => {
  const folder = new MemoryFolder();
  const { store } = await files(folder);
  const { id } = (await store.write(batch(1, 2)))!;
  const bytes = folder.files.get(`${id}.vectors`)!;
  folder.files.set(`${id}.vectors`, bytes.slice(0, 40));
  expect(await store.packed(id)).toBeUndefined();
  expect(await store.exact(id, [1])).toBeUndefined();
  folder.files.set(`${id}.vectors`, new Uint8Array(bytes.length));
  expect(await store.packed(id)).toBeUndefined();
  folder.files.clear();
  expect(await store.packed(id)).toBeUndefined();
});

test("counts nothing as lost when the folder can't be opened, because it may be back tomorrow", async () => {
  const folder = new MemoryFolder();
  const { db, store } = await files(folder);
  const { id } = (await store.write(batch(1, 2)))!;
  const without = over(db);
  const other = (await without.write(batch(3, 2)))!;
  expect(await without.infos(await without.ids())).toEqual([other]);
  const again = over(db, folder);
  expect(await hashesOf(again)).toEqual([1, 2, 3, 4]);
  expect(await again.packed(id)).toBeDefined();
});

test('reports full storage, and leaves nothing behind', async () => {
  const folder = new MemoryFolder();
  folder.room = 100;
  const { store } = await files(folder);
  await expect(store.write(batch(1, 50))).rejects.toMatchObject({
    code: 'unavailable',
    message: expect.stringMatching(/no space left/),
  });
  expect(await store.ids()).toEqual([]);
  expect(await folder.names()).toEqual([]);
});

describe('a tab that ends at any step', () => {
  // 1: nothing was written. 2: the file is there. 3: the first of the old files is still to be removed. 4: the second.
  for (const steps of [0, 1, 2, 3, 4]) {
    test(`leaves the batches as they were or merged, after ${steps} steps in the folder`, async () => {
      const folder = new MemoryFolder();
      const { db, store } = await files(folder);
      const a = (await store.write(batch(1, 2)))!;
      const b = (await store.write(batch(3, 2)))!;
      const ending = over(db, folder.endingAfter(steps));
      await Promise.race([
        ending.write(batch(1, 4), [a.id, b.id]).catch(() => undefined),
        new Promise((resolve) => setTimeout(resolve, 50)),
      ]);

      const next = over(db, folder);
      expect(await hashesOf(next)).toEqual([1, 2, 3, 4]);
      for (const id of await next.ids()) expect(await next.packed(id)).toBeDefined();
      await next.sweep();
      const records = await db.getAll('vectors');
      expect((await folder.names()).sort()).toEqual(records.map(({ file }) => file).sort());
    });
  }

  test('sweeps the file of a batch without a record, and keeps the others', async () => {
    const folder = new MemoryFolder();
    const { store } = await files(folder);
    await store.write(batch(1, 2));
    folder.files.set('half.vectors', new Uint8Array(10));
    await store.sweep();
    expect(await folder.names()).toHaveLength(1);
    expect(await store.packed((await store.ids())[0]!)).toBeDefined();
  });
});
