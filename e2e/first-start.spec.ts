// The first minute: a newcomer opens the page and asks.
import { gzipSync } from 'node:zlib';
import { expect, openApp, test } from './support/test.ts';

test.use({ serviceWorkers: 'allow' });

test('the first question is answered from the guide, with marks, citations and a link', async ({ app }) => {
  await expect(app.getByRole('textbox', { name: /ask/i })).toBeFocused();
  await app.keyboard.type('How do I add my own documents?');
  await app.keyboard.press('Enter');
  const answer = app.getByRole('article', { name: /answer/i }).last();
  await expect(answer).toContainText('Adding documents');
  await expect(answer.locator('mark').first()).toBeVisible();
  await expect(app.getByText('search mode · no model').first()).toBeVisible();
  await answer
    .getByRole('link', { name: /Adding documents/ })
    .first()
    .click();
  await expect(app).toHaveURL(/#\/library\//);
  await expect(app.getByRole('heading', { name: 'Adding documents' }).first()).toBeVisible();
});

test('a question for a local tool is answered by it immediately', async ({ app }) => {
  await app.getByRole('textbox', { name: /ask/i }).fill('What is 12 * (3 + 4)?');
  await app.keyboard.press('Enter');
  const answer = app.getByRole('article', { name: /answer/i }).last();
  await expect(answer).toContainText('12 * (3 + 4) = 84');
  await expect(answer.getByRole('button', { name: /calculator/ })).toHaveAttribute('aria-expanded', 'false');
});

test('the chat is still there after a reload', async ({ app }) => {
  await app.getByRole('textbox', { name: /ask/i }).fill('What leaves my device?');
  await app.keyboard.press('Enter');
  await expect(app.getByRole('article', { name: /answer/i }).last()).toContainText(
    /leaves (?:the|your) device/i,
  );
  await expect(app).toHaveURL(/#\/chat\/.+/);
  await app.reload();
  await expect(app.getByRole('article', { name: /answer/i }).last()).toContainText(
    /leaves (?:the|your) device/i,
  );
});

test('the first screen needs at most 60 KB of gzipped JavaScript, and no wasm', async ({ page }) => {
  const scripts = new Map<string, Promise<number>>();
  const other: string[] = [];
  let counted = false;
  page.on('response', (response) => {
    // Files loaded after the first screen do not count.
    if (counted) return;
    const url = response.url();
    if (/\.wasm(\?|$)/.test(url)) other.push(url);
    const fromPage = response.request().serviceWorker() === null;
    if (fromPage && /\.js(\?|$)/.test(url) && !/worker/.test(url)) {
      scripts.set(
        url,
        response.body().then((body) => gzipSync(body, { level: 9 }).length),
      );
    }
  });
  await openApp(page);
  await expect(page.getByRole('textbox', { name: /ask/i })).toBeVisible();
  counted = true;
  const total = (await Promise.all(scripts.values())).reduce((sum, bytes) => sum + bytes, 0);
  console.log(`      app shell: ${(total / 1000).toFixed(1)} KB gzipped in ${scripts.size} scripts`);
  expect(scripts.size).toBeGreaterThan(0);
  expect(total).toBeLessThanOrEqual(60_000);
  expect(other).toEqual([]);
});
