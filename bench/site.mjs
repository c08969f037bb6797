// The cost of a site's search for its visitor: the widget compared with Pagefind, over the same HTML pages, in
// Chromium.
//
// node bench/site.mjs [pages] default: 10000 (some minutes)
//
// Bytes are those sent by the server, with text compressed as on static hosts. Work is CPU time of the page's thread,
// which other load does not change; workers are not included. Pagefind is queried by its script, without a user
// interface, for the five results that its interface shows; the widget renders its ten.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { performance } from 'node:perf_hooks';
import { gzipSync } from 'node:zlib';
import MiniSearch from 'minisearch';
import { chromium } from 'playwright';
import { runnerImport } from 'vite';
import { engineOptions } from '../scripts/browser.mjs';
import { buildWidget, buildWithPerilune, serveCounting, writePages } from './built-site.mjs';
import { passages } from './corpus.mjs';
import { buildPagefind, installedPeers } from './peers.mjs';

const PAGES = Number(process.argv[2] ?? 10_000);
const EACH = 4;
const ASKED = 12;
const CYCLES = 10;
const PAGEFIND_SHOWS = 5;
/** Milliseconds after which the work started by opening is done. */
const SETTLED = 500;

const root = resolve(import.meta.dirname, '..');
const { module: stops } = await runnerImport(join(root, 'src/search/stop-words.ts'), {
  root,
  configFile: false,
});
const folder = mkdtempSync(join(tmpdir(), 'site-'));
const at = (name) => join(folder, name);
const packages = installedPeers();

const built = {};
const timed = async (name, make) => {
  const from = performance.now();
  await make();
  built[name] = { 's to build': round((performance.now() - from) / 1000) };
};
writePages(at('site'), pages());
await buildWidget(at('widget'));
await timed('perilune', () => buildWithPerilune(at('site'), at('perilune'), at('widget')));
if (packages) await timed('pagefind', () => buildPagefind(packages, at('site'), at('pagefind')));
console.log(`${PAGES} pages of ${EACH} sections, load ${loadavg()[0].toFixed(1)}`);
console.table(built);

const questions = questionsOf();
const HOMES = {
  perilune: `<script type="module" src="/perilune/perilune-chat.js"></script>
    <perilune-chat pack="/perilune/"></perilune-chat>`,
  pagefind: '',
};
const OPEN = {
  perilune: (page) => page.evaluate(() => globalThis.bench.open().then(() => undefined)),
  pagefind: (page) => page.evaluate(async () => (await import('/pagefind/pagefind.js')).init()),
};
const server = await serveCounting(
  { perilune: at('perilune'), pagefind: at('pagefind') },
  new Map(
    Object.entries(HOMES).map(([name, body]) => [
      `/${name}.html`,
      `<!doctype html><html lang="en"><title>Home</title><link rel="icon" href="data:,">${body}<div id="place"></div>`,
    ]),
  ),
);
const browser = await chromium.launch(engineOptions('chromium').launchOptions);
try {
  const first = { perilune: await firstResults('perilune', askWidget) };
  if (packages) first.pagefind = await firstResults('pagefind', askPagefind);
  console.log('\nopened and asked once, nothing cached');
  console.table(first);
  const typed = { perilune: await keystrokes('perilune', askWidget) };
  if (packages) typed.pagefind = await keystrokes('pagefind', askPagefind);
  console.log('\neach letter, typed the second time');
  console.table(typed);
  console.log(`\n${CYCLES} times put on the page, opened, asked, closed and taken away`);
  console.table(await leaks());
} finally {
  await browser.close();
  server.stop();
  rmSync(folder, { recursive: true, force: true });
}
console.log('\nloaded whole before the first result by others, KB gzipped');
console.table(others());

function* pages() {
  let open = [];
  for (const chunk of passages(PAGES * EACH, stops.STOP_WORDS, EACH)) {
    open.push(chunk);
    if (open.length < EACH) continue;
    const body = open
      .map(({ heading, text }, i) => `<h2 id="section-${i}">${heading.join(' ')}</h2><p>${text}.</p>`)
      .join('');
    yield { path: `guide/${open[0].document}.html`, title: open[0].title, body };
    open = [];
  }
}

/** Two words from one page each, so that every query has a result. */
function questionsOf() {
  const questions = [];
  let number = 0;
  const step = Math.floor((PAGES * EACH) / ASKED);
  for (const { text } of passages(PAGES * EACH, stops.STOP_WORDS, EACH)) {
    if (number++ % step !== 0) continue;
    const words = text.split(' ').filter((word) => !stops.STOP_WORDS.has(word));
    questions.push(`${words[3]} ${words[9]}`);
  }
  return questions.slice(0, ASKED);
}

async function openHome(name) {
  const context = await browser.newContext();
  const page = await context.newPage();
  // Installed in the page in advance, so that measuring itself runs nothing there.
  await page.addInitScript(() => {
    globalThis.bench = {
      async open() {
        const element = document.querySelector('perilune-chat');
        await element.open();
        return globalThis.bench.field(element);
      },
      async ask(text) {
        const field = await globalThis.bench.open();
        const found = new Promise((done) => {
          const listen = ({ detail }) => {
            if (detail.query !== text) return;
            document.removeEventListener('perilune:results', listen);
            done(performance.now());
          };
          document.addEventListener('perilune:results', listen);
        });
        const from = performance.now();
        field.value = text;
        field.dispatchEvent(new InputEvent('input', { bubbles: true, composed: true }));
        return (await found) - from;
      },
      async field({ shadowRoot }) {
        for (;;) {
          const field = shadowRoot.querySelector('[role=combobox]');
          if (field) return field;
          await new Promise((done) => requestAnimationFrame(done));
        }
      },
    };
  });
  server.takeCount();
  await page.goto(`${server.url}/${name}.html`, { waitUntil: 'networkidle' });
  const cdp = await context.newCDPSession(page);
  await cdp.send('Performance.enable', { timeDomain: 'threadTicks' });
  const metrics = async () => {
    const { metrics: all } = await cdp.send('Performance.getMetrics');
    return Object.fromEntries(all.map((metric) => [metric.name, metric.value]));
  };
  return { context, page, cdp, metrics };
}

