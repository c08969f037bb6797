// An untrusted backup and the existing data: nothing of the user's changes or is taken over.
import 'fake-indexeddb/auto';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { BUNDLE_IDS, type Bundle } from '../../core/bundle.ts';
import type { Tool } from '../../core/tool.ts';
import { openDatabase } from '../database.ts';
import { fakeIndex, opened, tool } from './backup.test-support.ts';
import { BackupWriter } from './backup-file.ts';
import { restoreBackup } from './restore-backup.ts';

const AT = '2026-05-01T10:00:00.000Z';
const CRM: Bundle = {
  ...{ id: 'crm-id', slug: 'crm', displayName: 'CRM', description: '', enabled: true, origin: 'user' },
  ...{ createdAt: AT, modifiedAt: AT },
};
const MINE: Tool[] = [
  tool('bank', { source: 'return "mine"', config: { key: '${BANK_KEY}' } }),
  tool('notes', { bundle: CRM.id }),
  tool('clock', { bundle: BUNDLE_IDS.bundled, origin: 'bundled' }),
];
const FILE = { folder: 'folder-bank', path: 'diary.txt', bytes: new Uint8Array([1]), size: 1, modified: AT };

async function here() {
  const db = await openDatabase({ name: `outside-${crypto.randomUUID()}` });
  await db.put('bundles', CRM);
  for (const one of MINE) await db.put('tools', one);
  await db.put('files', FILE);
  await db.put('usage', { tool: [BUNDLE_IDS.mine, 'bank'], calls: 3, failures: 0, lastCalledAt: AT });
  return db;
}

async function fileOf(parts: [kind: 'tools' | 'files' | 'servers', records: unknown[]][]) {
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  const writer = await BackupWriter.start(
    { app: '1.0.0', createdAt: AT },
    (bytes) => void pieces.push(bytes),
  );
  for (const [kind, records] of parts) if (records.length > 0) await writer.add(kind, records);
  await writer.end();
  return opened(new Blob(pieces));
}

const ids = fc.constantFrom('bank', 'notes', 'clock', 'x', 'y', 'crm-id', BUNDLE_IDS.mine);
const folders = fc.constantFrom('folder-bank', 'folder-notes', 'bank', 'F', 'G');
const bundles = fc.constantFrom(...Object.values(BUNDLE_IDS), 'crm-id', 'B');
const dates = fc.constantFrom('1970-01-01T00:00:00.000Z', AT, '9999-12-31T23:59:59.999Z', 'never', '');

const forgedTool = fc
  .record({
    ...{
      id: ids,
      bundle: bundles,
      folder: folders,
      createdAt: dates,
      modifiedAt: dates,
      currentSince: dates,
    },
    slug: fc.constantFrom('bank', 'notes', 'clock', 'evil'),
    version: fc.constantFrom('1', '9.9', '1\u202e'),
    same: fc.boolean(),
    policy: fc.constantFrom('allow', 'ask', 'deny'),
    kind: fc.constantFrom('lua', 'mcp', 'connector'),
  })
  .map(({ slug, version, same, ...more }): Tool => {
    const source = same ? (MINE.find(({ name }) => name === slug)?.source ?? 'return 1') : 'return "evil"';
    const made = tool(slug, {
      source,
      config: { key: '${BANK_KEY}' },
      nameSince: '1970',
      ...more,
    } as Partial<Tool>);
    return { ...made, spec: { ...made.spec, name: slug, version } };
  });

const forgedBundle = fc.record({
  ...{ id: bundles, slug: fc.constantFrom('my-tools', 'crm', 'perilune', 'other') },
  ...{ displayName: fc.constantFrom('My tools', 'CRM'), description: fc.constant(''), enabled: fc.boolean() },
  ...{ origin: fc.constantFrom('user', 'builtin'), createdAt: dates, modifiedAt: dates },
});

