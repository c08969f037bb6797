// The same journeys in every engine: what users do first, and what must hold everywhere.
import { readdirSync, readFileSync } from 'node:fs';
import { test as base, expect } from 'playwright/test';
import { playwrightPage, webkitPage } from './core/drivers.ts';
import { fill, openApp, press, see, seeElement, type EnginePage } from './core/engine-page.ts';
import { addFile, FILES, FIXTURES, passageOf } from './core/files.ts';
import { paintedBackground } from './core/painted.ts';
import { startModel } from './support/model.ts';
import { pdfOf } from './support/scans.ts';
import { startStaticSite, type StaticSite } from './support/static-site.ts';
import { SCRIPT, startWidgetSite } from './support/widget-site.ts';

const engine = process.env['E2E_BROWSER'] ?? 'chromium';
/** A part of the user agent unique to this engine. */
const MARK: Record<string, RegExp> = {
  chromium: /Chrome\//,
  firefox: /Gecko\/\S+ Firefox/,
  webkit: /^(?!.*Chrome).*AppleWebKit/,
};

interface Shared {
  site: StaticSite;
  /** One page for all journeys: starting an engine takes longer than most of them. */
  app: EnginePage;
}

const test = base.extend<object, Shared>({
  site: [
    // eslint-disable-next-line no-empty-pattern -- the runner insists on a destructured first argument
    async ({}, use) => {
      const site = await startStaticSite();
      await use(site);
      await site.stop();
    },
    { scope: 'worker' },
  ],
  app: [
    engine === 'webkit'
      ? async ({ site }, use) => {
          const page = await webkitPage();
          await openApp(page, site.url);
          await use(page);
          await page.close();
        }
      : async ({ browser, site }, use) => {
          const page = await browser.newPage({ serviceWorkers: 'allow' });
          const app = playwrightPage(page);
          await openApp(app, site.url);
          await use(app);
          await page.close();
        },
    { scope: 'worker' },
  ],
});
test.describe.configure({ mode: 'default', timeout: 180_000 });

test.afterEach(async ({ app }, info) => {
  const body = info.errors.length > 0 ? await app.screenshot().catch(() => undefined) : undefined;
  if (body) await info.attach('page', { body: Buffer.from(body), contentType: 'image/png' });
});

const go = (app: EnginePage, hash: string) => app.evaluate((to) => void (location.hash = to), hash);

async function ask(app: EnginePage, question: string): Promise<void> {
  await go(app, '#/chat');
  await fill(app, 'Ask your documents', question);
  await app.press('Enter');
}

test('a question is answered from the guide', async ({ app }) => {
  expect(await app.evaluate(() => navigator.userAgent)).toMatch(MARK[engine]!);
  await ask(app, 'How do I write a Lua tool?');
  await see(app, 'Writing a Lua tool');
  await expect
    .poll(() =>
      app.evaluate(() => {
        const answer = document.querySelector('article[aria-label="Answer"]');
        const text = (answer as HTMLElement | null)?.innerText ?? '';
        return { isBusy: answer?.ariaBusy, isLong: text.length > 150 };
      }),
    )
    .toEqual({ isBusy: 'false', isLong: true });
});

test('a CSV file opens as a grid; a figure is computed from it and charted', async ({ app }) => {
  const file = Buffer.from('order,city,price\nA-1,Oslo,12.5\nA-2,Bergen,7\nA-3,Oslo,30\nA-4,Narvik,5\n');
  expect(await addFile(app, 'sales.csv', file)).toEqual({ documents: 1, skipped: [] });
  const { id } = await passageOf(app, 'sales.csv', 'Bergen');
  await go(app, `#/library/${id}`);
  expect(await seeElement(app, 'table[aria-rowcount="5"]')).toContain('Bergen');
  await ask(app, 'What is the total price by city?');
  await see(app, '42.5');
  await seeElement(app, 'article [role=img][aria-label^="Bar chart"]');
});

test('a citation opens its document next to the chat', async ({ app }) => {
  const file = Buffer.from('# Harbour handbook\n\n## Fuel\n\nDiesel is sold from 7 am to 8 pm at the dock.');
  expect(await addFile(app, 'handbook.md', file)).toEqual({ documents: 1, skipped: [] });
  await ask(app, 'When is diesel sold?');
  await see(app, '7 am to 8 pm');
  const { id } = await passageOf(app, 'handbook.md', 'diesel');
  await app.click(`article a[href*="${id}"]`);
  expect(await seeElement(app, 'aside[aria-label="Document"] [aria-current="true"]')).toContain('Diesel');
});

test('a picture and a scanned page are recognised by OCR, and found with their page', async ({ app }) => {
  const picture = (name: string) =>
    readFileSync(new URL(`../src/features/ocr/fixtures/${name}`, import.meta.url));
  const scan = { bytes: [...picture('harbour.jpg')], width: 1100, height: 400 };
  const file = pdfOf(['The regulations of the harbour are on the next page.', scan]);
  for (const [name, bytes] of [
    ['harbour.png', picture('harbour.png')] as const,
    ['harbour.pdf', file] as const,
  ]) {
    expect.soft(await addFile(app, name, bytes), name).toEqual({ documents: 1, skipped: [] });
  }
  const found = await app.evaluate(async () =>
    (await window.perilune.knowledge.search('harbour master Sundqvist')).results.map(
      ({ source_id, page, recognised }) => ({ source_id, page: page ?? 0, recognised }),
    ),
  );
  expect(found).toContainEqual({ source_id: 'harbour.png', page: 0, recognised: true });
  expect(found).toContainEqual({ source_id: 'harbour.pdf', page: 2, recognised: true });
});

