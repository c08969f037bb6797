// Any static server will do: stock nginx, Apache and Python, in a folder of a site, each with its own MIME types.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type ServerName, startStockServer, whyNoServer } from './support/stock-server.ts';
import { expect, openApp, saveData, test } from './support/test.ts';

test.use({ serviceWorkers: 'allow', savesData: false });

const MODEL = 60_000;

for (const name of ['nginx', 'apache2', 'python3'] as const satisfies ServerName[]) {
  test(`on ${name} tools, semantic search and table queries work, and the app starts offline`, async ({
    page,
  }) => {
    const why = whyNoServer(name);
    test.skip(why !== undefined, why);
    test.setTimeout(150_000);
    const server = await startStockServer(name);
    try {
      await openApp(page, server.url);
      const sum = await page.evaluate(() =>
        window.perilune.tools.call('calculator', { expression: '6 * 7' }),
      );
      expect(sum.result).toMatchObject({ result: 42 });
      await page.evaluate(() => navigator.serviceWorker.ready);

      const asked = await page.evaluate(async () => {
        await window.perilune.knowledge.add([new File(['city,sold\nOslo,3\nRome,4\n'], 'sales.csv')]);
        return window.perilune.tools.call('query_table', {
          document: 'sales.csv',
          sql: 'SELECT sum(sold) AS total FROM data',
        });
      });
      expect(asked.result).toMatchObject({ rows: [{ total: 7 }] });

      const model = `${server.url}models/Xenova/all-MiniLM-L6-v2/onnx/model_quantized.onnx`;
      if ((await page.request.head(model)).ok()) {
        await page.evaluate(async () => {
          const { knowledge } = window.perilune;
          for (const { id } of (await knowledge.search('source:guide', { limit: 100 })).results) {
            await knowledge.remove(id);
          }
          await knowledge.add([
            { title: 'Kettle', body: 'Descale the kettle with vinegar once a month.' },
            { title: 'Bicycle', body: 'Oil the chain of the bicycle after each ride.' },
          ]);
        });
        const phase = () =>
          page.evaluate(async () => (await window.perilune.knowledge.embeddings.status()).phase);
        await expect.poll(phase, { timeout: MODEL }).toBe('ready');
        const meant = await page.evaluate(() =>
          window.perilune.knowledge.search('get rid of limescale', { mode: 'semantic', patience: 20_000 }),
        );
        expect(meant.results[0]?.title).toBe('Kettle');
      }
    } finally {
      await server.stop();
    }
    await page.reload();
    await page.evaluate(() => window.perilune.ready);
    await expect(page.getByRole('textbox', { name: /ask/i })).toBeVisible();
  });
}

test("the guide's nginx recipe keeps the app out of frames, and lets it frame its sandbox", async ({
  page,
}) => {
  const why = whyNoServer('nginx');
  test.skip(why !== undefined, why);
  await page.context().addInitScript(saveData);
  const guide = readFileSync(
    fileURLToPath(new URL('../public/demo-docs/07-privacy.md', import.meta.url)),
    'utf8',
  );
  const recipe = /\*\*nginx:\*\* `([^`]+)`/.exec(guide)?.[1];
  expect(recipe).toBeTruthy();
  const server = await startStockServer('nginx', recipe);
  try {
    for (const path of ['', 'index.html', 'oauth.html']) {
      const headers = (await page.request.get(server.url + path)).headers();
      expect(headers, path).toMatchObject({
        'content-security-policy': "frame-ancestors 'none'",
        'x-frame-options': 'DENY',
      });
    }
    expect((await page.request.get(`${server.url}sandbox.html`)).headers()).not.toHaveProperty(
      'x-frame-options',
    );
    await openApp(page, server.url);
    const sum = await page.evaluate(() => window.perilune.tools.call('calculator', { expression: '6 * 7' }));
    expect(sum.error).toBeUndefined();
  } finally {
    await server.stop();
  }
});
