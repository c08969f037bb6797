// Original files: small ones in records, large ones in files, and what is not kept is said.
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

  test('gives back name, type and bytes', async () => {
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

  test('drops an original with its file', async () => {
    const folder = folderOf();
    const { originals } = await table({ folder: Promise.resolve(folder) });
    await originals.keep([file('a@1', LONG), file('b@1', LONG)]);
    await originals.drop(['a@1', 'unknown@1']);
    expect(await originals.keys()).toEqual(['b@1']);
    expect(await originals.find('a@1')).toBeUndefined();
    if (folder) expect(folder.files.size).toBe(1);
  });
});

test('an estimate that never comes does not hold an original up', async () => {
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

test('a file that the browser never opens lies in its record, and the sweep goes on', async () => {
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

test('an original whose file is gone or cut short is not given out', async () => {
  const folder = new MemoryFolder();
  const { originals } = await table({ folder: Promise.resolve(folder) });
  await originals.keep([file('a@1', LONG), file('b@1', LONG)]);
  const [first, second] = [...folder.files.keys()];
  folder.files.delete(first!);
  folder.files.set(second!, new Uint8Array(3));
  expect(await originals.find('a@1')).toBeUndefined();
  expect(await originals.find('b@1')).toBeUndefined();
});

describe('does not keep, and says why,', () => {
  test('a file over the limit', async () => {
    const { originals } = await table({ limit: 10 });
    expect(await originals.keep([file('a@1', LONG), file('b@1', SHORT)])).toEqual([
      { name: 'a@1.txt', reason: 'large' },
    ]);
    expect(await originals.keys()).toEqual(['b@1']);
  });

  test('what would leave the browser short of space', async () => {
    const MB = 1024 * 1024;
    const quota = 64 * MB + LONG.length + 2;
    const storage = { estimate: () => Promise.resolve({ quota, usage: 0 }) };
    const { originals } = await table({ storage });
    expect(await originals.keep([file('a@1', LONG), file('b@1', SHORT)])).toEqual([
      { name: 'b@1.txt', reason: 'full' },
    ]);
  });

  test('what the private file system has no room for', async () => {
    const folder = new MemoryFolder();
    folder.room = 12;
    const { originals } = await table({ folder: Promise.resolve(folder) });
    expect(await originals.keep([file('a@1', LONG), file('b@1', SHORT)])).toEqual([
      { name: 'a@1.txt', reason: 'full' },
    ]);
    expect(await originals.keys()).toEqual(['b@1']);
    expect(folder.files.size).toBe(0);
  });

  test('a file that cannot be read any more', async () => {
    const { originals } = await table();
    const gone = { ...file('a@1', SHORT), read: () => Promise.reject(new Error('gone')) };
    expect(await originals.keep([gone])).toEqual([{ name: 'a@1.txt', reason: 'unreadable' }]);
  });
});

test('keeps nothing while it is switched off, and what was kept stays', async () => {
  let on = true;
  const { originals } = await table({ enabled: () => Promise.resolve(on) });
  await originals.keep([file('a@1', SHORT)]);
  on = false;
  expect(await originals.keep([file('b@1', SHORT)])).toEqual([]);
  expect(await originals.keys()).toEqual(['a@1']);
});

test('deletes all of them at once', async () => {
  const { db, originals } = await table();
  await originals.keep([file('a@1', SHORT), file('b@1', LONG)]);
  const freed = await freeStorage(db, {}, 'originals', {}, {} as FreeParts);
  expect(freed).toEqual({ items: 2 });
  expect(await originals.keys()).toEqual([]);
});
