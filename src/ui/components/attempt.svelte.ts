// Something a person asked for that may fail: whether it is under way, and the sentence to show when it fails.
import { toErrorData } from '../../core/errors.ts';
import { sentence } from './sentence.ts';

export class Attempt {
  busy = $state(false);
  /** Why the last one failed; empty if it did not, or was cancelled. */
  problem = $state('');
  #runs = 0;

  /**
   * Only the newest work decides what is shown.
   * @param isShown whether the screen shows this message elsewhere
   * @returns whether the work was done; never rejects
   */
  async run(work: () => Promise<unknown>, isShown?: (message: string) => boolean): Promise<boolean> {
    const run = ++this.#runs;
    this.busy = true;
    this.problem = '';
    try {
      await work();
      return true;
    } catch (error) {
      const { code, message } = toErrorData(error);
      if (run === this.#runs && code !== 'cancelled' && !isShown?.(message)) this.problem = sentence(message);
      return false;
    } finally {
      if (run === this.#runs) this.busy = false;
    }
  }
}