/** @returns milliseconds from the keystroke to rendered results */
function askWidget(page, text) {
  return page.evaluate((query) => globalThis.bench.ask(query), text);
}

function askPagefind(page, text) {
  return page.evaluate(
    async ([query, limit]) => {
      const from = performance.now();
      const { search } = await import('/pagefind/pagefind.js');
      const { results } = await search(query);
      await Promise.all(results.slice(0, limit).map((result) => result.data()));
      return performance.now() - from;
    },
    [text, PAGEFIND_SHOWS],
  );
}

async function firstResults(name, ask) {
  const rows = [];
  for (const question of questions) {
    const { context, page, metrics } = await openHome(name);
    const loaded = server.takeCount();
    const before = await metrics();
    await OPEN[name](page);
    await page.waitForTimeout(SETTLED);
    const opened = await metrics();
    const from = performance.now();
    await ask(page, question);
    const wall = performance.now() - from;
    const after = await metrics();
    const { bytes, requests } = server.takeCount();
    const work = (a, b) => (b.TaskDuration - a.TaskDuration) * 1000;
    rows.push({
      loaded: loaded.bytes,
      bytes,
      requests,
      opening: work(before, opened),
      asking: work(opened, after),
      wall,
    });
    await context.close();
  }
  const column = (key) => rows.map((row) => row[key]).sort((a, b) => a - b);
  return {
    'KB before': round(middle(column('loaded')) / 1000),
    'KB, opened and asked': round(middle(column('bytes')) / 1000),
    'most KB': round(column('bytes').at(-1) / 1000),
    requests: middle(column('requests')),
    'ms of main thread, opening': round(middle(column('opening'))),
    'asking, first result': round(middle(column('asking'))),
    'most, asking': round(column('asking').at(-1)),
    'ms on the clock, asking': round(middle(column('wall'))),
  };
}

async function keystrokes(name, ask) {
  const { context, page, metrics } = await openHome(name);
  const times = { wall: [], work: [] };
  for (const isWarm of [false, true]) {
    for (const question of questions) {
      for (let length = 1; length <= question.length; length++) {
        const text = question.slice(0, length);
        if (text.endsWith(' ')) continue;
        const before = isWarm && (await metrics());
        const wall = await ask(page, text);
        if (!isWarm) continue;
        times.wall.push(wall);
        times.work.push(((await metrics()).TaskDuration - before.TaskDuration) * 1000);
      }
    }
  }
  await context.close();
  const row = { keystrokes: times.wall.length };
  for (const [kind, label] of [
    ['wall', 'ms on the clock'],
    ['work', 'ms of main thread'],
  ]) {
    const sorted = times[kind].sort((a, b) => a - b);
    row[`${label}, p50`] = round(middle(sorted));
    row[`${label}, p95`] = round(sorted[Math.floor(sorted.length * 0.95)]);
  }
  return row;
}

/** Compares the state after the first two rounds, which load what stays, with the state after the last one. */
async function leaks() {
  const { context, page, cdp, metrics } = await openHome('pagefind');
  await page.addScriptTag({ type: 'module', url: '/perilune/perilune-chat.js' });
  const rows = {};
  for (let cycle = 1; cycle <= CYCLES + 2; cycle++) {
    await page.evaluate(async () => {
      await customElements.whenDefined('perilune-chat');
      const element = document.createElement('perilune-chat');
      element.setAttribute('pack', '/perilune/');
      document.querySelector('#place').append(element);
    });
    // The same query each time: the index's cache is not a leak.
    await askWidget(page, questions[0]);
    await page.keyboard.press('Escape');
    await page.evaluate(() => document.querySelector('#place').replaceChildren());
    await page.waitForTimeout(1000);
    for (let i = 0; i < 3; i++) await cdp.send('HeapProfiler.collectGarbage');
    if (cycle !== 2 && cycle !== CYCLES + 2) continue;
    const { JSHeapUsedSize, Nodes, JSEventListeners, Documents } = await metrics();
    rows[`after ${cycle}`] = {
      'heap, MB': round(JSHeapUsedSize / 1e6),
      nodes: Nodes,
      listeners: JSEventListeners,
      documents: Documents,
      workers: page.workers().length,
    };
  }
  await context.close();
  return rows;
}

function others() {
  const rows = {};
  if (packages) {
    const bundle = readFileSync(join(packages, '@docsearch/js/dist/umd/index.js'));
    rows['DocSearch, its script (and a service)'] = { KB: kb(gzipSync(bundle, { level: 9 })) };
  }
  // One JSON chunk of sections, as in VitePress' local search.
  const index = new MiniSearch({ fields: ['title', 'titles', 'text'], storeFields: ['title', 'titles'] });
  let id = 0;
  for (const { document, heading, title, text } of passages(PAGES * EACH, stops.STOP_WORDS, EACH)) {
    index.add({
      id: `/guide/${document}.html#section-${id++ % EACH}`,
      title: heading.join(' '),
      titles: [title],
      text,
    });
  }
  rows['MiniSearch, its index as VitePress builds it'] = { KB: kb(gzipSync(JSON.stringify(index))) };
  return rows;
}

function middle(sorted) {
  return sorted[Math.floor(sorted.length / 2)];
}

function kb({ length }) {
  return round(length / 1000);
}

function round(value) {
  return Number(value.toPrecision(3));
}
