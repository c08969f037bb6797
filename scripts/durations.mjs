// Where the time of `npm test` goes: its parts, and the slowest test files, from the reports of both runners.

/**
 * @param report of Vitest's `--reporter=json`
 * @returns {Map<string, number>} milliseconds by file
 */
export function unitDurations(report) {
  const files = report.testResults.map(({ name, startTime, endTime }) => [name, endTime - startTime]);
  return sums(files);
}

/**
 * @param report of Playwright's `--reporter=json`
 * @returns {Map<string, number>} milliseconds by file, including setup
 */
export function journeyDurations(report) {
  const specs = (suite) => [...(suite.specs ?? []), ...(suite.suites ?? []).flatMap(specs)];
  return sums(
    report.suites
      .flatMap(specs)
      .flatMap(({ file, tests }) =>
        tests.flatMap(({ results }) => results.map(({ duration }) => [file, duration])),
      ),
  );
}

/** @returns the parts in order, then the slowest files */
export function durationLines(parts, files, count = 15) {
  const line = ([name, milliseconds]) =>
    `${String(Math.round(milliseconds / 1000)).padStart(6)} s  ${name.split(/[\\/]/).at(-1)}`;
  const longest = [...files].sort(([, one], [, other]) => other - one).slice(0, count);
  return [...parts.map(line), ...longest.map(line)];
}

function sums(entries) {
  const total = new Map();
  for (const [name, milliseconds] of entries) total.set(name, (total.get(name) ?? 0) + milliseconds);
  return total;
}
