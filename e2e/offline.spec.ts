// After one visit the app works offline: page, library, search and tools.
import { expect, testOnOnePage as test } from './support/test.ts';

// A request while offline fails, which the browser reports.
test.use({ serviceWorkers: 'allow', expectedErrors: /Failed to load resource/ });

test('offline, a reload opens the app, search works, and a Lua tool runs', async ({ app: page }) => {
  const context = page.context();
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await context.setOffline(true);
  await page.reload();
  await page.evaluate(() => window.perilune.ready);
  const seen = await page.evaluate(async () => ({
    // An address that no browser caches. In some, `navigator.onLine` stays true while a test is offline.
    reached: await fetch(`./no-such-file-${Date.now()}`).then(
      () => true,
      () => false,
    ),
    found: (await window.perilune.knowledge.search('keyboard')).results.length,
    sum: await window.perilune.tools.call('calculator', { expression: '6 * 7' }),
  }));
  expect(seen.reached).toBe(false);
  expect(seen.found).toBeGreaterThan(0);
  expect(JSON.stringify(seen.sum)).toContain('42');
  for (const screen of ['library', 'studio', 'settings']) {
    await page.goto(`./#/${screen}`);
    await expect(page.locator('.screen h1, h1').first()).toBeVisible();
  }
  await context.setOffline(false);
});

test('the app can be installed: manifest without errors, icons that load', async ({
  app: page,
  browserName,
}) => {
  test.skip(
    browserName !== 'chromium',
    'only Chromium’s DevTools protocol tells what keeps an app from being installed',
  );
  const session = await page.context().newCDPSession(page);
  const { errors, data } = await session.send('Page.getAppManifest');
  expect(errors).toEqual([]);
  const manifest = JSON.parse(data ?? '{}') as { icons: { src: string; sizes: string }[] };
  expect(manifest.icons.map(({ sizes }) => sizes)).toEqual(expect.arrayContaining(['192x192', '512x512']));
  const statuses = await page.evaluate(
    (icons) => Promise.all(icons.map(async ({ src }) => (await fetch(src)).status)),
    manifest.icons,
  );
  expect(statuses.every((status) => status === 200)).toBe(true);
  await page.evaluate(() => navigator.serviceWorker.ready);
  const { installabilityErrors } = await session.send('Page.getInstallabilityErrors');
  // A test profile is always incognito; that is the browser's reason, not the app's.
  expect(installabilityErrors.map(({ errorId }) => errorId).filter((id) => id !== 'in-incognito')).toEqual(
    [],
  );
});
