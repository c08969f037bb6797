// A script that needs approval: the text on screen is what runs, and results belong to that text.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { ScriptTouches } from '../../../core/script-touches.ts';
import type { CallReport } from '../../../core/tool.ts';
import { ScriptReview } from './script-review.svelte.ts';

const NONE: ScriptTouches = { touches: [], unclear: [], readOnly: true };
const acts: ScriptTouches = {
  touches: [{ name: 'fs.write', effect: 'acts', lines: [1] }],
  unclear: [],
  readOnly: false,
};
const report: CallReport = { outcome: { result: null }, args: {}, logs: [], milliseconds: 1 };

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

type DryRun = (
  source: string,
  conversation: string,
  signal: AbortSignal,
) => Promise<{ acts: []; report: CallReport }>;

function review(dryRun: DryRun = () => Promise.resolve({ acts: [], report })) {
  const read: string[] = [];
  const scripts = {
    touches: (source: string) => (read.push(source), Promise.resolve(NONE)),
    dryRun: vi.fn(dryRun),
    run: () => Promise.resolve(report),
    reset: () => Promise.resolve(),
  };
  return {
    read,
    scripts,
    shown: new ScriptReview(async () => scripts, { source: 'fs.write("a", "b")', touches: acts }, 'chat'),
  };
}

it("is the model's until edited, and again when the edit is reverted", () => {
  const { shown } = review();
  expect([shown.edited, shown.touches]).toEqual([undefined, acts]);
  shown.write('return 1');
  expect(shown.edited).toBe('return 1');
  shown.write('fs.write("a", "b")');
  expect(shown.edited).toBeUndefined();
});

it('never shows the effects of one text next to another', async () => {
  const { shown, read } = review();
  shown.write('return 1');
  expect(shown.touches).toBeUndefined();
  shown.write('return 2');
  await vi.advanceTimersByTimeAsync(1000);
  expect([read, shown.touches]).toEqual([['return 2'], NONE]);
});

it("drops a dry run's result as soon as the text changes, also during the run", async () => {
  let finish!: () => void;
  const { shown, scripts } = review(
    () => new Promise((resolve) => (finish = () => resolve({ acts: [], report }))),
  );
  const dry = shown.dryRun();
  await vi.waitFor(() => expect(scripts.dryRun).toHaveBeenCalledOnce());
  shown.write('return 1');
  finish();
  await dry;
  expect([shown.dry, shown.running]).toEqual([undefined, false]);
});

it('can stop a dry run, and then has no result', async () => {
  const { shown, scripts } = review();
  scripts.dryRun.mockImplementation(
    async (_source, _conversation, signal) =>
      new Promise((resolve) => signal.addEventListener('abort', () => resolve({ acts: [], report }))),
  );
  const dry = shown.dryRun();
  await vi.waitFor(() => expect(scripts.dryRun).toHaveBeenCalledOnce());
  expect(shown.running).toBe(true);
  shown.stopDryRun();
  await dry;
  expect([shown.dry, shown.problem, shown.running]).toEqual([undefined, undefined, false]);
});

it('explains why a script could not be tried', async () => {
  const { shown } = review(() => Promise.reject(new Error('the sandbox is gone')));
  await shown.dryRun();
  expect(shown.problem).toBe('The sandbox is gone.');
});
