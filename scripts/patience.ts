// Setup of all unit tests: `vi.waitFor` waits long enough for a slow or busy machine; its default is one second.
import { vi } from 'vitest';

const LONGEST = 30_000;
/** Files share a thread, so this module may run many times over the same `vi`. */
const DONE = Symbol.for('perilune.patience');

const marked = vi as typeof vi & { [DONE]?: true };
if (!marked[DONE]) {
  const { waitFor } = vi;
  vi.waitFor = (callback, options) =>
    waitFor(callback, typeof options === 'number' ? options : { timeout: LONGEST, ...options });
  marked[DONE] = true;
}
