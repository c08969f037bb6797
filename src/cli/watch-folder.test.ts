// A watched folder is read again after a change, and not all the time when something in it changes all the time.
import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { watchFolder } from './watch-folder.ts';

let folder: string;
let end: () => void = () => undefined;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'perilune-watch-'));
  writeFileSync(join(folder, 'a.lua'), '');
  writeFileSync(join(folder, 'out.log'), '');
});
afterEach(() => {
  end();
  rmSync(folder, { recursive: true, force: true });
});

const sleep = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Writes a file again and again. */
async function churn(name: string, times: number, pause: number): Promise<void> {
  for (let i = 0; i < times; i++) {
    appendFileSync(join(folder, name), 'x');
    await sleep(pause);
  }
}

it('reads again after a burst of changes, once', async () => {
  const read = vi.fn(async () => undefined);
  end = watchFolder(folder, read);
  await churn('a.lua', 5, 5);
  await vi.waitFor(() => expect(read).toHaveBeenCalled(), 5000);
  await sleep(300);
  expect(read).toHaveBeenCalledTimes(1);
});

it('does not read for the content of a file that does not count, but for a new one and one that counts', async () => {
  const read = vi.fn(async () => undefined);
  end = watchFolder(folder, read, (path) => path.endsWith('.lua'));
  await churn('out.log', 20, 20);
  await sleep(300);
  expect(read).not.toHaveBeenCalled();
  writeFileSync(join(folder, 'b.log'), '');
  await vi.waitFor(() => expect(read).toHaveBeenCalledTimes(1), 5000);
  appendFileSync(join(folder, 'a.lua'), 'x');
  await vi.waitFor(() => expect(read).toHaveBeenCalledTimes(2), 5000);
});

it('reads a change that comes after a pause immediately', async () => {
  const read = vi.fn(() => sleep(400));
  end = watchFolder(folder, read);
  await churn('a.lua', 1, 0);
  await vi.waitFor(() => expect(read).toHaveBeenCalledTimes(1), 5000);
  // The reading, its pause, and some quiet.
  await sleep(1500);
  const start = performance.now();
  await churn('a.lua', 1, 0);
  await vi.waitFor(() => expect(read).toHaveBeenCalledTimes(2), 5000);
  expect(performance.now() - start).toBeLessThan(1000);
});

it('rests after each reading in proportion to its time, and misses no change', async () => {
  let last = 0;
  let written = 0;
  const read = vi.fn(async () => {
    const now = written;
    await sleep(100);
    last = now;
  });
  end = watchFolder(folder, read);
  for (; written < 60; written++) await churn('a.lua', 1, 20);
  // 1.2 seconds of changes: without rest there would be one reading after the other.
  expect(read.mock.calls.length).toBeLessThanOrEqual(3);
  await vi.waitFor(() => expect(last).toBe(60), 10_000);
}, 20_000);
