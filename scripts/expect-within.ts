// Bounds of time for unit tests that hold on any machine: what a piece of work takes is compared with what a fixed loop takes
// there and then. A bound is for work that grows without measure or waits for something that never comes, not for speed.
import { expect } from 'vitest';

/** Passes of the loop, and what they take on the machine on which the bounds were written. Milliseconds. */
const LOOP = { passes: 4_000_000, milliseconds: 5 } as const;
/** Other work on the machine comes and goes: what is slow is slow each time. */
const ATTEMPTS = 4;

// Until it is compiled, the loop takes ten times as long.
for (let run = 0; run < 3; run++) slowness();

/**
 * Expects `work` to take at most so many milliseconds of an idle machine. It may be done several times.
 * @returns what it answered the last time
 */
export async function expectWithin<T>(milliseconds: number, work: () => T | Promise<T>): Promise<T> {
  let quickest = Infinity;
  for (let attempt = 1; ; attempt++) {
    const before = slowness();
    const began = performance.now();
    const answer = await work();
    const took = performance.now() - began;
    quickest = Math.min(quickest, took / Math.max(1, before, slowness()));
    if (quickest < milliseconds) return answer;
    if (attempt < ATTEMPTS) continue;
    expect(quickest, 'milliseconds of an idle machine').toBeLessThan(milliseconds);
  }
}

/** How many times longer the loop takes here and now. */
function slowness(): number {
  const began = performance.now();
  let sum = 0;
  for (let pass = 0; pass < LOOP.passes; pass++) sum = (Math.imul(sum, 31) + pass) | 0;
  // Without a use of the sum the loop could be left out.
  return (performance.now() - began + (sum === 0.5 ? 1 : 0)) / LOOP.milliseconds;
}
