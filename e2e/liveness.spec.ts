// Nothing in the sandbox blocks the page, far outlives its deadline, or affects the next call.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import type { Browser, Page } from 'playwright/test';
import { quickest, slowness } from './support/machine.ts';
import { expect, test } from './support/test.ts';

/** Maximum block of the page's thread, and maximum run time past its deadline: milliseconds of an idle machine. */
const LONGEST_GAP = 100;
const LONGEST_DELAY = 250;
/** Default seconds of an endless run: each of them is awaited. */
const TIMEOUT = 0.3;

interface Measured {
  code: string | undefined;
  milliseconds: number;
  /** Longest time between two ticks of a 5 ms timer on the page. */
  gap: number;
}

/** Installs a tool with this body and calls it, while the page's clock ticks. */
function measure(page: Page, body: string, { timeout = TIMEOUT } = {}): Promise<Measured> {
  return page.evaluate(async (source) => {
    const { tool, error } = await window.perilune.tools.install(source);
    if (!tool) throw new Error(error.message);
    let gap = 0;
    let last = performance.now();
    const timer = setInterval(() => {
      const now = performance.now();
      gap = Math.max(gap, now - last);
      last = now;
    }, 5);
    const started = performance.now();
    const outcome = await window.perilune.tools.call(tool.name, {});
    const milliseconds = performance.now() - started;
    clearInterval(timer);
    return { code: outcome.error?.code, milliseconds, gap };
  }, `tool = { name = "endless", timeout = ${timeout} }\nfunction tool.execute(params, context)\n${body}\nend`);
}

/** Calls a bundled tool, and returns the milliseconds until its result. */
async function nextResult(page: Page): Promise<number> {
  const { error, milliseconds } = await page.evaluate(async () => {
    const started = performance.now();
    const outcome = await window.perilune.tools.call('calculator', { expression: '6 * 7' });
    return { error: outcome.error, milliseconds: performance.now() - started };
  });
  expect(error).toBeUndefined();
  return milliseconds;
}

const LOOP = 'function() while true do end end';
const EXPLODING = 'return (("a"):rep(40)):find(("a?"):rep(40)..("a"):rep(40))';

const ENDLESS: Record<string, Record<string, string>> = {
  'loops of Lua (B19, B20, B21, B22, B23, B25)': {
    'a plain loop': 'while true do end',
    'pcall that swallows': `while true do pcall(${LOOP}) end`,
    'xpcall whose handler loops': `while true do xpcall(${LOOP}, ${LOOP}) end`,
    'coroutines that swallow': `while true do coroutine.resume(coroutine.create(${LOOP})) end`,
    'wrapped coroutines': `while true do pcall(coroutine.wrap(${LOOP})) end`,
    '__close that loops': `do local x <close> = setmetatable({}, { __close = ${LOOP} }) end`,
    'an error object whose __tostring loops': `error(setmetatable({}, { __tostring = ${LOOP} }))`,
    'a sort comparator that loops': `table.sort({ 3, 1, 2 }, ${LOOP})`,
    '__index that loops': `return setmetatable({}, { __index = ${LOOP} }).x`,
    'a gsub callback that loops': `return (("a"):gsub("a", ${LOOP}))`,
  },
  'C functions that no hook reaches (B26)': {
    'a?^n a^n': EXPLODING,
    '.-.-.-b': 'return (("a"):rep(3000)):find(".-.-.-b")',
    '%s*$ on many spaces': 'return #(((" "):rep(200000) .. "x"):gsub("%s*$", ""))',
    'plain find of 150k in 300k':
      'return (("a"):rep(300000)):find(("a"):rep(150000) .. "b", 1, true) or (("a"):rep(299999) .. "c"):find(("a"):rep(149999) .. "b", 1, true)',
    'a pattern inside pcall': `while true do pcall(function() ${EXPLODING} end) end`,
  },
  'waits (B31, B32)': {
    'sleep in a loop': 'while true do sleep(0.01) end',
    'a sleep beyond all': 'sleep(1e9)',
    'sleep(0) without end': 'while true do sleep(0) end',
  },
};

for (const [kind, bodies] of Object.entries(ENDLESS)) {
  test(`endless ${kind} end at the deadline, while the page stays responsive`, async ({ app }) => {
    test.setTimeout(120_000);
    await nextResult(app);
    const table: Record<string, string> = {};
    for (const [name, body] of Object.entries(bodies)) {
      const bounds = { delay: LONGEST_DELAY, gap: LONGEST_GAP };
      let next = 0;
      const { delay, gap } = await quickest(app, bounds, async () => {
        const measured = await measure(app, body);
        next = await nextResult(app);
        // `plain find` is fast if the machine's memchr is: then it may finish, which is fine, too.
        if (!name.startsWith('plain find') || measured.code !== undefined) {
          expect.soft(measured.code, name).toBe('timeout');
        }
        return { delay: measured.milliseconds - TIMEOUT * 1000, gap: measured.gap };
      });
      table[name] = [delay, gap, next].map(Math.round).join(' / ');
      expect.soft(delay, name).toBeLessThan(bounds.delay);
      expect.soft(gap, name).toBeLessThan(bounds.gap);
    }
    test.info().annotations.push({
      type: 'milliseconds: past the deadline / longest gap / next result',
      description: JSON.stringify(table),
    });
  });
}

