// The folders of tools in a real IndexedDB: contents, separation, and limits with two tabs at work.
import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { openDatabase, type Database } from './database.ts';
import { FILE_BYTES, FOLDER_BYTES, FOLDER_FILES, FileTable } from './files.ts';

let db: Database;
let files: FileTable;
let count = 0;
let clock = 0;
const now = () => new Date(Date.UTC(2026, 0, 1, 0, 0, clock++)).toISOString();
beforeEach(async () => {
  clock = 0;
  db = await openDatabase({ name: `files-${++count}` });
  files = new FileTable(db, now);
});
afterEach(() => void vi.restoreAllMocks());

const bytes = (text: string) => new TextEncoder().encode(text);
const text = (given: Uint8Array | undefined) => given && new TextDecoder().decode(given);

/** Fills a folder without a transaction per file. */
async function fill(folder: string, amount: number, size = 1) {
  const tx = db.transaction('files', 'readwrite');
  const modified = '2025-01-01T00:00:00.000Z';
  for (let at = 0; at < amount; at++) {
    const path = `f${String(at).padStart(4, '0')}`;
    void tx.store.put({ folder, path, bytes: new Uint8Array(1), size, modified });
  }
  await tx.done;
}

it('returns a file as it was written, and replaces it as a whole', async () => {
  await files.write('a', 'notes/today.txt', bytes('first and long'));
  await files.write('a', 'notes/today.txt', bytes('next'));
  expect(text(await files.read('a', 'notes/today.txt'))).toBe('next');
  expect(await files.list('a')).toEqual([
    { path: 'notes/today.txt', size: 4, modified: '2026-01-01T00:00:01.000Z' },
  ]);
  expect(await files.read('a', 'notes')).toBeUndefined();
  await files.write('a', 'empty', new Uint8Array());
  expect(await files.read('a', 'empty')).toEqual(new Uint8Array());
});

it('stores only the given part of a larger buffer', async () => {
  const large = bytes('before inside after');
  await files.write('a', 'part', large.subarray(7, 13));
  const stored = await db.get('files', ['a', 'part']);
  expect(text(stored?.bytes)).toBe('inside');
  expect(stored?.bytes.buffer.byteLength).toBe(6);
  large.fill(0);
  expect(text(await files.read('a', 'part'))).toBe('inside');
});

it('keeps folders apart, even when one name begins with another', async () => {
  await files.write('a', 'x', bytes('1'));
  await files.write('ab', 'x', bytes('2'));
  await files.write('a/b', 'x', bytes('3'));
  await files.write('', 'x', bytes('4'));
  expect(await files.folders()).toEqual(['', 'a', 'a/b', 'ab']);
  expect((await files.list('a')).map(({ path }) => path)).toEqual(['x']);
  await files.clear('a');
  expect(await files.folders()).toEqual(['', 'a/b', 'ab']);
  expect([text(await files.read('a', 'x')), text(await files.read('ab', 'x'))]).toEqual([undefined, '2']);
});

it('lists by path, whatever its characters, and names each folder once', async () => {
  for (const path of ['b', 'a/z', '\uffff', 'a', 'ä', '🙂']) await files.write('f', path, bytes(path));
  expect((await files.list('f')).map(({ path }) => path).sort()).toEqual(
    ['b', 'a/z', '\uffff', 'a', 'ä', '🙂'].sort(),
  );
  expect(await files.folders()).toEqual(['f']);
});

it('reports whether there was something to remove', async () => {
  await files.write('a', 'x', bytes('1'));
  expect([await files.remove('a', 'x'), await files.remove('a', 'x')]).toEqual([true, false]);
  expect(await files.folders()).toEqual([]);
});

it('accepts a file up to the limit, and no larger', async () => {
  await files.write('a', 'big', new Uint8Array(FILE_BYTES));
  await expect(files.write('a', 'big', new Uint8Array(FILE_BYTES + 1))).rejects.toMatchObject({
    code: 'too_large',
    message: 'big would be 8.1 MiB, but a file can be at most 8 MiB; split it into several files',
  });
  expect((await files.list('a'))[0]?.size).toBe(FILE_BYTES);
});

it('enforces the folder limit in bytes, without counting a replaced file', async () => {
  await fill('a', 4, FOLDER_BYTES / 4);
  await files.write('a', 'f0000', new Uint8Array(FILE_BYTES));
  await expect(files.write('a', 'one more', new Uint8Array(1))).rejects.toMatchObject({
    code: 'too_large',
    message: expect.stringMatching(
      /would be 32\.1 MiB, but it can be at most 32 MiB; delete files first, .*f0000 \(8 MiB\)/,
    ),
  });
  await files.write('b', 'elsewhere', new Uint8Array(1));
  await files.remove('a', 'f0001');
  await files.write('a', 'one more', new Uint8Array(1));
});

it('enforces the folder limit in files, without counting a replaced one', async () => {
  await files.write('a', 'recent', bytes('x'));
  await fill('a', FOLDER_FILES - 1);
  await files.write('a', 'f0001', bytes('replaced'));
  await expect(files.write('a', 'one more', bytes('x'))).rejects.toMatchObject({
    code: 'too_large',
    message: "the tool's folder is full (1,000 files); delete some first, such as the oldest, f0000",
  });
  expect(await files.list('a')).toHaveLength(FOLDER_FILES);
});

it('enforces limits across two tabs', async () => {
  await fill('a', FOLDER_FILES - 1);
  const other = new FileTable(await openDatabase({ name: db.name }), now);
  const done = await Promise.allSettled([
    files.write('a', 'mine', bytes('1')),
    other.write('a', 'theirs', bytes('2')),
    files.write('a', 'mine too', bytes('3')),
  ]);
  expect(done.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected', 'rejected']);
  expect(await files.list('a')).toHaveLength(FOLDER_FILES);
});

it('reports a full disk, and keeps the existing files', async () => {
  await files.write('a', 'x', bytes('old'));
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw new DOMException('no space', 'QuotaExceededError');
  });
  await expect(files.write('a', 'x', bytes('new'))).rejects.toMatchObject({
    code: 'unavailable',
    message: expect.stringMatching(/the file was not saved: the browser has no space left/),
  });
  vi.restoreAllMocks();
  expect(text(await files.read('a', 'x'))).toBe('old');
});

it('writes, removes and clears with strict durability', async () => {
  const transaction = vi.spyOn(IDBDatabase.prototype, 'transaction');
  await files.write('a', 'x', bytes('1'));
  await files.remove('a', 'x');
  await files.clear('a');
  const writing = transaction.mock.calls.filter(([, mode]) => mode === 'readwrite');
  expect(writing.map(([, , options]) => options)).toEqual(Array(3).fill({ durability: 'strict' }));
});

it('sweeps the folders of removed tools, but not recently written ones', async () => {
  await fill('gone', 2);
  await fill('kept', 1);
  await fill('back soon', 1);
  await files.write('back soon', 'new', bytes('1'));
  await files.sweep(new Set(['kept']));
  expect(await files.folders()).toEqual(['back soon', 'kept']);
});
