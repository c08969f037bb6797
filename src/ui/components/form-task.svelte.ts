// The state of a form that asks something slow: busy, an answer, or a problem.
import { errorText } from './error-text.ts';

export class FormTask {
  busy = $state(false);
  problem = $state('');
  answer = $state('');

  async run(work: () => Promise<void>): Promise<void> {
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
