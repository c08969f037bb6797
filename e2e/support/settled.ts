// Waits until a page has finished to change: shorter than a fixed wait on an idle machine, longer on a busy one.
import type { Page } from 'playwright/test';

/** Milliseconds without a change; and how long a page may go on changing, such as one with a clock. */
const QUIET = 100;
const LONGEST = 3000;

/** Resolves when nothing in the page has changed, moved or faded for a moment. */
export async function settled(page: Page): Promise<void> {
  await page.evaluate(
    ([quiet, longest]) =>
      new Promise<void>((resolve) => {
        const began = performance.now();
        let changed = began;
        const observer = new MutationObserver(() => (changed = performance.now()));
        observer.observe(document, {
          subtree: true,
          childList: true,
          attributes: true,
          characterData: true,
        });
        const isMoving = (): boolean =>
          document
            .getAnimations()
            .some(
              ({ playState, effect }) =>
                playState === 'running' && effect?.getComputedTiming().endTime !== Infinity,
            );
        const timer = setInterval(() => {
          const now = performance.now();
          if (isMoving()) changed = now;
          if (now - changed < quiet! && now - began < longest!) return;
          clearInterval(timer);
          observer.disconnect();
          resolve();
        }, 20);
      }),
    [QUIET, LONGEST],
  );
}
