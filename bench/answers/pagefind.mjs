// Pagefind over the sections of a set, as on a site: one page per document, each heading with an anchor.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { marked } from 'marked';
import { chromium } from 'playwright';
import { engineOptions } from '../../scripts/browser.mjs';
import { serveCounting, writePages } from '../built-site.mjs';
import { buildPagefind, installedPeers } from '../peers.mjs';

/**
 * @param sections in order, each `{ page, path, title, markdown }`
 * @returns `search(question)`, which returns the section of the first hit with the most matching words; undefined
 *   without the package
 */
export async function pagefindOver(sections) {
  const packages = installedPeers();
  if (!packages) return undefined;
  const folder = mkdtempSync(join(tmpdir(), 'answers-pagefind-'));
  const at = (name) => join(folder, name);
  const pages = new Map();
  for (const section of sections) pages.set(section.page, [...(pages.get(section.page) ?? []), section]);
  writePages(
    at('site'),
    [...pages].map(([page, its]) => ({
      path: `${page}.html`,
      title: its[0].title,
      body: its
        .map(({ title, markdown }, i) => `<h2 id="part-${i}">${escaped(title)}</h2>${marked.parse(markdown)}`)
        .join('\n'),
    })),
  );
  await buildPagefind(packages, at('site'), at('pagefind'));
  const home = new Map([['/home.html', '<!doctype html><title>Home</title>']]);
  const server = await serveCounting({ pagefind: at('pagefind') }, home);
  const browser = await chromium.launch(engineOptions('chromium').launchOptions);
  const page = await browser.newPage();
  await page.goto(`${server.url}/home.html`);
  return {
    async search(question) {
      const url = await page.evaluate(async (text) => {
        const { results } = await (await import('/pagefind/pagefind.js')).search(text);
        const first = await results[0]?.data();
        // Sections of a page are listed in page order; Pagefind's interface shows the one with the highest weight
        // first.
        const weight = ({ weighted_locations: places }) =>
          places.reduce((sum, { balanced_score: score }) => sum + score, 0);
        const best = first?.sub_results.reduce((most, one) => (weight(one) > weight(most) ? one : most));
        return best?.url ?? first?.url;
      }, question);
      if (url === undefined) return undefined;
      const [, name, part = '0'] = /\/([^/#]+)\.html(?:#part-(\d+))?/.exec(decodeURIComponent(url));
      return pages.get(name)?.[Number(part)];
    },
    async stop() {
      await browser.close();
      server.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function escaped(text) {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}
