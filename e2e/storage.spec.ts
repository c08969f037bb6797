// Storage: usage by kind, a backup and its restore after “delete everything”, and a full disk.
import { readFileSync } from 'node:fs';
import { expect, openApp, test } from './support/test.ts';

test('everything is saved to one file and restored after deleting everything; a full disk is reported', async ({
  page: app,
  browserName,
  baseURL,
}) => {
  // Only the protocol of Chromium sets the limit of storage.
  const isLimited = browserName === 'chromium';
  if (isLimited) {
    // Before anything is stored: the browser checks the limit rarely, and caches its result for half a minute.
    const session = await app.context().newCDPSession(app);
    const origin = new URL(baseURL ?? '').origin;
    await session.send('Storage.overrideQuotaForOrigin', { origin, quotaSize: 2_000_000 });
  }
  await openApp(app);
  await app.evaluate(async () => {
    // The system's file picker cannot be operated here, so the file is downloaded.
    Object.defineProperty(window, 'showSaveFilePicker', { value: undefined });
    await window.perilune.knowledge.add([
      { title: 'Lighthouse', body: 'The lamp of Skerryvore turns every ten seconds.', source: 'coast' },
    ]);
  });
  await app.evaluate(() => (location.hash = '#/settings?at=storage'));
  const kinds = app.getByRole('list', { name: 'Storage by kind' });
  await expect(kinds.getByRole('listitem').filter({ hasText: /^\s*Documents/ })).toContainText(
    /[1-9]\d* documents.*KB/,
  );

  await app.getByLabel('Passphrase for encryption').fill('correct horse battery');
  await app.getByLabel('Passphrase again').fill('correct horse batery');
  await app.getByRole('button', { name: 'Create backup' }).click();
  await expect(app.getByText('The passphrases don’t match.')).toBeVisible();
  const download = app.waitForEvent('download');
  await app.getByLabel('Passphrase again').fill('correct horse battery');
  await app.getByRole('button', { name: 'Create backup' }).click();
  const file = readFileSync(await (await download).path());
  expect(file.includes('Skerryvore')).toBe(false);

  await app.getByLabel(/^Type/).fill('delete everything');
  await Promise.all([
    app.waitForEvent('load'),
    app.getByRole('button', { name: 'Delete everything' }).click(),
  ]);
  await app.evaluate(() => window.perilune.ready);
  const found = () =>
    app.evaluate(
      async () =>
        (await window.perilune.knowledge.search('Skerryvore', { mode: 'keyword' })).results[0]?.title,
    );
  expect(await found()).toBeUndefined();

  await app.evaluate(() => (location.hash = '#/settings/storage'));
  const backup = { name: 'mine.backup', mimeType: 'application/octet-stream', buffer: file };
  await app.getByLabel('Backup file').setInputFiles(backup);
  await app.getByLabel('Passphrase of the backup').fill('correct horse battery');
  await app.getByRole('button', { name: 'Open' }).click();
  await expect(app.getByText(/^Created on .*, encrypted\.$/)).toBeVisible();
  await app.getByRole('button', { name: 'Restore', exact: true }).click();
  await expect(app.getByText(/items? restored/)).toBeVisible();
  await expect(app.getByLabel('Passphrase of the backup')).toHaveCount(0);
  // The same file can be chosen again.
  await app.getByLabel('Backup file').setInputFiles(backup);
  await app.getByLabel('Passphrase of the backup').fill('correct horse battery');
  await app.getByRole('button', { name: 'Open' }).click();
  await app.getByRole('button', { name: 'Restore', exact: true }).click();
  await expect(app.getByText('Nothing was restored: all of it is already here.')).toBeVisible();
  await expect.poll(found).toBe('Lighthouse');

  if (!isLimited) return;
  const refusal = await app.evaluate(async () => {
    const noise = Array.from({ length: 120_000 }, () => Math.random().toString(36)).join(' ');
    const added = window.perilune.knowledge.add([{ title: 'Noise', body: noise }]);
    return added.then(
      () => 'added',
      (error: unknown) => (error as Error).message,
    );
  });
  expect(refusal).toMatch(/no storage left/);
});
