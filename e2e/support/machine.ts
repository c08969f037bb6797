// The current speed of this machine: time limits in journeys assume an idle machine like the reference one.
import type { Page } from 'playwright/test';

/** A loop in the page, and its duration there in milliseconds. */
const LOOP = { passes: 4_000_000, milliseconds: 5 };
/** Other load comes and goes, but slow code is slow every time. */
const ATTEMPTS = 4;

/** How many times slower the page is than on the reference machine; at least 1. */
export async function slowness(page: Page): Promise<number> {
  const milliseconds = await page.evaluate((passes) => {
    let quickest = Infinity;
    // The first runs happen before it is compiled.
    for (let run = 0; run < 8; run++) {
      const began = performance.now();
      let sum = 0;
      for (let pass = 0; pass < passes; pass++) sum = (Math.imul(sum, 31) + pass) | 0;
      if (sum !== 0.5) quickest = Math.min(quickest, performance.now() - began);
    }
    return quickest;
  }, LOOP.passes);
  return Math.max(1, milliseconds / LOOP.milliseconds);
}

/**
 * Measures up to four times, until every value is within its limit.
 * @param bounds milliseconds of an idle machine, by name
 * @returns the minimum of each, in milliseconds of an idle machine
 */
export async function quickest<T extends Record<string, number>>(
  page: Page,
  bounds: T,
  measure: () => Promise<Record<keyof T, number>>,
): Promise<Record<keyof T, number>> {
  let least: Record<string, number> = {};
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const found: Record<string, number> = await measure();
    const pace = await slowness(page);
    least = Object.fromEntries(
      Object.keys(bounds).map((name) => [
        name,
        Math.min(least[name] ?? Infinity, (found[name] ?? Infinity) / pace),
      ]),
    );
    if (Object.entries(bounds).every(([name, bound]) => least[name]! < bound)) break;
  }
  return least as Record<keyof T, number>;
}
