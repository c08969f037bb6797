// Importing a site's index into the library: a real server, a real index, a real library.
import 'fake-indexeddb/auto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { lookAtSite, scanSite, SITE_CONNECTOR } from './site-packs.ts';
import { SITE_PACK } from '../../core/feed.ts';
import type { JsonObject } from '../../base/json.ts';
import { FeedBench } from '../../knowledge/feeds/feeds.test-support.ts';
import { scan, type ScanPlan } from '../../knowledge/feeds/scan.ts';
import { memoryWriter } from '../../site-index/memory-pack.test-support.ts';
import { writePack } from '../../site-index/write-pack.ts';
import { cutPage } from '../cli/site-pages.ts';
import { buildSegment } from '../../search/segment.ts';

interface TestPage {
  url: string;
  title: string;
  body: string;
  meta?: Record<string, string>;
  filters?: Record<string, string[]>;
}

/** Returns the files of an index as `perilune build` makes them. */
function packOf(
  pages: readonly TestPage[],
  more: { base?: string; name?: string } = {},
): Map<string, Uint8Array> {
  const files = new Map<string, Uint8Array>();
  const cut = pages.map(({ url, title, body, meta = {}, filters = {} }) =>
    cutPage({ title, body, meta, filters, anchors: [], weights: [] }, { url, filters, language: 'en' }),
  );
  const chunks = cut.flatMap(({ page, indexed }, i) =>
    indexed.map(({ text, heading }, index) => ({
      document: String(i),
      index,
      title: page.title,
      heading,
      text,
    })),
  );
  const documents = cut.map((_, i) => ({
    document: String(i),
    source: '',
    updated: 0,
    tags: [],
    language: 'en',
  }));
  const segment = buildSegment(chunks as never, documents);
  const contents = {
    name: 'Lanterns',
    tools: [],
    widget: {},
    ...more,
    pages: cut.map(({ page }) => page),
    segment,
  };
  writePack(contents, memoryWriter(files));
  return files;
}

const PAGES: TestPage[] = [
  {
    url: '/guide/oil.html',
    title: 'Oil',
    body: '# Oil\n\nWhich oil a lantern burns.\n\n## Storing oil\n\nIn a cool place.',
    meta: { author: 'Ann', 'last-updated': '2026-01-05', image: 'x.png' },
    filters: { topic: ['Fuel'], version: ['2'] },
  },
  { url: '/guide/wick.html', title: 'Wick', body: '# Wick\n\nTrim the wick every day.' },
];

let server: Server;
let origin: string;
/** Responses by path; everything else is 404. */
let served = new Map<string, Uint8Array | string>();
let asked: string[] = [];

