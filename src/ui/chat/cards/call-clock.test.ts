// The running time shown on a card.
import { expect, it } from 'vitest';
import { CallClock } from './call-clock.ts';

function clock() {
  let now = 0;
  return { calls: new CallClock(() => now), pass: (milliseconds: number) => (now += milliseconds) };
}

it('counts while a call runs, and stops while it waits for the user', () => {
  const { calls, pass } = clock();
  calls.run('a');
  pass(2000);
  calls.pause('a');
  pass(60_000);
  expect(calls.elapsed('a')).toBe(2000);
  calls.run('a');
  pass(500);
  expect(calls.elapsed('a')).toBe(2500);
});

it('starts once, even if told twice that a call runs', () => {
  const { calls, pass } = clock();
  calls.run('a');
  pass(100);
  calls.run('a');
  pass(100);
  expect(calls.elapsed('a')).toBe(200);
});

it('is zero for finished and unknown calls', () => {
  const { calls, pass } = clock();
  calls.run('a');
  pass(100);
  calls.forget('a');
  calls.pause('b');
  expect([calls.elapsed('a'), calls.elapsed('b')]).toEqual([0, 0]);
});
