// The document table over fake-indexeddb: whole batches or nothing, exact ranges, clear failures.
import 'fake-indexeddb/auto';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { revisionKey, type StoredDocument } from '../core/document.ts';
import { type Database, openDatabase } from './database.ts';
import { DocumentTable } from './documents.ts';
import { SegmentFiles } from './segment-files.ts';
import type { StoredSegment } from '../core/ports/document-store.ts';
import { MemoryFolder } from './vector-folder.test-support.ts';

let names = 0;
const open: Database[] = [];
afterEach(() => {
  vi.restoreAllMocks();
  for (const db of open.splice(0)) db.close();
});

async function table(
  name = `documents-${++names}`,
): Promise<{ db: Database; documents: DocumentTable; name: string }> {
  const db = await openDatabase({ name });
  open.push(db);
  return { db, documents: new DocumentTable(db), name };
}

function document(id: string, passages = 3, sourceId = id): StoredDocument {
  return {
    id,
    source: 'files',
    source_id: sourceId,
    title: id.toUpperCase(),
    content_type: 'text/plain',
    created_at: '2026-01-01T00:00:00.000Z',
    updated_at: '2026-01-01T00:00:00.000Z',
    added_at: '2026-01-01T00:00:00.000Z',
    metadata: {},
    hash: `hash of ${id}`,
    chunks: passages,
    size: 4,
    body: 'body',
    passages: Array.from({ length: passages }, (_, index) => ({
      document: id,
      index,
      text: `${id} ${index}`,
      heading: [],
      start: index,
      end: index + 1,
    })),
  };
}

function segment(id: string): StoredSegment {
  return { id, bytes: new Uint8Array([1, 2, 3]).buffer, createdAt: '2026-01-01T00:00:00.000Z' };
}

async function counts(db: Database): Promise<number[]> {
  return Promise.all(
    (['documents', 'bodies', 'chunks', 'segments'] as const).map((store) => db.count(store)),
  );
}

test('keeps a committed batch after reopening: documents, bodies, passages in order, segment', async () => {
  const { documents, name } = await table();
  await documents.commit([document('a'), document('b', 11)], segment('s'));
  const again = (await table(name)).documents;
  expect(await again.open('b')).toEqual(document('b', 11));
  expect(await again.open('none')).toBeUndefined();
  expect(await again.ids()).toEqual(['a', 'b']);
  expect((await again.metasOf(['a']))[0]).not.toHaveProperty('body');
  expect(await again.findByIdentity('files', 'a')).toMatchObject({ id: 'a' });
  expect(await again.findByIdentity('notes', 'a')).toBeUndefined();
  expect(await again.findByHash('hash of b')).toMatchObject({ id: 'b' });
  expect((await again.metasOf(['b', 'none'])).map(({ id }) => id)).toEqual(['b']);
  expect(
    (
      await again.passages([
        ['b', 10],
        ['b', 11],
        ['a', 0],
      ])
    ).map((found) => found?.text),
  ).toEqual(['b 10', undefined, 'a 0']);
  expect(await again.segmentIds()).toEqual(['s']);
  const taken: StoredSegment[] = [];
  const take = (record: StoredSegment): void => void taken.push(record);
  expect(await again.index(new Set(), take)).toEqual({ ids: ['s'], tombstones: [] });
  await again.index(new Set(['s']), take);
  expect(taken).toEqual([segment('s')]);
});

test('keeps nothing of a batch that fails at its last document', async () => {
  const { db, documents } = await table();
  await documents.commit([document('a')], segment('s'));
  const before = await counts(db);
  // Another id has the identity of the last one.
  await expect(documents.commit([document('b'), document('c', 3, 'a')], segment('t'))).rejects.toMatchObject({
    name: 'ConstraintError',
  });
  expect(await counts(db)).toEqual(before);
  // A value that can't be stored is noticed only half-way through.
  const unstorable = { ...document('d'), metadata: { run: (() => 1) as never } };
  await expect(documents.commit([document('b'), unstorable], segment('t'))).rejects.toThrow();
  expect(await counts(db)).toEqual(before);
});

test('keeps nothing of an interrupted transaction, and stays usable', async () => {
  const { db, documents } = await table();
  const put = IDBObjectStore.prototype.put;
  let puts = 0;
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (this: IDBObjectStore, ...args) {
    if (++puts === 500) setTimeout(() => this.transaction.abort(), 0);
    return put.apply(this, args);
  });
  const many = Array.from({ length: 200 }, (_, n) => document(`d${n}`, 10));
  await expect(documents.commit(many, segment('s'))).rejects.toMatchObject({ name: 'AbortError' });
  expect(puts).toBe(2401);
  expect(await counts(db)).toEqual([0, 0, 0, 0]);
  await documents.commit([document('a')], segment('s'));
  expect(await counts(db)).toEqual([1, 1, 3, 1]);
});

