// Relevance of a site's search: next-docs written as HTML pages, indexed by `perilune build` and by Pagefind, with
// the same queries in Chromium: nDCG@10 of pages, and the share of queries without results.
//
// node bench/site.quality.mjs [folder of collections] default: ../shared/data/ir
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { marked } from 'marked';
import { chromium } from 'playwright';
import { runnerImport } from 'vite';
import { engineOptions } from '../scripts/browser.mjs';
import { buildWidget, buildWithPerilune, serveCounting, writePages } from './built-site.mjs';
import { CUT, meanNdcg, readCollection } from './collections.mjs';
import { buildPagefind, installedPeers } from './peers.mjs';

const root = resolve(import.meta.dirname, '..');
const collections = resolve(process.argv[2] ?? join(root, '../shared/data/ir'));
if (!existsSync(join(collections, 'next-docs'))) {
  console.log(`skipped: no next-docs at ${collections}`);
  process.exit(0);
}
const { documents, queries, judged } = readCollection(collections, 'next-docs');
const pathOf = (id) => `${id.replace(/\.mdx?$/, '')}.html`;
const idOf = new Map(documents.map(({ id }) => [pathOf(id), id]));

const folder = mkdtempSync(join(tmpdir(), 'site-quality-'));
const at = (name) => join(folder, name);
const packages = installedPeers();
writePages(
  at('site'),
  documents.map(({ id, title, text }) => ({ path: pathOf(id), title, body: marked.parse(text) })),
);
await buildWidget(at('widget'));
await buildWithPerilune(at('site'), at('perilune'), at('widget'));
if (packages) await buildPagefind(packages, at('site'), at('pagefind'));
const home = `<!doctype html><html lang="en"><title>Home</title>
  <script type="module" src="/perilune/perilune-chat.js"></script><perilune-chat pack="/perilune/"></perilune-chat>`;
const server = await serveCounting(
  { perilune: at('perilune'), pagefind: at('pagefind') },
  new Map([['/home.html', home]]),
);
const browser = await chromium.launch(engineOptions('chromium').launchOptions);
try {
  const page = await browser.newPage();
  await page.goto(`${server.url}/home.html`);
  const searches = {
    perilune: (query) =>
      page.evaluate(
        async ([text, limit]) => {
          await customElements.whenDefined('perilune-chat');
          const { hits } = await document.querySelector('perilune-chat').search(text, { limit });
          return hits.map(({ url }) => url);
        },
        [query, CUT],
      ),
    ...(packages && {
      pagefind: (query) =>
        page.evaluate(
          async ([text, limit]) => {
            const { results } = await (await import('/pagefind/pagefind.js')).search(text);
            const found = await Promise.all(results.slice(0, limit).map((result) => result.data()));
            return found.map(({ url }) => url);
          },
          [query, CUT],
        ),
    }),
  };
  const { module } = await runnerImport(join(root, 'src/search/stop-words.ts'), { root, configFile: false });
  const ways = {
    'as asked': (query) => query,
    // The queries of users who know that a search wants keywords.
    'words only': (query) =>
      query
        .split(/\s+/)
        .filter((word) => !module.STOP_WORDS.has(word.toLowerCase().replace(/\W+$/, '')))
        .join(' '),
  };
  const rows = {};
  for (const [name, search] of Object.entries(searches)) {
    for (const [way, put] of Object.entries(ways)) {
      let empty = 0;
      const quality = await meanNdcg(queries, judged, async (query) => {
        const urls = await search(put(query));
        if (urls.length === 0) empty++;
        return urls.map((url) => idOf.get(decodeURIComponent(url).replace(/^\//, '')));
      });
      rows[`${name}, ${way}`] = { 'nDCG@10': quality, 'without results': empty, questions: queries.length };
    }
  }
  console.log(`next-docs, ${documents.length} pages`);
  console.table(rows);
} finally {
  await browser.close();
  server.stop();
  rmSync(folder, { recursive: true, force: true });
}
