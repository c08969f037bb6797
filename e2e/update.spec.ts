// A new version is offered, never forced; and the app works in a folder of a plain static host.
import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { startStaticSite } from './support/static-site.ts';
import { expect, openApp, test } from './support/test.ts';

test.use({ serviceWorkers: 'allow' });

test('a deployed version waits until the user accepts it', async ({ page }) => {
  const site = await startStaticSite();
  await openApp(page, site.url);
  await page.evaluate(() => navigator.serviceWorker.ready);
  site.deployNewVersion();
  await page.reload();
  await page.getByRole('textbox', { name: /ask/i }).fill('half a question');
  await expect(page.getByText('A new version of Perilune is ready.')).toBeVisible();
  await page.waitForTimeout(500);
  await expect(page.getByRole('textbox', { name: /ask/i })).toHaveValue('half a question');
  const reloaded = page.waitForEvent('load');
  await page.getByRole('button', { name: 'Reload' }).click();
  await reloaded;
  await page.evaluate(() => window.perilune.ready);
  expect(
    await page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.waiting),
  ).toBeNull();
  await site.stop();
});

test('a plain static host without any header is enough, also for tools', async ({ page }) => {
  const site = await startStaticSite();
  await openApp(page, site.url);
  const sum = await page.evaluate(() => window.perilune.tools.call('calculator', { expression: '1 + 1' }));
  expect(sum.error).toBeUndefined();
  // Stock nginx serves them with a binary type, which no browser runs.
  const files = readdirSync(fileURLToPath(new URL('../dist', import.meta.url)), { recursive: true });
  expect(files.filter((name) => String(name).endsWith('.mjs'))).toEqual([]);
  await site.stop();
});
