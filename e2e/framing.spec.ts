// Nobody can frame the app: neither a stranger nor a same-site page on another port.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright/test';
import { startStaticSite } from './support/static-site.ts';
import { expect, test } from './support/test.ts';

/** A same-site page on another port, with the app under its own button. */
async function startFramer(app: string): Promise<{ url: string; stop(): void }> {
  const server = createServer((_, response) => {
    response.setHeader('content-type', 'text/html');
    response.end(
      `<iframe src="${app}" style="width:1200px;height:700px;opacity:.01"></iframe><button>Win</button>`,
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `http://localhost:${port}`, stop: () => server.close() };
}

/** A host without our headers, whose index.html allows these origins. */
async function hostedPlainly(page: Page, app: string, allowed = ''): Promise<void> {
  await page.route(app, async (route) => {
    const response = await route.fetch();
    const { ['content-security-policy']: _, ...headers } = response.headers();
    const body = (await response.text()).replace(
      '<meta name="perilune-frame-ancestors" content="',
      `$&${allowed}`,
    );
    await route.fulfill({ response, headers, body });
  });
}

test('the server forbids framing', async ({ page, baseURL }) => {
  const framer = await startFramer(baseURL!);
  try {
    const response = await page.request.get(baseURL!);
    expect(response.headers()['content-security-policy']).toBe("frame-ancestors 'none'");
    await page.goto(framer.url);
    await expect(page.frameLocator('iframe').getByRole('button')).toHaveCount(0);
    await expect(page.frameLocator('iframe').locator('#app')).toHaveCount(0);
  } finally {
    framer.stop();
  }
});

test('without headers, the app does not start in a frame: there is nothing to click', async ({
  page,
  baseURL,
}) => {
  const framer = await startFramer(`${baseURL}#/tools?install=x`);
  try {
    await hostedPlainly(page, baseURL!);
    await page.goto(framer.url);
    const frame = page.frameLocator('iframe');
    await expect(frame.getByText('Perilune doesn’t run inside another page')).toBeVisible();
    await expect(frame.getByRole('button')).toHaveCount(0);
    const link = frame.getByRole('link', { name: 'Open Perilune in its own tab' });
    await expect(link).toHaveAttribute('target', '_blank');
    await expect(link).toHaveAttribute('rel', 'noopener');
    const inner = page.frames().find((each) => each.url().startsWith(baseURL!))!;
    expect(await inner.evaluate(() => 'perilune' in window)).toBe(false);
    expect(await inner.evaluate(() => indexedDB.databases())).toEqual([]);
  } finally {
    framer.stop();
  }
});

test("a page named by the app's host may frame it", async ({ page, baseURL }) => {
  const framer = await startFramer(baseURL!);
  try {
    await hostedPlainly(page, baseURL!, framer.url);
    await page.goto(framer.url);
    await expect(page.frameLocator('iframe').getByRole('textbox', { name: /ask/i })).toBeVisible();
  } finally {
    framer.stop();
  }
});

test.describe('the service worker', () => {
  test.use({ serviceWorkers: 'allow' });

  test('forbids it too, which covers a host without headers from the second visit on', async ({ page }) => {
    const site = await startStaticSite();
    try {
      const first = await page.goto(site.url);
      expect(first!.headers()).not.toHaveProperty('content-security-policy');
      await page.evaluate(() => navigator.serviceWorker.ready);
      const again = await page.goto(`${site.url}?again`);
      expect(again!.headers()['content-security-policy']).toContain("frame-ancestors 'none'");
    } finally {
      await site.stop();
    }
  });
});
