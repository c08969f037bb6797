// What is in a backup and here as well: it stays, is replaced, or goes first, as the person chose.
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

describe('what is here and in the file', () => {
  it('stays by default, and is replaced when asked; what is only here stays either way', async () => {
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

  it('goes first when asked, of the chosen kinds only, and the program’s own tools never', async () => {
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

  it('a document of the same revision with another text gets a revision of its own', async () => {
    await putDocument(there, document('doc-0', { hash: 'another text' }));
    await restore(await backupOf(here), { existing: 'replace' });
    expect((await there.get('documents', 'doc-0'))?.added_at).toBe('2026-05-01T10:00:00.001Z');
  });

  it('a document that was removed here comes back out of its grave', async () => {
    await there.put('tombstones', { key: 'doc-0@2026-05-01T10:00:00.000Z' });
    await restore(await backupOf(here));
    expect(await there.count('tombstones')).toBe(0);
  });

  it('a tool at a taken address goes by the bundle and the folder that are here', async () => {
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

  it('raises the revision of the tools, so that no tab writes over them unseen', async () => {
    await there.put('settings', { key: 'tools.revision', value: 7 });
    await restore(await backupOf(here));
    expect((await there.get('settings', 'tools.revision'))?.value).toBe(8);
  });
});
