// Long work in slices, so that messages are answered between them.

/** Milliseconds of work between two chances for a search to come in. */
const SLICE = 12;

/** Runs what comes in steps, with pauses in which messages are answered. */
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
