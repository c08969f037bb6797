// What gets the app ready for a question while it is being typed: parts that load late, the search, the sandbox of tools.
import type { App } from '../../../apps/web/app.ts';

/** Milliseconds: how often the search is told that somebody types. */
const TOLD_EVERY = 1000;

export class Preparation {
  readonly #app: Pick<App, 'warmUp' | 'warmSearch'>;
  #isWarm = false;
  #told = Number.NEGATIVE_INFINITY;

  constructor(app: Pick<App, 'warmUp' | 'warmSearch'>) {
    this.#app = app;
  }

  /** Somebody types: a question is likely, and an answer may run a tool. */
  typed(): void {
    const now = performance.now();
    if (now - this.#told > TOLD_EVERY) {
      this.#told = now;
      this.#app.warmSearch();
    }
    if (this.#isWarm) return;
    this.#isWarm = true;
    this.#app.warmUp();
    this.load();
  }

  /** Loads what an answer is shown with. Should it fail, the question says so. */
  load(): void {
    void import('../prepare-answer.ts').then(
      (part) => part.prepareAnswer(),
      () => undefined,
    );
  }
}
