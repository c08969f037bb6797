// Settings: sections with their own addresses, and a search for a single setting.
import { expect, openApp, test } from './support/test.ts';

const nav = 'navigation';

test('each section has an address, and each setting found by the search is in the linked section', async ({
  app,
}) => {
  await openApp(app);
  await app.goto('./#/settings');
  const list = app.getByRole(nav, { name: 'Settings' });
  await expect(list.getByRole('link', { name: 'Models on this device' })).toBeVisible();
  const names = await list.getByRole('link').allTextContents();
  expect(names.length).toBeGreaterThan(10);
  await expect(list.getByRole('link', { name: names[0]! })).toHaveAttribute('aria-current', 'page');
  const tall = await app.locator('.screen').evaluate(({ scrollHeight }) => scrollHeight);
  expect(tall).toBeLessThan(2_500);

  for (const name of names) {
    await list.getByRole('link', { name, exact: true }).click();
    await expect(app.getByRole('heading', { level: 2, name, exact: true })).toBeVisible();
    await expect(list.getByRole('link', { name, exact: true })).toHaveAttribute('aria-current', 'page');
    expect(new URL(app.url()).hash).toMatch(/^#\/settings\/[a-z-]+$/);
  }

  const search = list.getByRole('searchbox', { name: 'Search settings' });
  await search.fill('restore');
  await list.getByRole('link', { name: 'Restore a backup' }).click();
  await expect(app.getByRole('heading', { name: 'Restore a backup' })).toBeVisible();
  await search.fill('zzz');
  await expect(list.getByRole('status')).toHaveText('No settings contain these words.');
  await expect(list.getByRole('link')).toHaveCount(0);

  await app.goto('./#/settings?at=storage');
  await expect(app.getByRole('heading', { level: 2, name: 'Storage' })).toBeVisible();
});

test('a phone shows the list or a section, with a way back', async ({ app }) => {
  await app.setViewportSize({ width: 390, height: 844 });
  await openApp(app);
  await app.goto('./#/settings');
  const list = app.getByRole(nav, { name: 'Settings' });
  await list.getByRole('link', { name: 'Secrets' }).click();
  await expect(app.getByRole('heading', { level: 2, name: 'Secrets' })).toBeVisible();
  await expect(list).toBeHidden();
  await app.getByRole('link', { name: 'All settings' }).click();
  await expect(list).toBeVisible();
  await expect(app.getByRole('heading', { level: 2, name: 'Secrets' })).toBeHidden();
});

test('About links to the licences of everything in the app', async ({ app }) => {
  await app.goto('./#/settings/about');
  const link = app.getByRole('link', { name: 'Third-party licenses' });
  const response = await app.request.get(await link.evaluate((node: HTMLAnchorElement) => node.href));
  expect(response.status()).toBe(200);
  for (const name of ['wasmoon', 'svelte', '@sqlite.org/sqlite-wasm'])
    expect(await response.text()).toContain(name);
});
