// Feeds of an untrusted backup: none gets the place, the documents or the secrets of an existing feed.
import 'fake-indexeddb/auto';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Feed } from '../../core/feed.ts';
import { openDatabase } from '../database.ts';
import { document, fakeIndex, opened, putDocument } from './backup.test-support.ts';
import { BackupWriter } from './backup-file.ts';
import { restoreBackup } from './restore-backup.ts';

const AT = '2026-05-01T10:00:00.000Z';
const MINE: Feed = {
  ...{ id: 'mine', title: 'Planet', connector: 'planet', source: 'script:planet', createdAt: AT },
  ...{ config: { url: 'https://planet.example' }, every: 60, since: AT, kept: { etag: '1' } },
};

async function here() {
  const db = await openDatabase({ name: `feeds-${crypto.randomUUID()}` });
  await db.put('feeds', MINE);
  await putDocument(db, document('p', { source: 'script:planet' }));
  await putDocument(db, document('n', { source: 'notes' }));
  return db;
}

async function backupOf(feeds: unknown[], documents: unknown[] = []) {
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  const writer = await BackupWriter.start(
    { app: '1.0.0', createdAt: AT },
    (bytes) => void pieces.push(bytes),
  );
  if (documents.length > 0) await writer.add('documents', documents);
  await writer.add('feeds', feeds);
  await writer.end();
  return opened(new Blob(pieces));
}

const forged = fc.record(
  {
    id: fc.constantFrom('mine', 'other', ''),
    title: fc.constantFrom('Planet', 'Notes', '<b>x</b>', 'P'.repeat(500)),
    connector: fc.constantFrom('planet', 'perilune:site', 'search'),
    source: fc.constantFrom(
      'script:planet',
      'notes',
      'perilune:guide',
      'script:planet-2',
      'site:x',
      '',
      '__proto__',
    ),
    config: fc.constantFrom<object>(
      {},
      MINE.config,
      { url: 'https://evil.example' },
      { key: 'Bearer ${BANK_KEY}' },
    ),
    createdAt: fc.constantFrom('1970-01-01T00:00:00.000Z', 'never'),
    every: fc.constantFrom(5, 0, -1),
    prune: fc.constant(true),
    kept: fc.constant({ etag: 'evil' }),
    since: fc.constant('2999-01-01T00:00:00.000Z'),
    last: fc.constant({ at: 'never' }),
  },
  { requiredKeys: ['id', 'title', 'connector', 'source', 'config', 'createdAt'] },
);

it('gives an untrusted feed a new place, id and source, whatever it claims', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(forged, { minLength: 1, maxLength: 4 }),
      fc.constantFrom<'keep' | 'replace'>('keep', 'replace'),
      async (feeds, existing) => {
        const db = await here();
        try {
          await restoreBackup(db, await backupOf(feeds), { existing, index: fakeIndex });
          expect(await db.get('feeds', 'mine')).toEqual(MINE);
          const all = await db.getAll('feeds');
          expect(new Set(all.map(({ source }) => source)).size).toBe(all.length);
          for (const came of all.filter(({ id }) => id !== 'mine')) {
            expect(came.id).toMatch(/^[0-9a-f-]{36}$/);
            expect(came.source).toMatch(/^(script|site):/);
            expect(['script:planet', 'notes']).not.toContain(came.source);
            expect(Object.keys(came).sort()).toEqual([
              'config',
              'connector',
              'createdAt',
              'id',
              'source',
              'title',
            ]);
            expect(JSON.stringify(came.config)).not.toContain('BANK_KEY');
            expect(came.title.length).toBeLessThanOrEqual(120);
          }
        } finally {
          db.close();
        }
      },
    ),
    { numRuns: 60 },
  );
}, 60_000);

it("keeps the person's own feed of a plain backup with its documents, and adds no second one", async () => {
  const file = () => backupOf([{ ...MINE, last: undefined }], [document('p', { source: 'script:planet' })]);
  const db = await here();
  const { kinds } = await restoreBackup(db, await file(), { existing: 'replace', index: fakeIndex });
  expect(kinds.find(({ kind }) => kind === 'feeds')).toMatchObject({ kept: 1, added: 0, replaced: 0 });
  const fresh = await openDatabase({ name: `feeds-${crypto.randomUUID()}` });
  await restoreBackup(fresh, await file(), { index: fakeIndex });
  expect(await fresh.getAll('feeds')).toMatchObject([{ title: 'Planet', source: 'script:planet' }]);
  db.close();
  fresh.close();
});
