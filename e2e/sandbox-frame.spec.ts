// The frame proves its isolation, or no tool runs: each way its file can be wrong, and correct again.
import type { Page } from 'playwright/test';
import { startStaticSite, type StaticSite } from './support/static-site.ts';
import { expect, openApp, test } from './support/test.ts';

test.use({ serviceWorkers: 'allow' });

let site: StaticSite;
test.beforeEach(async () => void (site = await startStaticSite()));
test.afterEach(() => site.stop());

const WRONG: Record<string, { change: (page: string) => string; says: RegExp }> = {
  'without its policy': {
    change: (page) => page.replace(/<meta\s+http-equiv[\s\S]*?\/>/, ''),
    says: /has lost its policy/,
  },
  'with a policy that allows connections': {
    change: (page) => page.replace('worker-src blob:', "worker-src blob:; connect-src 'self'"),
    says: /has lost its policy/,
  },
  'with a policy that allows any script': {
    change: (page) => page.replace("'unsafe-eval'", "'unsafe-eval' 'unsafe-hashes' https:"),
    says: /has lost its policy/,
  },
  'that is an error page': {
    change: () => '<!doctype html><title>Not here</title><h1>404</h1>',
    says: /did not answer/,
  },
  'with a script that was altered': {
    change: (page) => page.replace("self.origin !== 'null'", "self.origin === 'x'"),
    says: /did not answer/,
  },
  'that greets with something else': {
    change: () => '<script>parent.postMessage({ sandbox: "hello" }, "*")</script>',
    says: /answers with something else/,
  },
};

async function expectRefused(page: Page, says: RegExp, name?: string): Promise<void> {
  const { error } = await page.evaluate(() =>
    window.perilune.tools.call('calculator', { expression: '20 + 3' }),
  );
  expect(error?.code, name).toBe('unavailable');
  expect(error?.message, name).toMatch(says);
  expect(error?.message, name).toMatch(/^the tool sandbox cannot start: .{20,}/);
}

async function expectRuns(page: Page): Promise<void> {
  const { error } = await page.evaluate(() =>
    window.perilune.tools.call('calculator', { expression: '1 + 1' }),
  );
  expect(error).toBeUndefined();
}

async function reload(page: Page): Promise<void> {
  await page.reload();
  await page.evaluate(() => window.perilune.ready);
}

test.describe('without a service worker', () => {
  test.use({ serviceWorkers: 'block' });

  test('a frame that is wrong in any way runs no tool, and a correct one does again (A18, J93)', async ({
    page,
  }) => {
    await openApp(page, site.url);
    for (const [name, { change, says }] of Object.entries(WRONG)) {
      site.change('sandbox.html', change);
      await reload(page);
      await expectRefused(page, says, name);
    }
    site.change('sandbox.html', (page) => page);
    await reload(page);
    await expectRuns(page);
  });
});

test('a frame cached by the service worker is tested like any other (A18, J93)', async ({ page }) => {
  const { change, says } = WRONG['without its policy']!;
  site.change('sandbox.html', change);
  await openApp(page, site.url);
  await expectRefused(page, says);
  site.change('sandbox.html', (page) => page);
  // The wrong file is in the service worker's cache of that version.
  await page.evaluate(async () => {
    for (const one of await navigator.serviceWorker.getRegistrations()) await one.unregister();
    for (const key of await caches.keys()) await caches.delete(key);
  });
  await reload(page);
  await expectRuns(page);
});

test("a frame with the app's origin runs no tool (A18, J93)", async ({ page }) => {
  // As in a browser without sandbox support, or with an altered page.
  await page.addInitScript(() => {
    const set = Element.prototype.setAttribute;
    Element.prototype.setAttribute = function (name: string, value: string) {
      if (name !== 'sandbox') set.call(this, name, value);
    };
    Object.defineProperty(navigator, 'serviceWorker', { value: undefined });
  });
  await openApp(page, site.url);
  const { error } = await page.evaluate(() => window.perilune.tools.call('calculator', { expression: '1' }));
  expect(error?.code).toBe('unavailable');
  expect(error?.message).toContain(`has the origin ${new URL(site.url).origin} instead of an opaque one`);
});

test('a frame that greets twice counts once (J94)', async ({ page }) => {
  site.change('sandbox.html', (page) =>
    page.replace('<head>', '<head><script>parent.postMessage({ sandbox: "ready" }, "*")</script>'),
  );
  await openApp(page, site.url);
  await expectRuns(page);
});
