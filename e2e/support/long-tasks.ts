// Texts of a megabyte, and the longest task of the page's thread during an action.
import type { CDPSession, Page } from 'playwright/test';
import { expect } from './test.ts';
import { startFaulty, type FaultyServer } from './model.ts';

export const SIZE = 1_000_000;

export const repeated = (unit: string, size = SIZE): string =>
  unit.repeat(Math.ceil(size / unit.length)).slice(0, size);

interface TraceEvent {
  name: string;
  ph: string;
  pid: number;
  tid: number;
  /** Elapsed and CPU time, in microseconds. */
  dur?: number;
  tdur?: number;
  args: { name?: string };
}

/**
 * Milliseconds between checks of the page's thread, CPU milliseconds that count as idle, and the required number of
 * idle checks.
 */
const REST = { step: 200, used: 20, steps: 6 };

/** Resolves when the condition holds in the page and its thread rests, or after so many milliseconds. */
type Rested = (isThere: () => boolean, most?: number) => Promise<void>;

/**
 * Resolves when `isThere` holds in the page and its thread has been idle for more than a second. `isThere` must be
 * cheap, since it runs on that thread. A slow machine gets the time it needs.
 */
async function rest(page: Page, session: CDPSession, isThere: () => boolean, most = Infinity): Promise<void> {
  const end = performance.now() + most;
  const used = async (): Promise<number> => {
    const { metrics } = await session.send('Performance.getMetrics');
    return metrics.find(({ name }) => name === 'TaskDuration')!.value * 1000;
  };
  let before = await used();
  for (let resting = 0; resting < REST.steps && performance.now() < end;) {
    await page.waitForTimeout(REST.step);
    const isReady = await page.evaluate(isThere);
    const now = await used();
    resting = isReady && now - before < REST.used ? resting + 1 : 0;
    before = now;
  }
}

/**
 * Returns the longest task of the page's thread during `work`, which may wait for the page by `rested`, in CPU
 * milliseconds, which other load does not affect. Where the CPU clock is coarse (in virtual machines it runs ahead by
 * tens of milliseconds), elapsed time is the upper limit. Chromium only.
 */
export async function longestTask(page: Page, work: (rested: Rested) => Promise<void>): Promise<number> {
  const session = await page.context().newCDPSession(page);
  // The thread's own time, which other load does not affect.
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  const events: TraceEvent[] = [];
  session.on('Tracing.dataCollected', ({ value }) => events.push(...(value as unknown as TraceEvent[])));
  const complete = new Promise((resolve) => session.once('Tracing.tracingComplete', resolve));
  await session.send('Tracing.start', { traceConfig: { includedCategories: ['toplevel'] } });
  await work((isThere, most) => rest(page, session, isThere, most));
  await session.send('Tracing.end');
  await complete;
  await session.detach();
  const threadOf = ({ pid, tid }: TraceEvent): string => `${pid}/${tid}`;
  const main = new Set(
    events.filter(({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain').map(threadOf),
  );
  const tasks = events.filter((event) => event.ph === 'X' && main.has(threadOf(event)));
  expect(tasks.length).toBeGreaterThan(10);
  return Math.max(...tasks.map(({ dur = 0, tdur = 0 }) => Math.min(dur, tdur) / 1000));
}

/** A model that answers everything with one text, in large pieces. */
export function startLongModel(text: string): Promise<FaultyServer> {
  return startFaulty((response) => {
    const send = (choice: object): void =>
      void response.write(`data: ${JSON.stringify({ choices: [{ index: 0, ...choice }] })}\n\n`);
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    for (let at = 0; at < text.length; at += 50_000) {
      send({ delta: { content: text.slice(at, at + 50_000) } });
    }
    send({ delta: {}, finish_reason: 'stop' });
    response.end('data: [DONE]\n\n');
  });
}
