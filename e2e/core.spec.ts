// The same journeys in every engine: what a person does first, and what must hold everywhere.
import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { test as base, expect } from 'playwright/test';
import { playwrightPage, webkitPage } from './core/drivers.ts';
import { fill, openApp, press, see, type EnginePage } from './core/engine-page.ts';
import { startModel } from './support/model.ts';
import { pdfOf } from './support/scans.ts';
import { startStaticSite, type StaticSite } from './support/static-site.ts';
import { SCRIPT, startWidgetSite } from './support/widget-site.ts';

const engine = process.env['E2E_BROWSER'] ?? 'chromium';
/** What only this engine says of itself. */
const MARK: Record<string, RegExp> = {
  chromium: /Chrome\//,
  firefox: /Gecko\/\S+ Firefox/,
  webkit: /^(?!.*Chrome).*AppleWebKit/,
};

interface Shared {
  site: StaticSite;
  /** One page for all journeys: to start an engine takes longer than most of them. */
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

/** Adds a file as a person drops it. @returns what the import says of it. */
function addFile(app: EnginePage, name: string, bytes: Uint8Array) {
  return app.evaluate(
    async (called, base64) => {
      const letters = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
      const { documents, skipped } = await window.perilune.knowledge.add([new File([letters], called)]);
      return { documents, skipped };
    },
    name,
    Buffer.from(bytes).toString('base64'),
  );
}

const FIXTURES = new URL('../src/knowledge/extract/fixtures/', import.meta.url);
/** A file of each format, and words that only it holds. */
const FILES: Record<string, { bytes: Uint8Array; words: string }> = {
  ...Object.fromEntries(
    Object.entries({
      'kestrel.pdf': 'Quill crater landing',
      'kestrel.docx': 'Kestrel probe',
      'kestrel.pptx': 'Kestrel probe',
      'kestrel.xlsx': 'Burns',
      'kestrel.odt': 'Kestrel probe',
      'kestrel.epub': 'Kestrel probe',
    }).map(([name, words]) => [name, { bytes: readFileSync(new URL(name, FIXTURES)), words }]),
  ),
  ...Object.fromEntries(
    Object.entries({
      'sextant.md': '# Sextant\n\nThe sextant measures the altitude of stars.',
      'barometer.txt': 'The barometer falls before a storm.',
      'windlass.html': '<h1>Windlass</h1><p>The windlass lifts the anchor.</p>',
      'halyard.csv': 'rope,metres\nhalyard,32\nsheet,14\n',
      'capstan.eml': 'From: Ann <ann@example.org>\r\nSubject: Capstan\r\n\r\nThe capstan turns the cable.',
      'davits.mbox':
        'From ann@example.org Sat Mar 14 10:30:00 2026\nFrom: ann@example.org\nMessage-ID: <davits@example.org>\nSubject: Davits\n\nThe davits lower the boat.\n',
      'gangway.rtf': '{\\rtf1\\ansi The gangway leads ashore.\\par}',
      'hawser.adoc': '= Mooring\n\n== Hawser\n\nThe hawser holds the ship.',
      'bollard.json': '[{"title": "Bollard", "body": "The bollard holds the hawser."}]',
    }).map(([name, text]) => [name, { bytes: new TextEncoder().encode(text), words: name.split('.')[0]! }]),
  ),
  'fairlead.txt.gz': { bytes: gzipSync('The fairlead guides the rope.'), words: 'fairlead' },
};

test('a question is answered from the guide', async ({ app }) => {
  expect(await app.evaluate(() => navigator.userAgent)).toMatch(MARK[engine]!);
  await fill(app, 'Ask your documents', 'How do I write a Lua tool?');
  await app.press('Enter');
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

test('a picture and a scanned page are recognised, and found with their page', async ({ app }) => {
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

test('a file of each format is read, and found by its words', async ({ app }) => {
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

test('search by meaning finds what is said in other words', async ({ app }) => {
  await app.evaluate(async () => {
    const { knowledge } = window.perilune;
    // Some three hundred passages that the model would read first.
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

test('Lua tools run; endless ones end, hostile ones get nowhere, and the page goes on', async ({ app }) => {
  const call = (name: string, body: string, timeout = 5) =>
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
  expect(await call('bomb', 'local t = {} while true do t[#t + 1] = ("x"):rep(1e6) end', 10)).toBe(
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
    await go(app, '#/chat');
    await fill(app, 'Ask your documents', 'What is six times seven?');
    await app.press('Enter');
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

test('a backup goes out and comes back', async ({ app }) => {
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

test('after a reload all is still there, also with the server gone', async ({ app, site }) => {
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

test('the widget answers on a page of documentation', async ({ app }) => {
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
