// Records that are in the backup and here: they stay, are replaced, or are removed first, as the person chose.
import 'fake-indexeddb/auto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '../database.ts';
import {
  backupOf,
  document,
  emptyDatabase,
  fakeIndex,
  fill,
  opened,
  putDocument,
  tool,
} from './backup.test-support.ts';
import { restoreBackup, type RestoreDeps } from './restore-backup.ts';

const PASSPHRASE = 'correct horse battery';

let count = 0;
let here: Database;
let there: Database;
beforeEach(async () => {
  here = await emptyDatabase(`existing-here-${++count}`);
  there = await emptyDatabase(`existing-there-${count}`);
  await fill(here);
});
afterEach(() => {
  here.close();
  there.close();
});

async function restore(blob: Blob, options: Partial<RestoreDeps> = {}, db = there) {
  const backup = await opened(blob, options.passphrase);
  return restoreBackup(db, backup, { index: fakeIndex, ...options });
}

describe('a record that exists here and in the file', () => {
  it('stays by default, and is replaced when asked; records only here stay either way', async () => {
    const blob = await backupOf(here);
    await putDocument(there, document('other', { source_id: 'doc-1.md', hash: 'newer' }));
    await putDocument(there, document('only-here'));
    await restore(blob, { kinds: ['documents'] });
    expect(await there.getAllKeys('documents')).toEqual(['doc-0', 'doc-2', 'only-here', 'other']);
    await restore(blob, { kinds: ['documents'], existing: 'replace' });
    expect(await there.getAllKeys('documents')).toEqual(['doc-0', 'doc-1', 'doc-2', 'only-here']);
    expect(await there.getAllKeys('tombstones')).toEqual(['other@2026-05-01T10:00:00.000Z']);
    expect(await there.count('chunks')).toBe(8);
  });

  it('is removed first when asked, for the chosen kinds only, and never for bundled tools', async () => {
    const blob = await backupOf(here);
    await putDocument(there, document('only-here'));
    await there.put('tools', tool('bundled', { bundle: '00000000-0000-7000-8000-000000000002' }));
    await there.put('tools', tool('mine-here'));
    await there.put('feeds', { id: 'f', title: 'F', connector: 'c', source: 's', config: {}, createdAt: '' });
    await restore(blob, { kinds: ['documents', 'tools'], clear: true });
    expect(await there.getAllKeys('documents')).toEqual(['doc-0', 'doc-1', 'doc-2']);
    expect((await there.getAll('tools')).map(({ name }) => name).sort()).toEqual(['bundled', 'one', 'two']);
    expect(await there.count('feeds')).toBe(1);
  });

  it('is removed here only: sync forgets it, and stays set up', async () => {
    const blob = await backupOf(here);
    const kept = ['sync.config', 'sync.journal.000000000000', 'sync.pending.000000000001', 'sync.state'];
    for (const key of kept) await there.put('settings', { key, value: {} });
    const keysOfSync = async () =>
      (await there.getAllKeys('settings')).filter((key) => key.startsWith('sync.'));
    expect((await restore(blob, { kinds: ['documents'], existing: 'replace' })).notes).toEqual([]);
    expect(await keysOfSync()).toEqual(kept);
    const { notes } = await restore(blob, { kinds: ['documents'], clear: true });
    expect(notes).toContainEqual({ code: 'sync_stopped' });
    expect(await keysOfSync()).toEqual(['sync.config']);
  });

  it('gets a new revision when a document has the same revision and another text', async () => {
    await putDocument(there, document('doc-0', { hash: 'another text' }));
    await restore(await backupOf(here), { existing: 'replace' });
    expect((await there.get('documents', 'doc-0'))?.added_at).toBe('2026-05-01T10:00:00.001Z');
  });

  it('may be a document that was removed here, which is restored', async () => {
    await there.put('tombstones', { key: 'doc-0@2026-05-01T10:00:00.000Z' });
    await restore(await backupOf(here));
    expect(await there.count('tombstones')).toBe(0);
  });

  it('may be a tool at a taken address, which uses the bundle and the folder here', async () => {
    const bundle = { ...(await here.get('bundles', 'bundle-2'))!, id: 'bundle-here' };
    await there.put('bundles', bundle);
    await there.put('tools', tool('here', { slug: 'two', bundle: 'bundle-here', folder: 'folder-here' }));
    await here.put('files', {
      folder: 'folder-two',
      path: 'x',
      bytes: new Uint8Array([1]),
      size: 1,
      modified: '',
    });
    const own = { passphrase: PASSPHRASE, trust: true };
    await restore(await backupOf(here, own), { existing: 'replace', ...own });
    expect(await there.get('tools', 'two')).toMatchObject({ bundle: 'bundle-here', folder: 'folder-here' });
    expect(await there.get('tools', 'here')).toBeUndefined();
    expect(await there.get('files', ['folder-here', 'x'])).toBeDefined();
  });

  it('raises the revision of the tools, so that no tab overwrites them', async () => {
    await there.put('settings', { key: 'tools.revision', value: 7 });
    await restore(await backupOf(here));
    expect((await there.get('settings', 'tools.revision'))?.value).toBe(8);
  });
});
