// Runs long work in steps: a generator that yields whenever other work may run, and returns its result.

/** Runs it to its end without a pause. */
export function finished<Result>(steps: Generator<undefined, Result>): Result {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}
