// Vectors and hybrid search in Chromium: the scan against memory bandwidth, recall on real vectors, complete
// rankings.
//
// node bench/hybrid.mjs [passages] [million] default: 100000; `million` scans a million as well
//
// Recall is measured on the vectors that `npm run bench hybrid.quality` leaves in bench/.cache. Prints and asserts
// nothing.
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { chromium } from 'playwright';
import { findBrowser } from '../scripts/browser.mjs';
import { servePage } from './serve.mjs';

const root = resolve(import.meta.dirname, '..');
const cache = join(root, 'bench/.cache');
const PASSAGES = Number(process.argv[2] ?? 100_000);
/** The reference figure of Context Harness's own brute force: 112 ms. */
const UPSTREAM = { chunks: 4917, milliseconds: 112 };
/** The real vectors, of passages and questions alike. */
const real = join(cache, 'vectors.f32');
const files = existsSync(real) ? new Map([['/vectors.f32', readFileSync(real)]]) : new Map();
const { address, stop } = await servePage('hybrid/index.html', files);
const profile = mkdtempSync(join(tmpdir(), 'hybrid-bench-'));
const context = await chromium.launchPersistentContext(profile, {
  executablePath: findBrowser(),
  args: ['--no-sandbox', '--js-flags=--max-old-space-size=4096'],
});
try {
  const page = await context.newPage();
  await page.goto(address);
  const ask = (name, ...args) =>
    page.evaluate(([what, given]) => globalThis.bench.ask(what, ...given), [name, args]);
  console.log(`load ${loadavg()[0].toFixed(1)}; milliseconds, the middle (best) of all rounds\n`);

  const counts = [...new Set([UPSTREAM.chunks, 10_000, PASSAGES])];
  if (process.argv.includes('million')) counts.push(1_000_000);
  const rows = {};
  for (const count of counts) {
    const { scan, limit, bytes } = await ask('scan', count, count > 500_000 ? 15 : 60);
    rows[`${count} vectors`] = {
      scan: both(scan),
      'reading the memory once': both(limit),
      'scan / reading, best': figure(Math.min(...scan) / Math.min(...limit)),
      'GB/s': figure((count * 384) / Math.min(...scan) / 1e6),
      'in memory, MB': figure(bytes / 1e6),
      ...(count <= 10_000 && { 'without SIMD': both(await ask('scalar', count, 15)) }),
    };
  }
  console.table(rows);
  const mine = median(await ask('scan', UPSTREAM.chunks, 60).then(({ scan }) => scan));
  console.log(
    `${UPSTREAM.chunks} vectors: ${figure(mine)} ms; upstream's brute force needs ${UPSTREAM.milliseconds} ms (${figure(UPSTREAM.milliseconds / mine)} times as long)\n`,
  );

  if (files.size > 0) {
    console.log('recall@10 of the packed scan on real MiniLM vectors, and with its best 50 rescored');
    console.table(await ask('recall', '/vectors.f32'));
  } else console.log('skipped recall: run `npm run bench hybrid.quality` first\n');

  const { written, loaded, first, bytes, ...times } = await ask('hybrid', PASSAGES, 'hybrid-bench');
  console.log(
    `hybrid ranking over ${PASSAGES} passages, without embedding the question and reading the texts`,
  );
  console.table({
    'written, s': figure(written / 1000),
    'read at the start, ms': figure(loaded),
    'first question, ms': figure(first),
    'vectors in memory, MB': figure(bytes / 1e6),
    'words p50 (best)': both(times.content),
    'question p50 (best)': both(times.questions),
    'question p95': figure(at(times.questions, 0.95)),
    'the same by keywords alone': both(times.keyword),
  });

  const peer = await ask('orama', PASSAGES, 10);
  console.log(
    `Orama's vector search over as many: built in ${figure(peer.build / 1000)} s, ${both(peer.times)} ms a query`,
  );
} finally {
  await context.close();
  stop();
  rmSync(profile, { recursive: true, force: true });
}

function at(values, share) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(share * (sorted.length - 1))];
}

function median(values) {
  return at(values, 0.5);
}

function both(values) {
  return `${figure(median(values))} (${figure(Math.min(...values))})`;
}

function figure(value) {
  return Number(value.toPrecision(3));
}
