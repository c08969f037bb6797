// Tool calls in a real browser: our sandbox, and in plain workers wasmoon (a fresh engine per call), fengari and
// QuickJS (a fresh state per call), and a worker that only echoes.
//
// node bench/sandbox.mjs [calls] default: 1000
//
// Prints times and ratios, and asserts nothing. All except the cold starts run alternately in one page.
import { spawnSync } from 'node:child_process';
import { loadavg } from 'node:os';
import { chromium } from 'playwright';
import { findBrowser } from '../scripts/browser.mjs';
import { memoryOf } from './sandbox/memory.mjs';
import { nativeProgram, PROGRAMS } from './sandbox/scripts.mjs';
import { servePage } from './sandbox/serve.mjs';

const CALLS = Number(process.argv[2] ?? 1000);
const ENGINES = ['perilune', 'wasmoon', 'fengari', 'quickjs'];
const BARE = 'bare worker';
/** Cold starts per engine, each in a browser that has never seen the page. */
const COLD_STARTS = 5;
/** Milliseconds in which a freshly started browser is busy with itself. */
const BROWSER_START = 1000;
/** Alternating rounds, so that other load affects all engines alike. */
const ROUNDS = 5;
const CONCURRENT = 50;
const DEADLINE = 200;
const KILLS = 5;

const load = loadavg()[0];
const { address, stop } = await servePage();
const warm = await inBrowser(warmCalls);
const cold = {};
for (const engine of ENGINES) {
  cold[engine] = [];
  for (let start = 0; start < COLD_STARTS; start++) {
    cold[engine].push((await inBrowser((page) => page.evaluate(timed, [engine, 'echo', 1])))[0]);
  }
}
stop();

console.log(
  `load ${load.toFixed(1)} before, ${loadavg()[0].toFixed(1)} after; ${CALLS} calls; milliseconds\n`,
);
console.table({
  ...row('cold browser to first result, p50', (engine) => at(cold[engine], 0.5)),
  ...row('echo, p50', (engine) => at(warm.echo[engine], 0.5), BARE),
  ...row('echo, p95', (engine) => at(warm.echo[engine], 0.95), BARE),
  ...row('one host call, p50', (engine) => at(warm.host[engine], 0.5), BARE),
  ...row('one host call, p95', (engine) => at(warm.host[engine], 0.95), BARE),
  ...row(`${CALLS} calls one after the other`, (engine) => sum(warm.echo[engine]), BARE),
  ...row(`${CONCURRENT} calls at once`, (engine) => at(warm.concurrent[engine], 0.5), BARE),
  ...row(`kill a loop at ${DEADLINE} ms`, (engine) => at(warm.killed[engine], 0.5)),
  ...row('from there to the next result', (engine) => at(warm.recovered[engine], 0.5)),
  ...row(`kill a pattern at ${DEADLINE} ms`, (engine) => at(warm.killedHard[engine] ?? [], 0.5)),
  ...row('from there to the next result ', (engine) => at(warm.recoveredHard[engine] ?? [], 0.5)),
  ...row(`memory after ${CALLS} more calls, MB`, (engine) => warm.memory[engine]),
});
const best = (engine) => at(warm.echo[engine], 0.5);
console.log(`echo, ours to bare wasmoon, p50: ${(best('perilune') / best('wasmoon')).toFixed(2)}\n`);
console.table(cpuRows());

async function inBrowser(measure) {
  const server = await chromium.launchServer({ executablePath: findBrowser(), args: ['--no-sandbox'] });
  try {
    const browser = await chromium.connect(server.wsEndpoint());
    const page = await browser.newPage();
    await page.goto(address);
    await page.waitForFunction(() => 'engines' in globalThis);
    await page.waitForTimeout(BROWSER_START);
    return await measure(page, server.process().pid);
  } finally {
    await server.close();
  }
}

