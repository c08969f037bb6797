// A large library in a real browser, on a profile on disk: import, cold open, queries, lists, memory.
//
// node bench/library.mjs [passages] [passages of a document] [profile] default: 100000 5, a fresh profile
//
// A named profile is kept, and filled on first use, so the next run only measures the rest. The page uses the app's
// own worker. Prints tables and asserts nothing; a million takes half an hour.
import { existsSync, mkdtempSync, rmSync, statSync, readdirSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright';
import { findBrowser } from '../scripts/browser.mjs';
import { passages, queries } from './corpus.mjs';
import { servePage } from './serve.mjs';

const PASSAGES = Number(process.argv[2] ?? 100_000);
const EACH = Number(process.argv[3] ?? 5);
/** The query for a cold library: words it contains. */
const [QUERY] = queries([...passages(500, new Set(['the']))], new Set(['the'])).content;
/** Cold opens of each kind, each in a new browser. */
const COLD_OPENS = 4;
/** Milliseconds after which a freshly started browser leaves the cores to its pages. */
const STARTED = 4000;
/** Milliseconds after which merging and the check for damage are done. */
const SETTLED = 8000;

const kept = process.argv[4];
const isFilled = kept !== undefined && existsSync(kept);
const profile = kept ?? mkdtempSync(join(tmpdir(), 'library-bench-'));
/** Data of a kept profile belongs to the origin, so the port must not change. */
const PORT = 4378;
const { address, stop } = await servePage('library/index.html', new Map(), PORT);
try {
  const load = loadavg()[0];
  const filled = isFilled
    ? undefined
    : await inBrowser(address, (page) =>
        page.evaluate(([count, each]) => globalThis.bench.fill(count, each), [PASSAGES, EACH]),
      );
  const first = `${address}?q=${encodeURIComponent(QUERY)}`;
  const opened = { running: [], starting: [] };
  for (let open = 0; open < COLD_OPENS; open++) {
    for (const [browser, wait] of [
      ['running', STARTED],
      ['starting', 0],
    ])
      opened[browser].push(
        await inBrowser(first, (page) => page.evaluate(() => globalThis.bench.first()), wait),
      );
  }
  const warm = await inBrowser(`${address}?q=warm`, async (page, heap) => {
    await page.evaluate(() => globalThis.bench.first());
    await page.waitForTimeout(SETTLED);
    const ask = (what, ...args) =>
      page.evaluate(([name, given]) => globalThis.bench[name](...given), [what, args]);
    const result = {
      content: await ask('times', 'content'),
      questions: await ask('times', 'questions'),
      answers: await ask('times', 'questions', 'answer'),
      list: await ask('list'),
      listDeep: await ask('listDeep'),
      listByWord: await ask('listByWord'),
    };
    return { ...result, heap: await heap() };
  });
  console.log(
    `${PASSAGES} passages in documents of ${EACH}; load ${load.toFixed(1)} before, ${loadavg()[0].toFixed(1)} after\n`,
  );
  console.table({
    ...(filled && {
      'import, s': figure(filled.ms / 1000),
      'import, passages a second': figure((1000 * filled.chunks) / filled.ms),
    }),
    'cold open to first result, browser running, ms, best': figure(best(opened.running, 'sinceNavigation')),
    'the same, median': figure(middle(opened.running, 'sinceNavigation')),
    'of these in the worker, ms, median': figure(middle(opened.running, 'sinceWorker')),
    'cold open, browser just started, ms, best': figure(best(opened.starting, 'sinceNavigation')),
    'the same, then, median': figure(middle(opened.starting, 'sinceNavigation')),
    'words, p50, ms': figure(at(warm.content, 0.5)),
    'words, p95, ms': figure(at(warm.content, 0.95)),
    'question, p50, ms': figure(at(warm.questions, 0.5)),
    'question, p95, ms': figure(at(warm.questions, 0.95)),
    'answer to a question, p50, ms': figure(at(warm.answers, 0.5)),
    'answer to a question, p95, ms': figure(at(warm.answers, 0.95)),
    'first 50 of the list, ms': figure(warm.list),
    '50 of the list after 10,000, ms': figure(warm.listDeep),
    'list by a word that is nowhere, ms': figure(warm.listByWord),
    "worker's heap, MB": figure(warm.heap.usedSize / 1e6),
    "worker's buffers, MB": figure(warm.heap.backingStorageSize / 1e6),
    'profile on disk, MB': figure(sizeOf(profile) / 1e6),
  });
} finally {
  stop();
  if (!kept) rmSync(profile, { recursive: true, force: true });
}

async function inBrowser(url, measure, wait = 0) {
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: findBrowser(),
    args: ['--no-sandbox'],
  });
  try {
    const page = await context.newPage();
    page.on('console', (message) => console.log(message.text()));
    await page.waitForTimeout(wait);
    await page.goto(url);
    await page.waitForFunction(() => 'bench' in globalThis);
    return await measure(page, () => heapOfWorker(context, page));
  } finally {
    await context.close();
  }
}

/** Heap of the knowledge worker after garbage collection. */
async function heapOfWorker(context, page) {
  const session = await context.newCDPSession(page);
  const attached = new Promise((resolve) =>
    session.on('Target.attachedToTarget', ({ sessionId, targetInfo }) => {
      if (targetInfo.type === 'worker') resolve(sessionId);
    }),
  );
  await session.send('Target.setAutoAttach', {
    autoAttach: true,
    waitForDebuggerOnStart: false,
    flatten: false,
  });
  const sessionId = await attached;
  let last = 0;
  const ask = (method) =>
    new Promise((resolve) => {
      const id = ++last;
      session.on('Target.receivedMessageFromTarget', ({ message }) => {
        const answer = JSON.parse(message);
        if (answer.id === id) resolve(answer.result);
      });
      const message = JSON.stringify({ id, method, params: {} });
      void session.send('Target.sendMessageToTarget', { sessionId, message });
    });
  await ask('HeapProfiler.collectGarbage');
  return ask('Runtime.getHeapUsage');
}

function sizeOf(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0);
}

function at(values, share) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(share * (sorted.length - 1))];
}

function best(opens, what) {
  return Math.min(...opens.map((open) => open[what]));
}

function middle(opens, what) {
  return at(
    opens.map((open) => open[what]),
    0.5,
  );
}

function figure(value) {
  return Number(value.toPrecision(3));
}
