// Runs long work in slices, so that messages are answered in between.

/** Milliseconds of work before the next chance for a search. */
const SLICE = 12;

/** Runs the steps, with pauses in which messages are answered. */
export async function inSlices<Result>(steps: Generator<undefined, Result>): Promise<Result> {
  let start = performance.now();
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
    if (performance.now() - start < SLICE) continue;
    await new Promise((resolve) => setTimeout(resolve));
    start = performance.now();
  }
}
