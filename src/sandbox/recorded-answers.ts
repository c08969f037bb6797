// Answers host calls from a record, and ends the run when the script asks something else.
import type { Failure } from '../core/errors.ts';

export abstract class RecordedAnswers {
  readonly #stop = new AbortController();
  #end: Failure | undefined;

  /** Aborts when the answers end before the script does. */
  get signal(): AbortSignal {
    return this.#stop.signal;
  }

  /** Why they ended early. */
  get end(): Failure | undefined {
    return this.#end;
  }

  /** Ends the run, which no script can catch. The first failure counts. */
  protected over(failure: Failure): Failure {
    this.#end ??= failure;
    this.#stop.abort();
    return failure;
  }
}
