// The current speed of this machine: time limits in journeys assume an idle machine like the reference one.
import type { Page } from 'playwright/test';

/** Other load comes and goes, but slow code is slow every time. */
const ATTEMPTS = 4;

/** Work in the page, and the least milliseconds that the reference machine needs for it. */
const REFERENCE = { objects: 11, layout: 11 };

/**
 * How many times slower the page is than on the reference machine; at least 1. It is measured with objects and layout,
 * since machines that are equally fast at arithmetic can differ by a factor of two in these.
 */
export async function slowness(page: Page): Promise<number> {
  const least = await page.evaluate(leastMilliseconds);
  return Math.max(
    1,
    ...Object.entries(REFERENCE).map(([work, usual]) => least[work as keyof typeof least] / usual),
  );
}

/** Runs in the page. */
function leastMilliseconds(): typeof REFERENCE {
  const objects = (): unknown => {
    const entries = new Map<string, object>();
    for (let index = 0; index < 30_000; index++) entries.set(`k${index}`, { index, pair: [index, index] });
    return JSON.stringify([...entries]).length;
  };
  const layout = (): unknown => {
    const box = document.createElement('div');
    box.style.cssText = 'position: fixed; visibility: hidden; contain: strict; width: 600px; height: 600px';
    for (let line = 0; line < 300; line++) {
      const paragraph = document.createElement('p');
      for (const name of ['span', 'b', 'a', 'i', 'span']) {
        paragraph.append(
          Object.assign(document.createElement(name), { textContent: 'Some words of a list. ' }),
        );
      }
      box.append(paragraph);
    }
    document.body.append(box);
    const height = box.scrollHeight;
    box.remove();
    return height;
  };
  const least = (work: () => unknown): number => {
    let milliseconds = Infinity;
    // The first runs happen before the code is compiled.
    for (let run = 0; run < 20; run++) {
      const began = performance.now();
      if (work() !== undefined) milliseconds = Math.min(milliseconds, performance.now() - began);
    }
    return milliseconds;
  };
  return { objects: least(objects), layout: least(layout) };
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
