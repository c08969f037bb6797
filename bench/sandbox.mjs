// A tool call in a real browser: the cold first one, and warm ones from the page to the result, beside a bare worker that
// only sends back what it gets: what no call can beat.
//
//   node bench/sandbox.mjs [calls]     default: 2000
//
// Builds a page with nothing but the runner on it and serves it from memory.
import { createServer } from 'node:http';
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { chromium } from 'playwright';
import { build } from 'vite';
import { findBrowser } from '../scripts/browser.mjs';

const root = resolve(import.meta.dirname, '..');
const calls = Number(process.argv[2] ?? 2000);
/** Each in a browser that has never seen the page. */
const COLD_STARTS = 5;

/** Milliseconds in which a browser that has just been started is busy with itself. */
const BROWSER_START = 500;

const files = await buildPage();
const server = createServer(({ url }, response) => {
  const file = files.get(new URL(url, 'http://localhost').pathname);
  response.writeHead(file ? 200 : 404, file && { 'content-type': file.type }).end(file?.body);
});
await new Promise((done) => server.listen(0, done));
const address = `http://localhost:${server.address().port}/bench/sandbox/index.html`;

const cold = [];
for (let start = 0; start < COLD_STARTS; start++) cold.push(await inBrowser(coldCall));
console.table({ 'cold first call, ms': spread(cold) });

const { echo, tool, host } = await inBrowser(warmCalls, calls);
console.table({
  'bare worker echo, ms': spread(echo),
  'tool call, ms': spread(tool),
  'tool call that asks the page once, ms': spread(host),
});
console.log(`tool call to bare echo, p50: ${(at(tool, 0.5) / at(echo, 0.5)).toFixed(1)}`);
server.close();

async function buildPage() {
  const { output } = await build({
    root,
    configFile: false,
    logLevel: 'error',
    base: '/',
    worker: { format: 'es' },
    build: { write: false, target: 'es2023', rollupOptions: { input: ['bench/sandbox/index.html'] } },
  });
  const types = { html: 'text/html', js: 'text/javascript', wasm: 'application/wasm' };
  const built = output.map(({ fileName, code, source }) => [
    `/${fileName}`,
    { body: code ?? source, type: types[fileName.split('.').at(-1)] ?? 'application/octet-stream' },
  ]);
  const frame = await readFile(resolve(root, 'public/sandbox.html'));
  return new Map([...built, ['/sandbox.html', { body: frame, type: types.html }]]);
}

async function inBrowser(measure, argument) {
  const browser = await chromium.launch({ executablePath: findBrowser(), args: ['--no-sandbox'] });
  try {
    const page = await browser.newPage();
    await page.goto(address);
    await page.waitForFunction(() => 'bench' in globalThis);
    await page.waitForTimeout(BROWSER_START);
    return await page.evaluate(measure, argument);
  } finally {
    await browser.close();
  }
}

/* Both run in the page; `bench` is what bench/sandbox/page.ts put there. */

async function coldCall() {
  const started = performance.now();
  await globalThis.bench.call();
  return performance.now() - started;
}

async function warmCalls(count) {
  const { call, echo } = globalThis.bench;
  const times = async (what) => {
    for (let i = 0; i < 200; i++) await what();
    const taken = [];
    for (let i = 0; i < count; i++) {
      const started = performance.now();
      await what();
      taken.push(performance.now() - started);
    }
    return taken;
  };
  return {
    echo: await times(echo),
    tool: await times(() => call()),
    host: await times(() => call('sources')),
  };
}

function at(times, part) {
  return times.toSorted((a, b) => a - b)[Math.floor((times.length - 1) * part)];
}

function spread(times) {
  const round = (ms) => Number(ms.toFixed(2));
  return { p50: round(at(times, 0.5)), p95: round(at(times, 0.95)), least: round(at(times, 0)) };
}
