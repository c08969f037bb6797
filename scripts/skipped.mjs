// Why tests were skipped, from the reports of both runners, for the closing lines of `npm test`.

/** A test name that says what is missing: `… (needs lua5.4)`. */
const NEEDS = /\((needs [^()]*(?:\([^()]*\))?[^()]*)\)/;

/**
 * @param report of Vitest's `--reporter=json`
 * @returns one reason per skipped test
 */
export function skippedUnits(report) {
  return report.testResults.flatMap(({ name: file, assertionResults }) =>
    assertionResults
      .filter(({ status }) => status === 'pending' || status === 'skipped' || status === 'todo')
      .map(({ fullName }) => NEEDS.exec(fullName)?.[1] ?? `no reason given in ${shortName(file)}`),
  );
}

/**
 * @param report of Playwright's `--reporter=json`
 * @returns one reason per skipped journey
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

/** @returns a line per reason with its number of tests, most frequent first */
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
