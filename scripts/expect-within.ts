// Time limits for unit tests that hold on any machine: a piece of work is compared with a fixed loop run at the same
// time. They catch runaway work and endless waits, not mere slowness.
import { expect } from 'vitest';

/** Iterations of the loop, and its duration on the reference machine, in milliseconds. */
const LOOP = { passes: 4_000_000, milliseconds: 5 } as const;
/** Other load comes and goes, but slow code is slow every time. */
const ATTEMPTS = 4;

// Until it is compiled, the loop takes ten times as long.
for (let run = 0; run < 3; run++) slowness();

/**
 * Expects `work` to take at most this many milliseconds on an idle machine. It may run several times.
 * @returns its last result
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

/** How many times slower the loop is here and now. */
function slowness(): number {
  const began = performance.now();
  let sum = 0;
  for (let pass = 0; pass < LOOP.passes; pass++) sum = (Math.imul(sum, 31) + pass) | 0;
  // Uses the sum, so that the loop is not optimised away.
  return (performance.now() - began + (sum === 0.5 ? 1 : 0)) / LOOP.milliseconds;
}
