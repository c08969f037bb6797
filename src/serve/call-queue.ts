// A bounded set of running calls. The sandbox runs a few at once and queues the others; calls beyond the limit are
// refused immediately.
import { Failure } from '../core/errors.ts';

/** Each call holds its arguments in memory while it waits for one of the sandbox's few workers. */
const MOST_OPEN = 100;

export class CallQueue {
  #open = 0;

  /** @throws Failure `rate_limited` when too many are open */
  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.#open >= MOST_OPEN) {
      throw new Failure('rate_limited', `${MOST_OPEN} calls are running; try again in a moment`, {
        retry_after: 1,
      });
    }
    this.#open += 1;
    try {
      return await work();
    } finally {
      this.#open -= 1;
    }
  }
}