test('lists newest first, whole and in ranges, by source, and by a word over thousands of documents', async () => {
  const { documents } = await table();
  const many = Array.from({ length: 2300 }, (_, n) => ({
    ...document(`d${String(n).padStart(4, '0')}`, 0),
    source: n % 2 === 0 ? 'even' : 'odd',
    title: n % 7 === 0 ? `Week ${n}` : `Day ${n}`,
    added_at: new Date(Date.UTC(2026, 0, 1) + Math.floor(n / 3) * 1000).toISOString(),
  }));
  await documents.commit(many, undefined);
  const newestFirst = many.toReversed();
  const listed = async (
    options: { source?: string; query?: string },
    offset: number,
    limit: number,
  ): Promise<[string[], number]> => {
    const { documents: found, total } = await documents.list({ ...options, offset, limit });
    return [found.map(({ id }) => id), total];
  };
  for (const [options, expected] of [
    [{}, newestFirst],
    [{ source: 'odd' }, newestFirst.filter(({ source }) => source === 'odd')],
    [{ query: ' week ' }, newestFirst.filter(({ title }) => title.startsWith('Week'))],
    [
      { query: 'WEEK', source: 'even' },
      newestFirst.filter(({ title, source }) => title.startsWith('Week') && source === 'even'),
    ],
    [{ source: 'none' }, []],
  ] as const) {
    for (const [offset, limit] of [
      [0, 10],
      [57, 100],
      [expected.length - 1, 5],
      [expected.length + 3, 5],
      [0, 1000],
    ] as const) {
      if (offset < 0) continue;
      expect(await listed(options, offset, limit)).toEqual([
        expected.slice(offset, offset + limit).map(({ id }) => id),
        expected.length,
      ]);
    }
  }
});

test('leaves tombstones for replaced or removed texts until a merge makes them needless', async () => {
  const { documents } = await table();
  const known = new Set(['s', 't']);
  const tombstones = async (): Promise<string[]> =>
    (await documents.index(known, () => undefined)).tombstones;
  await documents.commit([document('a'), document('b')], segment('s'));
  await documents.commit([{ ...document('a'), added_at: '2026-01-02T00:00:00.000Z' }], segment('t'), {
    dead: [revisionKey(document('a'))],
  });
  await documents.remove(['b']);
  const dead = [revisionKey(document('a')), revisionKey(document('b'))];
  expect(await tombstones()).toEqual(dead);
  // Another tab has written a segment that this one doesn't know, and which may need them.
  await documents.commit([], segment('u'));
  expect(await documents.replaceSegments(['s'], segment('v'), { tombstones: dead, known })).toBe(true);
  expect(await tombstones()).toEqual(dead);
  const all = new Set(['t', 'u', 'v']);
  expect(await documents.replaceSegments(['t'], segment('w'), { tombstones: dead, known: all })).toBe(true);
  expect(await tombstones()).toEqual([]);
  await documents.remove(['a']);
  const back = { ...document('a'), added_at: '2026-01-02T00:00:00.000Z' };
  await documents.commit([back], segment('x'), { risen: [revisionKey(back)] });
  expect(await tombstones()).toEqual([]);
});

test('keeps no old passages of a replaced document', async () => {
  const { db, documents } = await table();
  await documents.commit([document('a', 12), document('ab', 2)], segment('s'));
  await documents.commit([document('a', 2)], segment('t'));
  expect(await counts(db)).toEqual([2, 2, 4, 2]);
});

test('removes body and passages too, leaves neighbours, and returns what it removed', async () => {
  const { db, documents } = await table();
  await documents.commit([document('a', 12), document('ab', 2)], segment('s'));
  expect(await documents.remove(['a', 'none'])).toEqual([document('a', 12)]);
  expect(await counts(db)).toEqual([1, 1, 2, 1]);
  expect(await documents.remove(['a'])).toEqual([]);
});

test('replaces segments together, or not at all when one is already gone', async () => {
  const { documents } = await table();
  for (const id of ['s', 't', 'u']) await documents.commit([], segment(id));
  expect(await documents.replaceSegments(['s', 't'], segment('merged'))).toBe(true);
  expect(await documents.segmentIds()).toEqual(['merged', 'u']);
  expect(await documents.replaceSegments(['s', 'u'], segment('late'))).toBe(false);
  expect(await documents.segmentIds()).toEqual(['merged', 'u']);
  expect(await documents.replaceSegments(['u'], undefined)).toBe(true);
  expect(await documents.segmentIds()).toEqual(['merged']);
});

