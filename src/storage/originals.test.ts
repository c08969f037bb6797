// Original files: small ones in records, large ones in files, and a reason for each that isn't kept.
import 'fake-indexeddb/auto';
import { afterEach, describe, expect, test, vi } from 'vitest';
import type { NewOriginal } from '../core/ports/original-store.ts';
import { openDatabase, type Database } from './database.ts';
import { measureOriginals, type OriginalOptions, OriginalTable } from './originals.ts';
import { measureStorage } from './storage-use.ts';
import { freeStorage, type FreeParts } from './free-storage.ts';
import { MemoryFolder, SilentFolder } from './vector-folder.test-support.ts';

let names = 0;
const open: Database[] = [];
afterEach(() => {
  for (const db of open.splice(0)) db.close();
});

async function table(options: OriginalOptions = {}): Promise<{ db: Database; originals: OriginalTable }> {
  const db = await openDatabase({ name: `originals-${++names}` });
  open.push(db);
  return { db, originals: new OriginalTable(db, { large: 10, ...options }) };
}

function file(key: string, text: string, type = 'text/plain'): NewOriginal & { key: string } {
  const bytes = new TextEncoder().encode(text);
  return {
    key,
    name: `${key}.txt`,
    type,
    size: bytes.length,
    read: () => Promise.resolve(bytes.slice().buffer),
  };
}

const SHORT = 'short';
const LONG = 'longer than ten bytes';

describe.each(['with', 'without'])('%s a private file system', (which) => {
  const folderOf = (): MemoryFolder | undefined => (which === 'with' ? new MemoryFolder() : undefined);

  test('returns name, type and bytes', async () => {
    const { originals } = await table({ folder: Promise.resolve(folderOf()) });
    expect(await originals.keep([file('a@1', SHORT), file('b@1', LONG, 'application/pdf')])).toEqual([]);
    const [a, b] = [await originals.find('a@1'), await originals.find('b@1')];
    expect(a).toMatchObject({ name: 'a@1.txt', type: 'text/plain', size: SHORT.length });
    expect(await a!.blob.text()).toBe(SHORT);
    expect(b).toMatchObject({ type: 'application/pdf', size: LONG.length });
    expect(await b!.blob.text()).toBe(LONG);
    expect(await originals.has('a@1')).toBe(true);
    expect(await originals.find('c@1')).toBeUndefined();
  });

  test('counts originals and their bytes apart from documents and embeddings', async () => {
    const { db, originals } = await table({ folder: Promise.resolve(folderOf()) });
    await originals.keep([file('a@1', SHORT), file('b@1', LONG)]);
    const all = { items: 2, bytes: SHORT.length + LONG.length };
    expect(await measureOriginals(db)).toEqual(all);
    const { kinds } = await measureStorage(db, {});
    expect(kinds.find(({ kind }) => kind === 'originals')).toMatchObject({ ...all, estimated: false });
  });

  test('deletes an original with its file', async () => {
    const folder = folderOf();
    const { originals } = await table({ folder: Promise.resolve(folder) });
    await originals.keep([file('a@1', LONG), file('b@1', LONG)]);
    await originals.drop(['a@1', 'unknown@1']);
    expect(await originals.keys()).toEqual(['b@1']);
    expect(await originals.find('a@1')).toBeUndefined();
    if (folder) expect(folder.files.size).toBe(1);
  });
});

test('stores an original without an estimate that never comes', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  try {
    const { originals } = await table({ storage: { estimate: () => new Promise<never>(() => undefined) } });
    const keeping = originals.keep([file('a@1', LONG)]);
    await vi.waitFor(async () => {
      await vi.advanceTimersByTimeAsync(3000);
      expect(await originals.has('a@1')).toBe(true);
    });
    expect(await keeping).toEqual([]);
  } finally {
    vi.useRealTimers();
  }
});

test('stores a file in its record when the browser never opens it, and continues the sweep', async () => {
  const { originals } = await table({ folder: Promise.resolve(new SilentFolder()) });
  expect(await originals.keep([file('a@1', LONG)])).toEqual([]);
  expect(await (await originals.find('a@1'))!.blob.text()).toBe(LONG);
  await originals.sweep();
  expect(await originals.keys()).toEqual(['a@1']);
});

test('removes files that no record names, and only those', async () => {
  const folder = new MemoryFolder();
  const { originals } = await table({ folder: Promise.resolve(folder) });
  await originals.keep([file('a@1', LONG)]);
  await folder.write('left-by-a-crash', [new Uint8Array(20)]);
  await originals.sweep();
  expect(folder.files.size).toBe(1);
  expect(await (await originals.find('a@1'))!.blob.text()).toBe(LONG);
});

test("doesn't return an original whose file is gone or cut short", async () => {
  const folder = new MemoryFolder();
  const { originals } = await table({ folder: Promise.resolve(folder) });
  await originals.keep([file('a@1', LONG), file('b@1', LONG)]);
  const [first, second] = [...folder.files.keys()];
  folder.files.delete(first!);
  folder.files.set(second!, new Uint8Array(3));
  expect(await originals.find('a@1')).toBeUndefined();
  expect(await originals.find('b@1')).toBeUndefined();
});

describe('rejects, with the reason,', () => {
  test('a file over the limit', async () => {
    const { originals } = await table({ limit: 10 });
    expect(await originals.keep([file('a@1', LONG), file('b@1', SHORT)])).toEqual([
      { name: 'a@1.txt', reason: 'large' },
    ]);
    expect(await originals.keys()).toEqual(['b@1']);
  });

  test('a file that would leave the browser short of space', async () => {
    const MB = 1024 * 1024;
    const quota = 64 * MB + LONG.length + 2;
    const storage = { estimate: () => Promise.resolve({ quota, usage: 0 }) };
    const { originals } = await table({ storage });
    expect(await originals.keep([file('a@1', LONG), file('b@1', SHORT)])).toEqual([
      { name: 'b@1.txt', reason: 'full' },
    ]);
  });

  test('a file without room in the private file system', async () => {
    const folder = new MemoryFolder();
    folder.room = 12;
    const { originals } = await table({ folder: Promise.resolve(folder) });
    expect(await originals.keep([file('a@1', LONG), file('b@1', SHORT)])).toEqual([
      { name: 'a@1.txt', reason: 'full' },
    ]);
    expect(await originals.keys()).toEqual(['b@1']);
    expect(folder.files.size).toBe(0);
  });

  test('a file that has become unreadable', async () => {
    const { originals } = await table();
    const gone = { ...file('a@1', SHORT), read: () => Promise.reject(new Error('gone')) };
    expect(await originals.keep([gone])).toEqual([{ name: 'a@1.txt', reason: 'unreadable' }]);
  });
});

test('stores nothing while it is switched off, and keeps the existing originals', async () => {
  let on = true;
  const { originals } = await table({ enabled: () => Promise.resolve(on) });
  await originals.keep([file('a@1', SHORT)]);
  on = false;
  expect(await originals.keep([file('b@1', SHORT)])).toEqual([]);
  expect(await originals.keys()).toEqual(['a@1']);
});

test('deletes all of them in one step', async () => {
  const { db, originals } = await table();
  await originals.keep([file('a@1', SHORT), file('b@1', LONG)]);
  const freed = await freeStorage(db, {}, 'originals', {}, {} as FreeParts);
  expect(freed).toEqual({ items: 2 });
  expect(await originals.keys()).toEqual([]);
});
