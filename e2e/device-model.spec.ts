// An on-device language model, a real one with a quarter of a million weights: downloaded with a pause, asked,
// stopped, kept, deleted.
import { existsSync, readFileSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, openApp, test } from './support/test.ts';

const FOLDER =
  process.env['TINY_MODEL'] ??
  fileURLToPath(new URL('../../shared/models/tiny/aidreams260K/', import.meta.url));
const FILES = ['config.json', 'tokenizer.json', 'tokenizer_config.json', 'onnx/model.onnx'];
/** Milliseconds. Compiling the engine takes long on a busy machine. */
const LOADING = 60_000;

// This journey simulates the hub.
test.use({ expectedErrors: /huggingface\.co/ });

test('a model is downloaded, paused, asked and stopped, survives a reload, and is deleted', async ({
  app,
}) => {
  test.skip(!existsSync(FOLDER), 'the small test model is missing: ../shared/models/tiny');
  test.setTimeout(150_000);
  const asked: string[] = [];
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  await app.route('https://huggingface.co/**', async (route) => {
    const { pathname } = new URL(route.request().url());
    asked.push(pathname);
    const headers = { 'access-control-allow-origin': '*' };
    if (pathname.startsWith('/api/')) {
      const siblings = FILES.map((path) => ({ rfilename: path, size: statSync(FOLDER + path).size }));
      return route.fulfill({ headers, json: { sha: 'abc123', siblings } });
    }
    const path = pathname.split('/resolve/abc123/')[1]!;
    if (path.endsWith('.onnx')) await held;
    return route.fulfill({ headers, body: readFileSync(FOLDER + path) }).catch(() => undefined);
  });

  await app.goto('#/settings/device');
  const section = app.locator('section', {
    has: app.getByRole('heading', { name: 'Models on this device' }),
  });
  await expect(section.getByText('Qwen2.5 0.5B')).toBeVisible();
  expect(asked).toEqual([]);
  await section.getByLabel('Another model by its').fill('tiny/aidreams260K');
  await section.locator('form').getByRole('button', { name: 'Download' }).click();
  await section.getByRole('button', { name: 'Pause aidreams260K' }).click();
  await expect(section.getByText(/^Paused:/)).toBeVisible();
  release();
  await section.getByRole('button', { name: 'Resume aidreams260K' }).click();
  await expect(section.getByText('On this device.')).toBeVisible();

  const row = section.locator('li', { hasText: 'tiny/aidreams260K' });
  await row.getByText('Try it').click();
  await row.getByLabel('Question to aidreams260K').fill('Once upon a time');
  // From within the page: such a small model finishes before a test could click the button.
  await row.evaluate((item) => {
    new MutationObserver((_changes, observer) => {
      if (!item.querySelector('.answer')?.textContent?.trim()) return;
      observer.disconnect();
      [...item.querySelectorAll('button')].find(({ textContent }) => textContent?.trim() === 'Stop')?.click();
    }).observe(item, { subtree: true, childList: true, characterData: true });
  });
  await row.getByRole('button', { name: 'Ask' }).click();
  await expect(row.getByText('Stopped.')).toBeVisible({ timeout: LOADING });
  await expect(row.getByText(/In memory. Running on CPU/)).toBeVisible();
  await row.getByRole('button', { name: 'Ask' }).click();
  await expect(row.getByText(/tokens in/)).toBeVisible({ timeout: LOADING });
  await row.getByRole('button', { name: 'Free memory' }).click();
  await expect(row.getByText('On this device.')).toBeVisible();
  await row.getByRole('button', { name: 'Use aidreams260K for chats' }).click();
  await expect(row.getByText('Answers your chats')).toBeVisible();

  asked.length = 0;
  await openApp(app);
  await app.goto('#/settings/device');
  await expect(row.getByText('On this device.')).toBeVisible();
  await row.getByRole('button', { name: 'Delete' }).click();
  await row.getByRole('button', { name: 'Delete aidreams260K' }).click();
  await expect(row).toBeHidden();
  expect(asked).toEqual([]);
  const kept = (): Promise<number> =>
    app.evaluate(async () => (await (await caches.open('perilune-device-models')).keys()).length);
  expect(await kept()).toBe(0);
});