describe('large segments in files', () => {
  async function tableWithFiles() {
    const { db } = await table();
    const folder = new MemoryFolder();
    const documents = new DocumentTable(db, new SegmentFiles(Promise.resolve(folder), 10));
    return { db, folder, documents };
  }
  const large = (id: string): StoredSegment => ({ ...segment(id), bytes: new ArrayBuffer(10) });
  async function read(documents: DocumentTable): Promise<StoredSegment[]> {
    const taken: StoredSegment[] = [];
    await documents.index(new Set(), (one) => void taken.push(one));
    return taken;
  }

  test('are read like those in records', async () => {
    const { db, folder, documents } = await tableWithFiles();
    await documents.commit([document('a')], large('s'));
    await documents.commit([], segment('t'));
    expect(await folder.names()).toEqual(['s']);
    const { createdAt } = segment('s');
    expect(await db.get('segments', 's')).toEqual({ id: 's', file: 's', size: 10, createdAt });
    expect(await read(documents)).toEqual([large('s'), segment('t')]);
  });

  test('are deleted when they are merged, or when their record was not committed', async () => {
    const { folder, documents } = await tableWithFiles();
    await documents.commit([document('a')], large('s'));
    await expect(documents.commit([document('b', 3, 'a')], large('t'))).rejects.toThrow();
    expect(await documents.replaceSegments(['gone'], large('u'))).toBe(false);
    expect(await folder.names()).toEqual(['s']);
    expect(await documents.replaceSegments(['s'], large('v'))).toBe(true);
    expect(await folder.names()).toEqual(['v']);
  });

  test('are rejected with an error when there is no room', async () => {
    const { db, folder, documents } = await tableWithFiles();
    folder.room = 5;
    await expect(documents.commit([document('a')], large('s'))).rejects.toMatchObject({
      code: 'unavailable',
    });
    expect(await counts(db)).toEqual([0, 0, 0, 0]);
  });

  test('are swept after a crash, and count as empty when the file is gone', async () => {
    const { folder, documents } = await tableWithFiles();
    await documents.commit([], large('s'));
    await folder.write('orphan', [new Uint8Array(20)]);
    await documents.sweep();
    expect(await folder.names()).toEqual(['s']);
    await folder.remove('s');
    expect((await read(documents)).map(({ id, bytes }) => [id, bytes.byteLength])).toEqual([['s', 0]]);
  });

  test('are read once when read ahead, and again when a file was incomplete', async () => {
    const { db, folder, documents } = await tableWithFiles();
    await documents.commit([], large('s'));
    await documents.commit([], large('t'));
    const files = new SegmentFiles(Promise.resolve(folder), 10);
    const whole = vi.spyOn(folder, 'whole').mockImplementationOnce(async () => new ArrayBuffer(3));
    files.readAhead();
    expect(await read(new DocumentTable(db, files))).toEqual([large('s'), large('t')]);
    expect(whole.mock.calls.map(([name]) => name)).toEqual(['s', 't', 's']);
    await read(new DocumentTable(db, files));
    expect(whole).toHaveBeenCalledTimes(5);
  });

  test('are read in merged form when another tab merges them meanwhile', async () => {
    const { folder, documents } = await tableWithFiles();
    for (const id of ['s', 't']) await documents.commit([], large(id));
    const whole = folder.whole.bind(folder);
    vi.spyOn(folder, 'whole').mockImplementationOnce(async (name) => {
      await documents.replaceSegments(['s', 't'], large('u'));
      return whole(name);
    });
    const taken: string[] = [];
    expect(await documents.index(new Set(), ({ id }) => void taken.push(id))).toMatchObject({ ids: ['u'] });
    expect(taken.filter((id) => id === 'u')).toEqual(['u']);
  });
});

test('reports full storage with advice, and keeps nothing of the batch', async () => {
  const { db, documents } = await table();
  const put = IDBObjectStore.prototype.put;
  let puts = 0;
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (this: IDBObjectStore, ...args) {
    if (++puts === 5) throw new DOMException('full', 'QuotaExceededError');
    return put.apply(this, args);
  });
  await expect(documents.commit([document('a'), document('b')], segment('s'))).rejects.toMatchObject({
    code: 'unavailable',
    message: expect.stringMatching(/no storage left.*Remove documents/) as string,
  });
  vi.restoreAllMocks();
  expect(await counts(db)).toEqual([0, 0, 0, 0]);
});

test('reports a closed connection, too', async () => {
  const { db, documents } = await table();
  db.close();
  await expect(documents.ids()).rejects.toMatchObject({ code: 'unavailable', message: /Reload the page/ });
  await expect(documents.remove(['a'])).rejects.toMatchObject({ code: 'unavailable' });
});