test('constructs that could never be interrupted are unavailable: __gc, sethook, a function for the host (B24, B34)', async ({
  app,
}) => {
  const outcome = await app.evaluate(
    async (source) => {
      const { tool } = await window.perilune.tools.install(source);
      return window.perilune.tools.call(tool?.name ?? '', {});
    },
    `tool = { name = "refused" }\nfunction tool.execute(params, context)
    local gc = pcall(setmetatable, {}, { __gc = ${LOOP} })
    local host = pcall(context.search, ${LOOP})
    local late = setmetatable({}, {})
    getmetatable(late).__gc = ${LOOP}
    late = nil
    pcall(collectgarbage)
    return { gc, debug == nil, host } end`,
  );
  expect(outcome.error).toBeUndefined();
  expect((outcome.result as unknown[]).slice(0, 2)).toEqual([false, true]);
});

test('twenty endless scripts in a row leave at most two dying threads, and each next call starts soon (B19)', async ({
  app,
  browser,
}) => {
  test.setTimeout(120_000);
  test.skip(!existsSync('/proc/self/task'), 'threads are counted in /proc');
  test.skip(browser.browserType().name() !== 'chromium', 'processes are listed by Chromium');
  await nextResult(app);
  let most = 0;
  let over = false;
  const counting = (async () => {
    while (!over) {
      const now = await busyWorkers(browser);
      most = Math.max(most, now.filter((used) => used >= STARTED).length);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  })();
  const waits: number[] = [];
  for (let i = 0; i < 20; i++) {
    expect((await measure(app, EXPLODING, { timeout: 0.5 })).code).toBe('timeout');
    waits.push(await nextResult(app));
  }
  over = true;
  await counting;
  // One working and two dying.
  expect(most).toBeLessThanOrEqual(3);
  expect(most).toBeGreaterThan(0);
  // A warm spare serves every other call; in between, the frame is new.
  const sorted = [...waits].sort((a, b) => a - b);
  test.info().annotations.push({
    type: 'milliseconds to the next result',
    description: waits.map(Math.round).join(' '),
  });
  expect(sorted[10]).toBeLessThan(500 * (await slowness(app)));
  await expect.poll(async () => (await busyWorkers(browser)).length).toBe(0);
});

/**
 * Maximum CPU time of a starting worker thread, in hundredths of a second, also on a slow machine. Other load does not
 * add to it, and a dying one has used more before its timeout.
 */
const STARTED = 40;

/** The CPU time so far of this browser's runnable worker threads, in hundredths of a second. */
async function busyWorkers(browser: Browser): Promise<number[]> {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  await session.detach();
  const busy: number[] = [];
  for (const { id } of processInfo) {
    try {
      for (const thread of readdirSync(`/proc/${id}/task`)) {
        const stat = readFileSync(`/proc/${id}/task/${thread}/stat`, 'utf8');
        // Name and state are followed by ten other numbers, then user and kernel time.
        const found = /\(DedicatedWorker\S*\) R (?:\S+ ){10}(\d+) (\d+)/.exec(stat);
        if (found) busy.push(Number(found[1]) + Number(found[2]));
      }
    } catch {
      // it has just ended
    }
  }
  return busy;
}

/** The nested tool's call is recorded, which shows that the script runs. */
const STARTED_AND_ASLEEP = 'tools.calculator{ expression = "1 + 1" } sleep(20)';

/** Waits until a script of `STARTED_AND_ASLEEP` runs. */
async function startedRun(page: Page): Promise<void> {
  const nested = () =>
    page.evaluate(async () => {
      const { runs } = await window.perilune.runs.list({ tool: 'calculator' });
      return runs.filter(({ caller }) => caller.kind === 'tool').length;
    });
  await expect.poll(nested).toBe(1);
}

test('a frame removed from the page during a run ends the run immediately, and the next call works (B36, J95)', async ({
  app,
}) => {
  await nextResult(app);
  const running = measure(app, STARTED_AND_ASLEEP, { timeout: 30 });
  await startedRun(app);
  await app.evaluate(() => document.querySelector('iframe[title="Tool sandbox"]')?.remove());
  const { code, milliseconds } = await running;
  expect(code).toBe('sandbox_crashed');
  expect(milliseconds).toBeLessThan(2000);
  await nextResult(app);
});

test('a page left during a run and returned to calls tools again (B36)', async ({ app }) => {
  await nextResult(app);
  void measure(app, STARTED_AND_ASLEEP, { timeout: 30 }).catch(() => undefined);
  await startedRun(app);
  await app.goto('about:blank');
  await app.goBack();
  await app.evaluate(() => window.perilune.ready);
  await nextResult(app);
});

test('memory is capped, and a worker that runs out of it leaves the next call clean (C37, C38, C45)', async ({
  app,
}) => {
  const { code } = await measure(app, 'local t = {} while true do t[#t + 1] = ("x"):rep(1000) .. #t end', {
    timeout: 10,
  });
  expect(code).toBe('tool_error');
  await nextResult(app);
});

test('hundreds of runs do not grow the page’s memory (C46)', async ({ app, browser }) => {
  test.skip(browser.browserType().name() !== 'chromium', 'memory is read through Chromium');
  const session = await app.context().newCDPSession(app);
  const heap = async (): Promise<number> => {
    await session.send('HeapProfiler.collectGarbage');
    return (await session.send('Runtime.getHeapUsage')).usedSize / 2 ** 20;
  };
  const hundred = () =>
    app.evaluate(async () => {
      for (let i = 0; i < 100; i++) await window.perilune.tools.call('calculator', { expression: `${i}` });
    });
  await hundred();
  // Compiled code and parts that load late grow the heap in steps; a leak grows it in each round.
  let [before, after] = [0, await heap()];
  for (let round = 0; round < 6 && after >= before * 1.1; round++) {
    before = after;
    await hundred();
    after = await heap();
  }
  expect(after).toBeLessThan(before * 1.1);
});
