// The test function of all journeys: a fresh browser profile, the app open and ready, and no unnoticed error.
import { test as base, expect, type Page } from 'playwright/test';

/**
 * Firefox's messages about connections refused by the page's policy, the server or the network; it reports them as
 * errors.
 */
const REFUSED_IN_FIREFOX =
  /^uncaught: (The page’s settings blocked|The Same Origin Policy disallows reading|Firefox can’t establish a connection)/;

interface Fixtures {
  /** Console errors this journey provokes on purpose; any other fails it. */
  expectedErrors: RegExp | undefined;
  /** Turns on the browser's data saving, so that the embedding model is not loaded, except in its own journey. */
  savesData: boolean;
  /** The app, opened and ready. */
  app: Page;
}

export const test = base.extend<Fixtures>({
  // eslint-disable-next-line no-empty-pattern -- the runner insists on a destructured first argument
  expectedErrors: async ({}, use) => use(undefined),
  savesData: [true, { option: true }],
  page: async ({ page, savesData }, use) => {
    if (savesData) await page.context().addInitScript(saveData);
    await use(page);
  },
  app: async ({ page, expectedErrors, baseURL }, use) => {
    const problems = await watch(page, baseURL);
    await openApp(page);
    await use(page);
    expectNone(problems, expectedErrors);
  },
});

/** For contexts a journey creates itself: the effect of `savesData`. */
export function saveData(): void {
  Object.defineProperty(navigator, 'connection', { value: { saveData: true }, configurable: true });
}

/** Prefix for reports of policy violations: browsers differ in whether and how these reach the console. */
const VIOLATION = 'content security policy:';

/** Runs in the page before its own scripts. Frames have their own policies, which block tools' requests by design. */
function tellViolations(prefix: string): void {
  if (self !== top) return;
  addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI, sample, sourceFile }) =>
    console.error(`${prefix} ${effectiveDirective} ${blockedURI} ${sample} (${sourceFile})`),
  );
}

/** Collects console errors, uncaught errors, policy violations and requests to other hosts. */
async function watch(page: Page, baseURL: string | undefined): Promise<string[]> {
  const problems: string[] = [];
  await page.addInitScript(tellViolations, VIOLATION);
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
  return problems;
}

function expectNone(problems: string[], expectedErrors: RegExp | undefined): void {
  const isExpected = (problem: string): boolean =>
    expectedErrors !== undefined && (expectedErrors.test(problem) || REFUSED_IN_FIREFOX.test(problem));
  expect(problems.filter((problem) => !isExpected(problem))).toEqual([]);
}

let lasting: { name: string; page: Page; problems: string[] } | undefined;

/**
 * The same with one page for all journeys of a file, which must be independent. Opening the app takes longer than
 * most of them. After a failure, and for other options, the page is new.
 */
export const testOnOnePage = test.extend({
  app: async ({ browser, baseURL, expectedErrors, serviceWorkers, savesData }, use, { file }) => {
    const name = `${file} ${serviceWorkers} ${savesData}`;
    if (lasting?.name !== name) {
      await lasting?.page.context().close();
      const context = await browser.newContext({ baseURL, serviceWorkers });
      if (savesData) await context.addInitScript(saveData);
      const page = await context.newPage();
      lasting = { name, page, problems: await watch(page, baseURL) };
      await openApp(page);
    }
    lasting.problems.length = 0;
    await use(lasting.page);
    expectNone(lasting.problems, expectedErrors);
  },
});

export { expect } from 'playwright/test';

/**
 * Opens the app like `open` does, and skips the seconds that it waits before its later work: servers, feeds,
 * automations, offers to the browser.
 */
export async function withoutStartDelay(page: Page, open: () => Promise<unknown>): Promise<void> {
  await page.clock.install();
  await open();
  await page.evaluate(() => window.perilune.ready);
  // Until the wait has begun. If that takes longer, the seconds pass by themselves.
  await page.waitForTimeout(500);
  await page.clock.fastForward('00:06');
}

/** Opens an address of the app and waits until the library is searchable. */
export async function openApp(page: Page, address = './'): Promise<void> {
  await page.goto(address);
  await page.evaluate(() => window.perilune.ready);
}
