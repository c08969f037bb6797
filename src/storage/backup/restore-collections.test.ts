// Collections in a backup: restored with their documents, while an untrusted file gets nothing into a collection
// here.
import 'fake-indexeddb/auto';
import { afterEach, expect, it } from 'vitest';
import type { Collection } from '../../core/collection.ts';
import type { Conversation } from '../../core/conversation.ts';
import type { Database } from '../database.ts';
import { backupOf, document, emptyDatabase, fakeIndex, opened, putDocument } from './backup.test-support.ts';
import { restoreBackup, type RestoreDeps } from './restore-backup.ts';

const AT = '2026-05-01T10:00:00.000Z';
const open: Database[] = [];
afterEach(() => {
  for (const db of open.splice(0)) db.close();
});

async function database(): Promise<Database> {
  const db = await emptyDatabase(`collections-${crypto.randomUUID()}`);
  open.push(db);
  return db;
}

async function restore(db: Database, file: Blob, options: Partial<RestoreDeps>) {
  return restoreBackup(db, await opened(file, options.passphrase), { index: fakeIndex, ...options });
}

const collection = (id: string, more: Partial<Collection> = {}): Collection => ({
  ...{ id, name: 'Reports', colour: 'blue', instructions: 'Cite the year.', starters: ['What changed?'] },
  ...{ createdAt: AT, modifiedAt: AT },
  ...more,
});

async function filled(): Promise<Database> {
  const db = await database();
  await db.put('collections', collection('c1'));
  await putDocument(db, document('d1', { collections: ['c1'], own: { title: 'Mine', tags: ['t'] } }));
  await putDocument(db, document('d2'));
  const chat: Conversation = { id: 'chat', title: 'T', createdAt: AT, modifiedAt: AT, collection: 'c1' };
  await db.put('conversations', { ...chat, pinned: true, tags: ['work'], folder: 'Trips' });
  return db;
}

it("restores collections unchanged from the person's own encrypted file", async () => {
  const file = await backupOf(await filled(), { passphrase: 'correct horse' });
  const db = await database();
  await restore(db, file, { passphrase: 'correct horse', trust: true });
  expect(await db.getAll('collections')).toEqual([collection('c1')]);
  expect(await db.get('documents', 'd1')).toMatchObject({
    collections: ['c1'],
    own: { title: 'Mine', tags: ['t'] },
  });
  expect(await db.get('conversations', 'chat')).toMatchObject({
    collection: 'c1',
    pinned: true,
    tags: ['work'],
    folder: 'Trips',
  });
});

it('gives new ids to collections from an untrusted file, and its documents follow', async () => {
  const file = await backupOf(await filled());
  const db = await database();
  const report = await restore(db, file, {});
  const [made, ...others] = await db.getAll('collections');
  expect(others).toEqual([]);
  expect(made).toMatchObject({ name: 'Reports', imported: true, starters: ['What changed?'] });
  expect(made!.id).not.toBe('c1');
  expect((await db.get('documents', 'd1'))?.collections).toEqual([made!.id]);
  expect((await db.get('documents', 'd2'))?.collections).toBeUndefined();
  expect((await db.get('conversations', 'chat'))?.collection).toBe(made!.id);
  expect(report.notes).toContainEqual({ code: 'collections_unreviewed' });
  // Restoring the same file again makes no empty copies.
  await restore(db, file, {});
  expect(await db.count('collections')).toBe(1);
});

it("keeps documents of an untrusted file out of this device's collections", async () => {
  const file = await backupOf(await filled());
  const db = await database();
  await db.put('collections', collection('c1', { name: 'reports', instructions: 'Mine.' }));
  await putDocument(db, document('own', { collections: ['c1'] }));
  await restore(db, file, {});
  expect(await db.getAllKeysFromIndex('documents', 'collections', 'c1')).toEqual(['own']);
  const others = (await db.getAll('collections')).filter(({ id }) => id !== 'c1');
  expect(others.map(({ name }) => name)).toEqual(['Reports 2']);
  expect(await db.getAllKeysFromIndex('documents', 'collections', others[0]!.id)).toEqual(['d1']);
});

it("drops memberships when the file's collections are not chosen", async () => {
  const file = await backupOf(await filled());
  const db = await database();
  await db.put('collections', collection('c1'));
  await restore(db, file, { kinds: ['documents'] });
  expect((await db.get('documents', 'd1'))?.collections).toBeUndefined();
});

it.each([{ name: '\n' }, { colour: 'url(x)' }, { starters: [7] }, { instructions: 'x'.repeat(9000) }])(
  'rejects a damaged one: %j',
  async (wrong) => {
    const from = await database();
    await from.put('collections', { ...collection('c1'), ...(wrong as Partial<Collection>) });
    const db = await database();
    await expect(restore(db, await backupOf(from), {})).rejects.toThrow(/collections/);
    expect(await db.count('collections')).toBe(0);
  },
);