async function warmCalls(page, pid) {
  const results = Object.fromEntries(
    ['echo', 'host', 'concurrent', 'killed', 'recovered', 'killedHard', 'recoveredHard', 'memory', 'cpu'].map(
      (what) => [what, {}],
    ),
  );
  const all = [...ENGINES, BARE];
  for (const engine of all) {
    await page.evaluate(timed, [engine, 'echo', 200]);
    await page.evaluate(timed, [engine, 'host', 50]);
  }
  for (let round = 0; round < ROUNDS; round++) {
    for (const engine of all) {
      for (const tool of ['echo', 'host']) {
        const times = await page.evaluate(timed, [engine, tool, CALLS / ROUNDS]);
        (results[tool][engine] ??= []).push(...times);
      }
      (results.concurrent[engine] ??= []).push(await page.evaluate(atOnce, [engine, CONCURRENT]));
    }
  }
  for (const engine of ENGINES) {
    const before = memoryOf(pid);
    await page.evaluate(timed, [engine, 'echo', CALLS]);
    if (before !== undefined) results.memory[engine] = (memoryOf(pid) - before) / 1e6;
  }
  for (const engine of ENGINES) {
    results.cpu[engine] = {};
    for (const program of PROGRAMS) {
      results.cpu[engine][program] = await page.evaluate(timed, [engine, program, ROUNDS]);
    }
  }
  for (let kill = 0; kill < KILLS; kill++) {
    for (const engine of ENGINES) {
      await page.waitForTimeout(1000); // the killed run may still be ending
      const [killed, recovered] = await page.evaluate(killAndRecover, [engine, 'loop', DEADLINE]);
      (results.killed[engine] ??= []).push(killed);
      (results.recovered[engine] ??= []).push(recovered);
      if (engine === 'quickjs') continue; // its endless script does not use a pattern
      await page.waitForTimeout(1000);
      const [killedHard, recoveredHard] = await page.evaluate(killAndRecover, [engine, 'pattern', DEADLINE]);
      (results.killedHard[engine] ??= []).push(killedHard);
      (results.recoveredHard[engine] ??= []).push(recoveredHard);
    }
  }
  return results;
}

/* These run in the page; bench/sandbox/page.ts defines `engines`. */

async function timed([engine, tool, count]) {
  const times = [];
  for (let i = 0; i < count; i++) {
    const started = performance.now();
    await globalThis.engines[engine].call(tool);
    times.push(performance.now() - started);
  }
  return times;
}

async function atOnce([engine, count]) {
  const started = performance.now();
  await Promise.all(Array.from({ length: count }, () => globalThis.engines[engine].call('echo')));
  return performance.now() - started;
}

async function killAndRecover([engine, tool, after]) {
  const started = performance.now();
  await globalThis.engines[engine].kill(tool, after);
  const killed = performance.now();
  await globalThis.engines[engine].call('echo');
  return [killed - started, performance.now() - killed];
}

/* Figures */

function cpuRows() {
  const native = nativeTimes();
  return Object.fromEntries(
    PROGRAMS.map((program) => {
      const own = native && at(native[program], 0.5);
      const cells = ENGINES.map((engine) => {
        const time = at(warm.cpu[engine][program], 0.5);
        return [engine, own ? `${time.toFixed(0)} (${(time / own).toFixed(1)}×)` : time.toFixed(0)];
      });
      return [program, { 'lua5.4': own ? own.toFixed(0) : 'not installed', ...Object.fromEntries(cells) }];
    }),
  );
}

/** Undefined, with a message, without lua5.4. */
function nativeTimes() {
  const times = {};
  for (const program of PROGRAMS) {
    const { status, stdout } = spawnSync('lua5.4', ['-'], {
      input: nativeProgram(program, ROUNDS),
      encoding: 'utf8',
    });
    if (status !== 0) {
      console.log('lua5.4 is not installed: no comparison with native Lua.');
      return undefined;
    }
    times[program] = stdout.trim().split('\n').map(Number);
  }
  return times;
}

function row(name, figure, ...more) {
  const cells = [...ENGINES, ...more].map((engine) => [engine, figure(engine)]);
  return { [name]: Object.fromEntries(cells.map(([engine, value]) => [engine, rounded(value)])) };
}

function rounded(value) {
  return value === undefined ? '–' : Number(value.toPrecision(3));
}

function at(times, part) {
  return times.toSorted((a, b) => a - b)[Math.floor((times.length - 1) * part)];
}

function sum(times) {
  return times.reduce((total, time) => total + time, 0);
}