test('a file of each format is read, and found by its text', async ({ app }) => {
  for (const [name, { bytes, words }] of Object.entries(FILES)) {
    expect.soft(await addFile(app, name, bytes), name).toEqual({ documents: 1, skipped: [] });
    const found = await app.evaluate(
      async (query) => (await window.perilune.knowledge.search(query)).results.map((hit) => hit.source_id),
      words,
    );
    expect.soft(found.join('\n'), name).toContain(name);
  }
  const locked = await addFile(app, 'locked.pdf', readFileSync(new URL('kestrel-locked.pdf', FIXTURES)));
  expect(JSON.stringify(locked.skipped)).toContain('password');
});

test('semantic search finds a text by other words', async ({ app }) => {
  await app.evaluate(async () => {
    const { knowledge } = window.perilune;
    // Some three hundred passages that would be embedded first.
    for (const { id } of (await knowledge.search('source:guide', { limit: 100 })).results)
      await knowledge.remove(id);
    await knowledge.add([
      { title: 'Kettle', body: 'Descale the kettle with vinegar once a month, then boil clear water twice.' },
    ]);
  });
  const byMeaning = () =>
    app.evaluate(async () => {
      const options = { mode: 'semantic', patience: 20_000, limit: 3 } as const;
      const { results } = await window.perilune.knowledge.search('getting rid of limescale', options);
      return results.map(({ title }) => title);
    });
  await expect.poll(byMeaning, { timeout: 120_000 }).toContain('Kettle');
});

test('Lua tools run; endless ones end, hostile ones fail, and the page stays responsive', async ({ app }) => {
  const call = (name: string, body: string, timeout = 30) =>
    app.evaluate(async (source) => {
      const { tool, error } = await window.perilune.tools.install(source);
      if (!tool) return error.code;
      const { result, error: failed } = await window.perilune.tools.call(tool.name, {});
      return failed?.code ?? result;
    }, `tool = { name = "${name}", timeout = ${timeout} }\nfunction tool.execute(params, context)\n${body}\nend`);
  expect(await call('adds', 'return 20 + 22')).toBe(42);
  expect(await call('endless', 'while true do end', 0.5)).toBe('timeout');
  expect(await call('swallows', 'while true do pcall(function() while true do end end) end', 0.5)).toBe(
    'timeout',
  );
  expect(await call('bomb', 'local t = {} while true do t[#t + 1] = ("x"):rep(1e6) end', 60)).toBe(
    'tool_error',
  );
  for (const name of ['io', 'package', 'dofile', 'loadfile', 'js', 'window', 'fetch']) {
    expect.soft(await call(`has_${name}`, `return type(${name})`), name).toBe('nil');
  }
  expect(await call('again', 'return "well"')).toBe('well');
});

test('a chat calls a tool in the middle of a streamed answer', async ({ app }) => {
  const model = await startModel();
  const toolCalls = [{ id: 'call_1', name: 'calculator', arguments: '{"expression":"6*7"}' }];
  model.on({ userMessage: /six times seven/, hasToolResult: false }, { toolCalls });
  model.on({ userMessage: /six times seven/, hasToolResult: true }, { content: 'It makes forty-two.' });
  try {
    await go(app, '#/settings');
    await fill(app, 'Base URL', `${model.url}/v1`);
    await fill(app, 'Model', 'scripted');
    await press(app, 'Save');
    await see(app, 'Saved.');
    await ask(app, 'What is six times seven?');
    await see(app, 'It makes forty-two.');
    await see(app, 'calculator');
  } finally {
    await model.stop();
  }
});

test('a tool is run from its form in the studio', async ({ app }) => {
  await go(app, '#/studio/calculator');
  await fill(app, 'expression required', '6 * 7');
  await press(app, 'Run');
  await see(app, '42');
});

test('a PDF file opens as pages, with the passage marked', async ({ app }) => {
  const file = pdfOf(['The first page says little.', 'The second page names the dovecote.']);
  expect(await addFile(app, 'dovecote.pdf', file)).toEqual({ documents: 1, skipped: [] });
  const { id, chunk } = await passageOf(app, 'dovecote.pdf', 'dovecote');
  await go(app, `#/library/${id}?passage=${chunk}`);
  await seeElement(app, 'li[data-page="2"] canvas');
  await seeElement(app, 'li[data-page="2"] mark');
});

