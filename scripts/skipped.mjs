// Why tests were skipped, by kind: read from the reports of the two test runners, for the closing lines of `npm test`.

/** A name that says what is missing: `… (needs lua5.4)`. */
const NEEDS = /\((needs [^()]*(?:\([^()]*\))?[^()]*)\)/;

/**
 * @param report what Vitest writes with `--reporter=json`
 * @returns one reason for each test that was skipped
 */
export function skippedUnits(report) {
  return report.testResults.flatMap(({ name: file, assertionResults }) =>
    assertionResults
      .filter(({ status }) => status === 'pending' || status === 'skipped' || status === 'todo')
      .map(({ fullName }) => NEEDS.exec(fullName)?.[1] ?? `no reason given in ${shortName(file)}`),
  );
}

/**
 * @param report what Playwright writes with `--reporter=json`
 * @returns one reason for each journey that was skipped
 */
export function skippedJourneys(report) {
  const specs = (suite) => [...(suite.specs ?? []), ...(suite.suites ?? []).flatMap(specs)];
  return report.suites.flatMap(specs).flatMap(({ file, tests }) =>
    tests
      .filter(({ status }) => status === 'skipped')
      .map(({ annotations, results = [] }) => {
        const all = [...annotations, ...results.flatMap((result) => result.annotations ?? [])];
        const { description } = all.find(({ type, description }) => type === 'skip' && description) ?? {};
        return description ?? `no reason given in ${shortName(file)}`;
      }),
  );
}

/** @returns a line for each reason with how many tests it kept from running, the most first */
export function skipLines(reasons) {
  const counts = new Map();
  for (const reason of reasons) counts.set(reason, (counts.get(reason) ?? 0) + 1);
  return [...counts]
    .sort(([, one], [, other]) => other - one)
    .map(([reason, count]) => `${String(count).padStart(6)} skipped: ${reason}`);
}

function shortName(file) {
  return file.split(/[\\/]/).at(-1);
}
