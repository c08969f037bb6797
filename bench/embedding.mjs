// How fast the embedding model loads and works, by threads and on a GPU; and in the built app, how soon a library
// without vectors is ranked better than by keyword.
//
// npx vite build && node bench/embedding.mjs [folder of collections] default: ../shared/data/ir
//
// Each row uses a freshly started browser. Prints tables and asserts nothing.
import { existsSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { join, resolve } from 'node:path';
import { chromium } from 'playwright';
import { preview } from 'vite';
import { findBrowser } from '../scripts/browser.mjs';
import { readCollection } from './collections.mjs';
import { servePage } from './serve.mjs';

const root = resolve(import.meta.dirname, '..');
const folder = resolve(process.argv[2] ?? join(root, '../shared/data/ir'));
/** More than 256 tokens, the model's limit. */
const PASSAGE =
  'The flow behind a shock wave in front of a blunt body is not uniform, and its heat is felt. '.repeat(16);
const PASSAGES = 24;
const ROUNDS = 3;
const QUESTION =
  'what similarity laws must be obeyed when constructing aeroelastic models of heated high speed aircraft';
const OTHER =
  'what are the structural and aeroelastic problems associated with flight of high speed aircraft';
/** Milliseconds a user takes to type a question. */
const WRITING = 3000;

console.log(
  `load ${loadavg()[0].toFixed(1)}, ${cpus().length} cores; milliseconds, the middle (best) of ${ROUNDS}\n`,
);
await speed();
await firstOrder();

async function speed() {
  const { address, stop } = await servePage('hybrid/model.html');
  const rows = {};
  for (const threads of [...new Set([1, 2, Math.min(4, cpus().length)]), undefined]) {
    const rounds = [];
    for (let round = 0; round < ROUNDS; round++) {
      rounds.push(
        await inBrowser(address, (page) =>
          page.evaluate(
            ([passages, count]) => globalThis.bench.measure(passages, count),
            [Array.from({ length: PASSAGES }, () => PASSAGE), threads],
          ),
        ),
      );
      // Without a GPU, the last row equals the app's number of threads, which has been measured.
      if (rows[rounds[0].device]) break;
    }
    if (rows[rounds[0].device]) continue;
    const each = rounds.flatMap((one) => one.each);
    rows[rounds[0].device] = {
      'model there': both(rounds.map((one) => one.ready)),
      'first question': both(rounds.map((one) => one.first)),
      'another question': both(rounds.map((one) => one.question)),
      'passage of 256 tokens': both(each),
      'passages a second, best': Number((1000 / Math.min(...each)).toFixed(1)),
    };
  }
  stop();
  console.table(rows);
}

async function firstOrder() {
  if (!existsSync(join(root, 'dist/index.html')) || !existsSync(folder)) {
    return console.log(`skipped the first better order: it needs dist (npx vite build) and ${folder}`);
  }
  const server = await preview({ root, logLevel: 'error', preview: { port: 4379, strictPort: true } });
  const { documents } = readCollection(folder, 'cranfield');
  const rows = {};
  const ways = { cold: 0, 'a person who writes the question': WRITING };
  for (const [name, writing] of Object.entries(ways)) {
    const rounds = [];
    for (let round = 0; round < ROUNDS; round++) {
      rounds.push(
        await inBrowser(server.resolvedUrls.local[0], (page) =>
          page.evaluate(ask, [documents, writing, QUESTION, OTHER]),
        ),
      );
    }
    for (const which of ['first', 'second']) {
      rows[`${name}, ${which} question`] = {
        keywords: both(rounds.map((one) => one[which].keywords)),
        'first better order': both(rounds.map((one) => one[which].better)),
      };
    }
  }
  await server.close();
  console.table(rows);
}

/** In the page: a library whose background work is paused. */
async function ask([documents, writing, ...questions]) {
  const { perilune } = globalThis;
  await perilune.ready;
  const { knowledge } = perilune;
  await knowledge.embeddings.pause();
  await knowledge.add(
    documents.map(({ id, title, text }) => ({ title, body: text, source: 'bench', source_id: id })),
  );
  const wait = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));
  await wait(2000);
  if (writing > 0) {
    const field = document.querySelector('textarea');
    field.value = 'w';
    field.dispatchEvent(new Event('input', { bubbles: true }));
    await wait(writing);
  }
  const rounds = [];
  for (const question of questions) {
    const start = performance.now();
    const round = {};
    const abort = new AbortController();
    await new Promise((done) => {
      const onUpdate = () => {
        round.better ??= performance.now() - start;
        done();
      };
      void knowledge
        .search(question, { source: 'bench', limit: 10, onUpdate, signal: abort.signal })
        .then(() => (round.keywords = performance.now() - start));
    });
    abort.abort();
    await wait(1000);
    rounds.push(round);
  }
  return { first: rounds[0], second: rounds[1] };
}

async function inBrowser(address, work) {
  const browser = await chromium.launch({ executablePath: findBrowser(), args: ['--no-sandbox'] });
  const context = await browser.newContext({ serviceWorkers: 'block' });
  const page = await context.newPage();
  await page.goto(address);
  const result = await work(page);
  await browser.close();
  return result;
}

function both(values) {
  const sorted = [...values].sort((a, b) => a - b);
  return `${Math.round(sorted[sorted.length >> 1])} (${Math.round(sorted[0])})`;
}
