// A real manual in one drop: 500 HTML pages, while the page stays responsive.
import { basename } from 'node:path';
import { manualPages } from './support/files.ts';
import { slowness } from './support/machine.ts';
import { expect, test } from './support/test.ts';

const PAGES = 500;
const pages = manualPages(PAGES);

test('500 HTML pages load in under 30 s, the page responds to clicks meanwhile, and all survive a reload', async ({
  app,
}) => {
  test.skip(!pages, "needs Debian's sqlite3-doc (apt-get install sqlite3-doc)");
  test.setTimeout(240_000);
  await app.evaluate(() => {
    const gaps = { longest: 0, last: performance.now() };
    Object.assign(window, { gaps });
    const tick = (): void => {
      const now = performance.now();
      gaps.longest = Math.max(gaps.longest, now - gaps.last);
      gaps.last = now;
      setTimeout(tick, 5);
    };
    tick();
  });
  await app.goto('./#/library');
  const input = app.locator('input[type=file]:not([webkitdirectory])').first();
  await app.evaluate(() => Object.assign(window, { started: performance.now() }));
  await input.setInputFiles(pages ?? []);
  // The page responds during the import.
  await app.getByRole('link', { name: 'Chat' }).first().click();
  await expect(app.getByRole('textbox', { name: /ask/i })).toBeVisible();
  await app.getByRole('link', { name: 'Library' }).first().click();
  await app.waitForFunction(
    async (least) =>
      (await window.perilune.knowledge.sources()).reduce((sum, s) => sum + s.documents, 0) >= least,
    PAGES * 0.9,
    { timeout: 100_000, polling: 250 },
  );
  await expect(app.getByText(/documents added/i).first()).toBeVisible({ timeout: 100_000 });
  const { seconds, longest } = await app.evaluate(() => {
    const measured = window as unknown as { started: number; gaps: { longest: number } };
    return { seconds: (performance.now() - measured.started) / 1000, longest: measured.gaps.longest };
  });
  console.log(
    `      ${PAGES} pages in ${seconds.toFixed(1)} s, longest gap on the page ${longest.toFixed(0)} ms`,
  );
  const pace = await slowness(app);
  expect(seconds).toBeLessThan(30 * pace);
  expect(longest).toBeLessThan(500 * pace);

  await app.reload();
  const found = await app.evaluate(async () => {
    await window.perilune.ready;
    return window.perilune.knowledge.search('online backup API of a live database', { limit: 5 });
  });
  expect(found.results.length).toBe(5);
  expect(found.results.some(({ title }) => /backup/i.test(title ?? ''))).toBe(true);
  expect(pages?.map((page) => basename(page)).length).toBe(PAGES);
});
