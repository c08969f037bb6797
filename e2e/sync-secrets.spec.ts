// Secrets and permissions in sync: off by default, and a warning before older values replace newer ones.
import type { Page } from 'playwright/test';
import { hasApache, startApache } from '../src/features/sync/stores/apache.test-support.ts';
import { connectWebDav, device, syncNow, TOOL } from './support/sync-devices.ts';
import { expect, test } from './support/test.ts';

test.skip(!hasApache, 'needs apache2');

const SECOND = 'a third walk beneath the moon 9';
const THIRD = 'a fourth walk beneath the moon 8';

const toolOf = async (page: Page) => {
  const { tool } = (await page.evaluate(() => window.perilune.tools.get('greet'))) as {
    tool: { hosts: string[]; policy: string };
  };
  return { hosts: tool.hosts, policy: tool.policy };
};
const hostsOf = async (page: Page) => (await page.evaluate(() => window.perilune.secrets.list()))[0]?.hosts;
const setSecret = (page: Page, ...hosts: string[]) =>
  page.evaluate((given) => window.perilune.secrets.set('TIDES', 'moon-4711', { hosts: given }), hosts);

test('permissions travel with the secrets, if a person says so, and a newer passphrase is not overruled unseen', async ({
  browser,
  baseURL,
}) => {
  test.setTimeout(180_000);
  const apache = await startApache({ origin: new URL(baseURL!).origin });
  try {
    const a = await device(browser, baseURL);
    await a.evaluate(
      (source) => window.perilune.tools.install(source, { hosts: ['api.example'] }),
      TOOL('hello'),
    );
    await setSecret(a, 'one.example');
    await connectWebDav(a, apache, { name: 'Laptop' });
    await expect(a.getByText(/^Last synced/)).toBeVisible({ timeout: 60_000 });
    // There is nothing to seal them with yet.
    await expect(a.getByRole('switch', { name: 'Permissions of tools' })).toHaveCount(0);
    await expect(a.getByText(/Permissions of tools, runs and embeddings stay on each device/)).toBeVisible();
    await a.getByRole('button', { name: 'Sync secrets' }).click();
    const setting = a.getByRole('form', { name: 'Set a passphrase for your secrets' });
    await setting.getByLabel('Passphrase of the secrets').fill(SECOND);
    await setting.getByRole('button', { name: 'Sync secrets' }).click();
    await a.getByRole('switch', { name: 'Permissions of tools' }).click();
    await expect(a.getByText('Runs and embeddings stay on each device.')).toBeVisible();
    await syncNow(a);

    const b = await device(browser, baseURL);
    await connectWebDav(b, apache, { name: 'Phone' });
    await expect(b.getByText(/^Last synced/)).toBeVisible({ timeout: 60_000 });
    await b.getByRole('button', { name: 'Sync secrets' }).click();
    const opening = b.getByRole('form', { name: 'Enter the passphrase of your secrets' });
    await opening.getByLabel('Passphrase of the secrets').fill(SECOND);
    await opening.getByRole('button', { name: 'Sync secrets' }).click();
    await expect.poll(() => hostsOf(b)).toEqual(['one.example']);
    // Each device decides for itself.
    expect(await toolOf(b)).toEqual({ hosts: [], policy: 'ask' });
    await b.getByRole('switch', { name: 'Permissions of tools' }).click();
    await syncNow(b);
    await expect.poll(() => toolOf(b)).toMatchObject({ hosts: ['api.example'] });

    // The laptop sets a new passphrase and changes a value. The phone does not know.
    await a.getByRole('button', { name: 'Set a new passphrase' }).click();
    await expect(setting.getByRole('note')).toHaveCount(0);
    await setting.getByLabel('Passphrase of the secrets').fill(THIRD);
    await setting.getByRole('button', { name: 'Sync secrets' }).click();
    await expect(setting).toHaveCount(0);
    await setSecret(a, 'two.example');
    await syncNow(a);
    await b.getByRole('button', { name: 'Set a new passphrase' }).click();
    const own = b.getByRole('form', { name: 'Set a passphrase for your secrets' });
    await expect(own.getByRole('note')).toContainText('the values on this device win');
    await expect(own.getByRole('button', { name: 'Replace with values of this device' })).toBeVisible();
    await own.getByRole('button', { name: 'Enter passphrase instead' }).click();
    await opening.getByLabel('Passphrase of the secrets').fill(THIRD);
    await opening.getByRole('button', { name: 'Sync secrets' }).click();
    await expect(opening).toHaveCount(0);
    await syncNow(b);
    await expect.poll(() => hostsOf(b)).toEqual(['two.example']);

    // The form is open while the other device sets a passphrase.
    await b.getByRole('button', { name: 'Set a new passphrase' }).click();
    await own.getByLabel('Passphrase of the secrets').fill(SECOND);
    await expect(own.getByRole('note')).toHaveCount(0);
    await a.getByRole('button', { name: 'Set a new passphrase' }).click();
    await setting.getByLabel('Passphrase of the secrets').fill(`${THIRD} again`);
    await setting.getByRole('button', { name: 'Sync secrets' }).click();
    await expect(setting).toHaveCount(0);
    await syncNow(a);
    await own.getByRole('button', { name: 'Sync secrets' }).click();
    await expect(own.getByRole('note')).toContainText('the values on this device win');

    await a.getByRole('button', { name: 'Stop syncing secrets' }).click();
    await expect(a.getByText(/Permissions of tools, runs and embeddings stay on each device/)).toBeVisible();
  } finally {
    await apache.stop();
  }
});
