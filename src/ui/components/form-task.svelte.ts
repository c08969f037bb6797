// The state of a form that asks something slow: busy, an answer, or a problem.
import { errorText } from './error-text.ts';

export class FormTask {
  busy = $state(false);
  problem = $state('');
  answer = $state('');

  /** Does nothing while another work is under way. */
  async run(work: () => Promise<void>): Promise<void> {
    if (this.busy) return;
    this.busy = true;
    this.problem = this.answer = '';
    try {
      await work();
    } catch (error) {
      this.problem = errorText(error);
      this.answer = '';
    } finally {
      this.busy = false;
    }
  }
}