beforeAll(async () => {
  server = createServer((request, response) => {
    asked.push(request.url!);
    const body = served.get(request.url!);
    response.writeHead(body === undefined ? 404 : 200).end(body ?? 'nothing here');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => void server.close());
beforeEach(() => {
  served = new Map();
  asked = [];
});

function publish(folder: string, pages = PAGES, more = {}): void {
  for (const path of [...served.keys()]) if (path.startsWith(folder)) served.delete(path);
  for (const [name, bytes] of packOf(pages, more)) served.set(folder + name, bytes);
}

describe('a site is found', () => {
  it('by its own address, or that of a page, the index folder, or its manifest', async () => {
    publish('/docs/perilune/');
    const pack = `${origin}/docs/perilune/`;
    for (const written of [
      '/docs/',
      '/docs',
      '/docs/index.html',
      '/docs/perilune',
      '/docs/perilune/perilune.json',
    ]) {
      expect(await lookAtSite(origin + written)).toMatchObject({
        ...{ address: pack, name: 'Lanterns', pages: 2, passages: 2, site: `${origin}/docs/` },
        bytes: expect.any(Number),
      });
    }
  });

  it('by what a page of it names, for its search box or in a link, or at the root of its host', async () => {
    publish('/assets/search/');
    served.set('/a/page.html', '<base href="/assets/"><perilune-chat pack="search"></perilune-chat>');
    served.set('/b/page.html', '<link rel="perilune-pack" href="/assets/search/perilune.json">');
    served.set('/c/page.html', '<perilune-chat pack="javascript:alert(1)"></perilune-chat>');
    for (const page of ['/a/page.html', '/b/page.html'])
      expect(await lookAtSite(origin + page)).toMatchObject({ address: `${origin}/assets/search/` });
    await expect(lookAtSite(`${origin}/c/page.html`)).rejects.toMatchObject({
      code: 'not_found',
      message: expect.stringMatching(/^No pack was found at 127\.0\.0\.1/),
    });
    publish('/perilune/');
    expect(await lookAtSite(`${origin}/c/page.html`)).toMatchObject({ address: `${origin}/perilune/` });
  });

  it('even if the host answers every address with its start page, but not if the index has another version', async () => {
    publish('/docs/perilune/');
    served.set('/docs/perilune.json', '<!doctype html><title>App</title>');
    expect(await lookAtSite(`${origin}/docs/`)).toMatchObject({ pages: 2 });
    served.set('/docs/perilune/perilune.json', JSON.stringify({ format: 'perilune-pack', version: 9 }));
    await expect(lookAtSite(`${origin}/docs/`)).rejects.toMatchObject({
      message: expect.stringMatching(/has version 9/),
    });
    await expect(lookAtSite('two words')).rejects.toMatchObject({ code: 'bad_request' });
  });

  it('with correct page addresses if it was built for a subfolder', async () => {
    publish(
      '/docs/perilune/',
      PAGES.map((page) => ({ ...page, url: `/docs${page.url}` })),
      { base: '/docs/' },
    );
    expect(await lookAtSite(`${origin}/docs/`)).toMatchObject({ site: `${origin}/` });
  });
});

describe('a site in the library', () => {
  let bench: FeedBench;
  beforeEach(async () => (bench = await FeedBench.open({})));
  afterEach(() => bench.close());

  const bring = (more: Partial<ScanPlan> = {}) =>
    scan(
      { ...bench.deps, call: scanSite },
      {
        ...{
          connector: SITE_PACK,
          settings: { url: `${origin}/docs/` },
          source: 'site:lanterns',
          prune: true,
        },
        caller: { kind: 'user' },
        ...more,
      },
    );
  const known = async (...ids: string[]) => bench.deps.documents.known('site:lanterns', ids);

  it('has each page with its address, title, language, date, author and tags', async () => {
    publish('/docs/perilune/');
    const report = await bring();
    expect(report.error).toBeUndefined();
    expect(report).toMatchObject({ added: 2, skipped: [], whole: true });
    const [oil, wick] = await known('/guide/oil.html', '/guide/wick.html');
    expect(oil).toMatchObject({
      ...{ title: 'Oil', author: 'Ann', language: 'en', source_url: `${origin}/docs/guide/oil.html` },
      updated_at: '2026-01-05T00:00:00.000Z',
      metadata: { tags: ['Fuel', 'version 2'] },
    });
    expect(wick).toMatchObject({ title: 'Wick', source_url: `${origin}/docs/guide/wick.html` });
    const [hit] = await bench.library.search('storing oil');
    expect(hit).toMatchObject({ title: 'Oil', heading: 'Oil' });
  });

  it('leaves unchanged pages alone, replaces changed ones and removes deleted ones', async () => {
    publish('/docs/perilune/');
    await bring();
    const [before] = await known('/guide/oil.html');
    publish('/docs/perilune/', [PAGES[0]!, { url: '/new.html', title: 'New', body: 'A new page.' }]);
    expect(await bring({ dryRun: true })).toMatchObject({ added: 1, removed: 1 });
    expect(await bring()).toMatchObject({ added: 1, changed: 0, unchanged: 1, removed: 1 });
    const [oil, wick] = await known('/guide/oil.html', '/guide/wick.html');
    expect(oil!.added_at).toBe(before!.added_at);
    expect(wick).toBeUndefined();
  });

  it('is not read again while nothing has changed, and loses no page then', async () => {
    publish('/docs/perilune/');
    const { keep } = await bring();
    asked = [];
    const again = await bring({ args: { kept: keep } as JsonObject });
    expect(again).toMatchObject({ added: 0, unchanged: 0, removed: 0, keep });
    expect(asked.filter((path) => path.endsWith('.bin'))).toEqual([]);
    expect(SITE_CONNECTOR.knowsGone).toBe(true);
  });

  it('is imported in batches of a hundred, and stops when the site is republished meanwhile', async () => {
    const many = Array.from({ length: 150 }, (_, i) => ({
      url: `/${i}.html`,
      title: `Page ${i}`,
      body: `Text ${i}.`,
    }));
    publish('/docs/perilune/', many);
    const heard: string[] = [];
    const report = await bring({
      onProgress: ({ doing, text, done }) => {
        if (doing === 'reading' && text) heard.push(text);
        if (doing === 'adding' && done === 100) publish('/docs/perilune/', many.slice(1));
      },
    });
    expect(heard[0]).toBe('page 1 of 150');
    expect(report).toMatchObject({ pages: 1, error: { code: 'conflict' } });
    expect(await bring()).toMatchObject({ pages: 2, items: 149, unchanged: 99, removed: 1 });
  });

  it("is refused when a file's content does not match its name", async () => {
    publish('/docs/perilune/');
    const text = [...served.keys()].find((path) => path.includes('/text/'))!;
    served.set(text, served.get([...served.keys()].find((path) => path.includes('/places/'))!)!);
    const { error } = await bring();
    expect(error).toMatchObject({
      code: 'bad_output',
      message: expect.stringMatching(/does not match its name/),
    });
  });

  it('leaves out entries that are not pages, and links only to the site', async () => {
    publish('/docs/perilune/', [
      { url: 'javascript:alert(1)', title: 'Bad', body: 'Bad address.' },
      { url: '//evil.example/x', title: 'Worse', body: 'Worse address.', meta: { __proto__: 'x' } as never },
      { url: 5 as never, title: 'No address', body: 'None.' },
    ]);
    const { skipped } = await bring();
    expect(skipped).toEqual([{ name: 'No address', reason: 'it has no address' }]);
    const pages = await known('javascript:alert(1)', '//evil.example/x');
    expect(pages.map((page) => page!.source_url)).toEqual([
      `${origin}/docs/javascript:alert(1)`,
      `${origin}/docs/evil.example/x`,
    ]);
  });
});
