// The test function of all journeys: a fresh browser profile, the app open and ready, and nothing unseen gone wrong.
import { test as base, expect, type Page } from 'playwright/test';

/** Words in console errors that a journey provokes on purpose; anything else fails the test. */
type Expected = RegExp[];

interface Fixtures {
  /** Console errors this journey provokes on purpose. */
  expectedErrors: Expected;
  /** The app, opened and ready. */
  app: Page;
}

export const test = base.extend<Fixtures>({
  // eslint-disable-next-line no-empty-pattern -- the runner insists on a destructured first argument
  expectedErrors: async ({}, use) => use([]),
  app: async ({ page, expectedErrors, baseURL }, use) => {
    const problems: string[] = [];
    page.on('pageerror', (error) => problems.push(`uncaught: ${error.message}`));
    page.on('console', (message) => {
      if (message.type() === 'error') problems.push(message.text());
    });
    page.on('request', (request) => {
      const url = new URL(request.url());
      const local =
        ['localhost', '127.0.0.1'].includes(url.hostname) || ['blob:', 'data:'].includes(url.protocol);
      if (!local) problems.push(`request to a foreign host: ${request.url()} (from ${baseURL})`);
    });
    await openApp(page);
    await use(page);
    expect(problems.filter((problem) => !expectedErrors.some((known) => known.test(problem)))).toEqual([]);
  },
});

export { expect } from 'playwright/test';

/** Opens an address of the app and waits until the library is searchable. */
export async function openApp(page: Page, address = './'): Promise<void> {
  await page.goto(address);
  await page.evaluate(() => window.perilune.ready);
}
