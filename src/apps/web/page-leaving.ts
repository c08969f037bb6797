// Knows whether the page is being closed or reloaded. Firefox ends the page's requests before its scripts, so each of
// them fails like a broken connection while the page can still store that.

/** Milliseconds for which a page may still be leaving. The person may also have stayed, or downloaded a file. */
const LONGEST = 5_000;

/** The part of `window` that tells when the page is left. */
export type LeavingTarget = Pick<EventTarget, 'addEventListener'>;

/** @returns a wait that ends when the page stays: at once, unless it began to leave just now */
export function watchLeaving(target: LeavingTarget): (signal: AbortSignal) => Promise<void> {
  let until = 0;
  const leave = (): void => void (until = Date.now() + LONGEST);
  target.addEventListener('beforeunload', leave);
  // Phones tell only this one.
  target.addEventListener('pagehide', leave);
  target.addEventListener('pageshow', () => void (until = 0));
  return async (signal) => {
    const rest = until - Date.now();
    if (rest <= 0 || signal.aborted) return;
    await new Promise<void>((resolve) => {
      const end = (): void => {
        clearTimeout(timer);
        signal.removeEventListener('abort', end);
        resolve();
      };
      const timer = setTimeout(end, rest);
      signal.addEventListener('abort', end, { once: true });
    });
  };
}
