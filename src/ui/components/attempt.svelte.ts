// Something a person asked for that may fail, with the sentence to show then.
import { errorText } from './error-text.ts';

export class Attempt {
  /** Why the last one failed; empty if it did not. */
  problem = $state('');

  async run(work: () => Promise<unknown>): Promise<void> {
    this.problem = '';
    try {
      await work();
    } catch (error) {
      this.problem = errorText(error);
    }
  }
}
