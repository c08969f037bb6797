// Stopping one of several calls leaves its answer running.
import { expect, it } from 'vitest';
import type { CallReport } from '../../core/tool.ts';
import type { Caller } from '../../core/call.ts';
import { RunningCalls } from './running-calls.ts';

const report: CallReport = { outcome: { result: 'done' }, args: {}, logs: [], milliseconds: 1 };
const by = (call: string, conversation = 'chat'): Caller => ({ kind: 'agent', conversation, call });

function pending(calls: RunningCalls, caller: Caller, signal = new AbortController().signal) {
  const seen: { signal?: AbortSignal } = {};
  let finish!: () => void;
  const done = calls.run(caller, signal, (own) => {
    seen.signal = own;
    return new Promise((resolve) => (finish = () => resolve(report)));
  });
  return { aborted: () => seen.signal?.aborted, finish: () => finish(), done };
}

it('stops the named call in its conversation, and no other', () => {
  const calls = new RunningCalls();
  const first = pending(calls, by('call-1'));
  const second = pending(calls, by('call-2'));
  const elsewhere = pending(calls, by('call-1', 'another chat'));
  calls.stop('chat', 'call-1');
  expect([first.aborted(), second.aborted(), elsewhere.aborted()]).toEqual([true, false, false]);
});

it('stops with the answer', () => {
  const answer = new AbortController();
  const call = pending(new RunningCalls(), by('call-1'), answer.signal);
  answer.abort();
  expect(call.aborted()).toBe(true);
});

it('leaves a later call with the same id alone', async () => {
  const calls = new RunningCalls();
  const first = pending(calls, by('call-1'));
  first.finish();
  expect(await first.done).toBe(report);
  calls.stop('chat', 'call-1');
  const next = pending(calls, by('call-1'));
  expect(next.aborted()).toBe(false);
});

it("passes other callers' calls through", async () => {
  const { signal } = new AbortController();
  let given: AbortSignal | undefined;
  await new RunningCalls().run({ kind: 'user' }, signal, (own) => {
    given = own;
    return Promise.resolve(report);
  });
  expect(given).toBe(signal);
});