it('changes nothing of the user’s and takes over nothing, whatever ids, folders, dates and bundles it claims', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(forgedBundle, { maxLength: 3 }),
      fc.array(forgedTool, { minLength: 1, maxLength: 5 }),
      fc.array(folders, { maxLength: 3 }),
      fc.constantFrom<'keep' | 'replace'>('keep', 'replace'),
      async (givenBundles, tools, filesIn, existing) => {
        const db = await here();
        try {
          const lines = [
            ...givenBundles.map((bundle) => ({ bundle })),
            ...tools.map((one) => ({ tool: one })),
            ...tools.map((one, at) => ({ removed: { id: `r${at}`, tool: one, removedAt: AT } })),
            { usage: { tool: [BUNDLE_IDS.mine, 'bank'], calls: 99, failures: 0, lastCalledAt: AT } },
            { mark: { key: 'tools.disabled-builtin', value: ['search'] } },
          ];
          const files = filesIn.map((folder) => ({ folder, path: 'diary.txt', modified: AT, bytes: 'eA==' }));
          const server = { id: 'crm-id', name: 'crm', url: 'https://x.example', auth: 'none', createdAt: AT };
          const backup = await fileOf([
            ['tools', lines],
            ['files', files],
            ['servers', [server]],
          ]);
          await restoreBackup(db, backup, { existing, index: fakeIndex });

          const after = await db.getAll('tools');
          for (const one of MINE) expect(after).toContainEqual(one);
          expect(await db.get('bundles', CRM.id)).toEqual(CRM);
          expect(await db.get('files', [FILE.folder, FILE.path])).toEqual(FILE);
          expect((await db.get('usage', [BUNDLE_IDS.mine, 'bank']))?.calls).toBe(3);
          expect(await db.get('settings', 'tools.disabled-builtin')).toBeUndefined();
          expect((await db.getAll('mcp_servers')).map(({ id }) => id)).not.toContain('crm-id');

          const removed = (await db.getAll('removed')).map((entry) => entry.tool);
          const own = new Set(MINE.flatMap(({ id, folder, bundle }) => [id, folder, bundle]));
          for (const came of [...after, ...removed].filter(({ id }) => !MINE.some((one) => one.id === id))) {
            expect([came.id, came.folder, came.bundle].filter((one) => own.has(one))).toEqual([]);
            expect(came).toMatchObject({ origin: 'imported', hosts: [], writes: false, config: {} });
            expect(came).not.toHaveProperty('approved');
            expect(came).not.toHaveProperty('approvedOutside');
            expect(came).not.toHaveProperty('nameSince');
            expect(came.policy).not.toBe('allow');
            expect(came.createdAt > AT && came.createdAt < '9000').toBe(true);
            expect(came.spec.version).toMatch(/^[0-9A-Za-z.+-]{1,64}$/);
            expect(['mcp', 'builtin']).not.toContain(came.kind);
          }
        } finally {
          db.close();
        }
      },
    ),
    { numRuns: 60 },
  );
});

it('gives the folder of an existing tool to that tool alone, even if another one in the file names it', async () => {
  const db = await here();
  const evil = tool('evil', { folder: 'folder-bank', source: 'return fs.read("diary.txt")' });
  const backup = await fileOf([['tools', [{ tool: MINE[0] }, { tool: evil }]]]);
  const { kinds } = await restoreBackup(db, backup, { index: fakeIndex });
  expect(kinds).toContainEqual({ kind: 'tools', added: 1, replaced: 0, kept: 1 });
  const came = (await db.getAll('tools')).find(({ name }) => name === 'evil')!;
  expect(came.folder).toBe(came.id);
  db.close();
});

it('restores the same file twice without duplicates', async () => {
  const db = await here();
  const lines = [
    { bundle: { ...CRM, id: 'theirs', slug: 'theirs' } },
    { tool: tool('t', { bundle: 'theirs' }) },
    { tool: tool('u') },
  ];
  const once = await fileOf([['tools', lines]]);
  await restoreBackup(db, once, { index: fakeIndex });
  const before = await db.getAll('tools');
  await restoreBackup(db, await fileOf([['tools', lines]]), { index: fakeIndex });
  expect(await db.getAll('tools')).toEqual(before);
  db.close();
});