test('a collection limits a search to its documents', async ({ app }) => {
  const titles = await app.evaluate(async () => {
    const { knowledge } = window.perilune;
    const { ids } = await knowledge.add([
      { title: 'Inside', body: 'The signal lamp burns until dawn.' },
      { title: 'Outside', body: 'Another signal lamp burns until noon.' },
    ]);
    await knowledge.collections.create({ name: 'Lamps' });
    await knowledge.collections.add('Lamps', [ids[0]!]);
    const { results } = await knowledge.search('signal lamp', { collection: 'Lamps' });
    return results.map(({ title }) => title);
  });
  expect(titles).toEqual(['Inside']);
});

test('a select has the background of its style, as other fields do', async ({ app }) => {
  await go(app, '#/settings/models');
  await seeElement(app, 'main select');
  const { painted, wanted } = await paintedBackground(app, 'main select');
  expect(painted).toBe(wanted);
});

test('a theme is chosen in Settings, and stays', async ({ app, site }) => {
  const theme = () => app.evaluate(() => document.documentElement.dataset['theme']);
  await go(app, '#/settings/appearance');
  await press(app, 'Dark');
  await expect.poll(theme).toBe('dark');
  await openApp(app, `${site.url}?theme`);
  await expect.poll(theme).toBe('dark');
});

test('a backup is saved and restored', async ({ app }) => {
  const counts = await app.evaluate(async () => {
    const { knowledge, backup } = window.perilune;
    const found = async () =>
      (await knowledge.search('trireme')).results.filter(({ title }) => title === 'Trireme');
    await knowledge.add([{ title: 'Trireme', body: 'A trireme has three rows of oars.' }]);
    const before = (await found()).length;
    const file = await backup.export();
    for (const { id } of await found()) await knowledge.remove(id);
    const without = (await found()).length;
    await backup.restore(file);
    return [before, without];
  });
  expect(counts).toEqual([1, 0]);
  const titles = () =>
    app.evaluate(async () =>
      (await window.perilune.knowledge.search('trireme')).results.map(({ title }) => title),
    );
  await expect.poll(titles).toContain('Trireme');
});

test('everything survives a reload, even with the server stopped', async ({ app, site }) => {
  await app.evaluate(async () => {
    const { knowledge, tools } = window.perilune;
    await knowledge.add([{ title: 'Astrolabe', body: 'The astrolabe measures the altitude of stars.' }]);
    await tools.install('tool = { name = "kept" }\nfunction tool.execute() return 42 end');
    await navigator.serviceWorker.ready;
  });
  const found = () =>
    app.evaluate(async () => {
      const { results } = await window.perilune.knowledge.search('astrolabe');
      const { result } = await window.perilune.tools.call('kept', {});
      return [results[0]?.title, result];
    });
  await openApp(app, `${site.url}?again`);
  expect(await found()).toEqual(['Astrolabe', 42]);
  await expect.poll(() => app.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
  await site.stop();
  await openApp(app, site.url);
  expect(await found()).toEqual(['Astrolabe', 42]);
});

test('a sandbox that is not isolated runs no tool', async ({ app }) => {
  const site = await startStaticSite();
  site.change('sandbox.html', (page) => page.replace(/<meta\s+http-equiv[\s\S]*?\/>/, ''));
  try {
    await openApp(app, site.url);
    const call = () => app.evaluate(() => window.perilune.tools.call('calculator', { expression: '20 + 3' }));
    expect((await call()).error?.message).toContain('has lost its policy');
  } finally {
    await site.stop();
  }
});

test('large documents survive without a private file system', async ({ app }) => {
  const site = await startStaticSite();
  const [worker] = readdirSync(new URL('../dist/assets/', import.meta.url)).filter((name) =>
    name.startsWith('knowledge-worker-'),
  );
  site.change(
    `assets/${worker}`,
    (code) => `if (navigator.storage) navigator.storage.getDirectory = undefined;${code}`,
  );
  const rows = Array.from({ length: 4000 }, (_, i) => `FM-${i},${i * 7}`).join('\n');
  try {
    await openApp(app, site.url);
    const file = Buffer.from(`order,price\n${rows}\n`);
    expect(await addFile(app, 'orders.csv', file)).toEqual({ documents: 1, skipped: [] });
    await openApp(app, `${site.url}?again`);
    const { id } = await passageOf(app, 'orders.csv', 'FM-3999');
    await go(app, `#/library/${id}`);
    await seeElement(app, 'table[aria-rowcount="4001"]');
  } finally {
    await site.stop();
  }
});

test('the widget answers on a documentation page', async ({ app }) => {
  const site = await startWidgetSite();
  try {
    const element = '<perilune-chat pack="/docs/perilune/"></perilune-chat>';
    site.page('home.html', `<p>Home</p>${element}${SCRIPT}`);
    await app.goto(`${site.url}home.html`);
    const inside = (text: string) =>
      app.evaluate((wanted) => {
        const root = document.querySelector('perilune-chat')?.shadowRoot;
        return (root?.textContent ?? '').includes(wanted);
      }, text);
    await expect.poll(() => inside('Search')).toBe(true);
    await app.evaluate(
      () => void (document.querySelector('perilune-chat') as unknown as { open(): void }).open(),
    );
    await app.type('grant a host');
    await expect.poll(() => inside('Allow'), { timeout: 30_000 }).toBe(true);
  } finally {
    await site.stop();
  }
});
