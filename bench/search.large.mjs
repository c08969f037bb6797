// Keyword search over 100,000 passages in Chromium, with peers in the same page: build times, and alternating
// queries.
//
// node bench/search.large.mjs [passages] [engine …] default: 100000, all engines
//
// Prints times and ratios, and asserts nothing. With all engines it takes some minutes and 3 GB.
import { loadavg } from 'node:os';
import { join, resolve } from 'node:path';
import { chromium } from 'playwright';
import { build } from 'vite';
import { findBrowser } from '../scripts/browser.mjs';

const PASSAGES = Number(process.argv[2] ?? 100_000);
const OURS = 'perilune';
/** Alternating rounds, so that other load affects all engines alike. */
const ROUNDS = 4;
/** Queries of each kind per engine and round; in some engines a single one takes seconds. */
const EACH = { default: 25, minisearch: 3, orama: 2, 'orama, stop words + stems': 5 };
/** With these, the browser's clock has a resolution of 5 µs instead of 100. */
const ISOLATED = {
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-embedder-policy': 'require-corp',
};
const ADDRESS = 'http://localhost/bench';

const root = resolve(import.meta.dirname, '..');
const browser = await chromium.launch({
  executablePath: findBrowser(),
  args: ['--no-sandbox', '--js-flags=--max-old-space-size=4096'],
});
try {
  const page = await openPage();
  const load = loadavg()[0];
  const ask = (what, ...args) =>
    page.evaluate(([name, given]) => globalThis.bench[name](...given), [what, args]);
  const wanted = process.argv.slice(3);
  const engines = (await page.evaluate(() => globalThis.bench.engines)).filter(
    (engine) => wanted.length === 0 || wanted.includes(engine) || engine.startsWith(OURS),
  );
  const megabytes = await ask('make', PASSAGES);
  const rows = {};
  for (const engine of engines) rows[engine] = { 'build, s': figure((await ask('build', engine)) / 1000) };
  const times = await inTurns(engines, ask);
  for (const engine of engines) {
    const { content, questions } = times[engine];
    Object.assign(rows[engine], {
      'words p50': figure(at(content, 0.5)),
      'words p95': figure(at(content, 0.95)),
      'question p50': figure(at(questions, 0.5)),
      'question p95': figure(at(questions, 0.95)),
      queries: content.length + questions.length,
    });
  }
  const isolated = await page.evaluate(() => globalThis.crossOriginIsolated);
  console.log(
    `${PASSAGES} passages, ${megabytes.toFixed(0)} MB of text; load ${load.toFixed(1)} before, ${loadavg()[0].toFixed(1)} after; clock ${isolated ? 'exact' : 'coarse'}; milliseconds\n`,
  );
  console.table(rows);
  console.log('ratios to perilune (above 1: perilune needs less)');
  console.table(ratios(rows));
} finally {
  await browser.close();
}

async function openPage() {
  const { output } = (
    await build({
      root,
      configFile: false,
      publicDir: false,
      logLevel: 'error',
      build: {
        write: false,
        target: 'es2023',
        lib: { entry: join(root, 'bench/search-large/page.ts'), formats: ['iife'], name: 'page' },
      },
    })
  )[0];
  const page = await browser.newPage();
  await page.route('http://localhost/**', (route) => {
    const isScript = route.request().url().endsWith('.js');
    return route.fulfill({
      headers: {
        ...ISOLATED,
        'content-type': `${isScript ? 'text/javascript' : 'text/html'}; charset=utf-8`,
      },
      body: isScript ? output[0].code : '<!doctype html><script src="bench.js"></script>',
    });
  });
  page.setDefaultTimeout(0);
  await page.goto(ADDRESS);
  await page.waitForFunction(() => 'bench' in globalThis);
  return page;
}

async function inTurns(engines, ask) {
  const times = Object.fromEntries(engines.map((engine) => [engine, { content: [], questions: [] }]));
  for (const kind of ['content', 'questions']) {
    for (let round = 0; round < ROUNDS; round++) {
      for (const engine of engines) {
        const each = EACH[engine] ?? EACH.default;
        // The first one warms up.
        const [, ...measured] = await ask('ask', engine, kind, round * each, (round + 1) * each + 1);
        times[engine][kind].push(...measured);
      }
    }
  }
  return times;
}

function ratios(rows) {
  const { [OURS]: ours, ...peers } = rows;
  return Object.fromEntries(
    Object.entries(peers).map(([engine, row]) => [
      engine,
      Object.fromEntries(
        Object.keys(row)
          .filter((key) => key !== 'queries')
          .map((key) => [key, figure(row[key] / ours[key])]),
      ),
    ]),
  );
}

function at(times, share) {
  const sorted = [...times].sort((a, b) => a - b);
  return sorted[Math.floor(share * (sorted.length - 1))];
}

function figure(value) {
  return Number(value.toPrecision(3));
}
