// The time that a card shows of a call that goes on.
import { expect, it } from 'vitest';
import { CallClock } from './call-clock.ts';

function clock() {
  let now = 0;
  return { calls: new CallClock(() => now), pass: (milliseconds: number) => (now += milliseconds) };
}

it('counts while a call runs, and stands while it waits for a person', () => {
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

it('is told twice that a call runs, and counts once', () => {
  const { calls, pass } = clock();
  calls.run('a');
  pass(100);
  calls.run('a');
  pass(100);
  expect(calls.elapsed('a')).toBe(200);
});

it('knows nothing of calls that are over, or were never there', () => {
  const { calls, pass } = clock();
  calls.run('a');
  pass(100);
  calls.forget('a');
  calls.pause('b');
  expect([calls.elapsed('a'), calls.elapsed('b')]).toEqual([0, 0]);
});
