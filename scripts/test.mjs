// `npm test`: installs what is missing, then types, lint, format, unit tests, and the app in a real browser.
// Says what was skipped and why, then ends with the line "N passed, N failed"; `npm test -- sandbox` passes its words on to the browser tests' filter, and
// `npm test -- --shard=1/3` runs the first third of the unit and browser tests (and, being the first, the checks);
// `npm test -- --browser=firefox` (or webkit) runs only the browser tests, in that engine: the rest does not depend on it.
// Without it, the core journeys run in Firefox and WebKit as well, where they are or may be installed.
import './ensure-installed.mjs';
import './ensure-chroma.mjs';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ENGINES, engineOptions, ensureBrowser, ensureEngine, runsAllJourneys } from './browser.mjs';
import { runChecks } from './check.mjs';
import { skipLines, skippedJourneys, skippedUnits } from './skipped.mjs';
import { ensureTestPackages } from './system-packages.mjs';

process.chdir(fileURLToPath(new URL('..', import.meta.url)));
const BROWSER = '--browser=';
const args = process.argv.slice(2).filter((arg) => !arg.startsWith(BROWSER));
const named = process.argv.slice(2).find((arg) => arg.startsWith(BROWSER));
const engine = named?.slice(BROWSER.length) ?? 'chromium';
/** Both runners understand it; the checks are not split. */
const shard = args.find((arg) => /^--shard=\d+\/\d+$/.test(arg));
if (engine !== 'chromium') {
  try {
    ensureEngine(engine);
    engineOptions(engine);
  } catch (error) {
    console.error(error.message);
    process.exit(1);
  }
}

const reports = mkdtempSync(join(tmpdir(), 'perilune-test-'));
const total = { passed: 0, failed: 0, skipped: 0 };
/** Why, once for each test that was skipped. */
const reasons = [];

function count(counts) {
  for (const key of Object.keys(total)) total[key] += counts[key];
  reasons.push(...(counts.reasons ?? []));
}

function heading(text) {
  console.log(`\n── ${text} ${'─'.repeat(Math.max(0, 60 - text.length))}`);
}

/** Runs a test runner that writes a JSON report; one that leaves no report counts as a failure. */
function runner(args, report, env, read) {
  const { status } = spawnSync(process.execPath, args, {
    stdio: 'inherit',
    env: { ...process.env, ...env },
  });
  if (!existsSync(report)) return { passed: 0, failed: 1, skipped: 0 };
  const counts = read(JSON.parse(readFileSync(report, 'utf8')));
  if (status !== 0 && counts.failed === 0) counts.failed = 1;
  return counts;
}

if (engine === 'chromium') {
  if (!shard || shard.startsWith('--shard=1/')) {
    heading('Types, lint, format');
    count(await runChecks());
  }

  ensureTestPackages();
  heading('Unit tests');
  const unit = join(reports, 'unit.json');
  count(
    runner(
      [
        'node_modules/vitest/vitest.mjs',
        'run',
        // One for each core; by itself it would leave a core out, half of a machine of two.
        `--maxWorkers=${availableParallelism()}`,
        ...(shard ? [shard] : []),
        '--reporter=default',
        '--reporter=json',
        `--outputFile.json=${unit}`,
      ],
      unit,
      {},
      (report) => ({
        passed: report.numPassedTests,
        failed: report.numFailedTests + (report.success || report.numFailedTests > 0 ? 0 : 1),
        skipped: report.numPendingTests + report.numTodoTests,
        reasons: skippedUnits(report),
      }),
    ),
  );
}

const path = engine === 'chromium' ? ensureBrowser() : undefined;
const build = ['node_modules/vite/bin/vite.js', 'build', '--logLevel=warn'];
const built = spawnSync(process.execPath, build, { stdio: 'inherit' }).status === 0;
if (!built) {
  console.error('The app could not be built, so its journeys did not run.');
  total.failed += 1;
}
/** Runs the journeys of a project of e2e/playwright.config.ts. */
function journeys(project, workers, inEngine) {
  heading(`The app in ${inEngine}: ${project}`);
  const report = join(reports, `${inEngine}-${project}.json`);
  count(
    runner(
      [
        'node_modules/playwright/cli.js',
        'test',
        '--config=e2e/playwright.config.ts',
        `--project=${project}`,
        `--workers=${workers}`,
        `--output=test-results/${inEngine}-${project}`,
        '--pass-with-no-tests',
        ...args,
      ],
      report,
      {
        PLAYWRIGHT_JSON_OUTPUT_NAME: report,
        E2E_BROWSER: inEngine,
        E2E_BUILT: '1',
        ...(path ? { CHROMIUM_PATH: path } : {}),
      },
      (report) => ({
        passed: report.stats.expected + report.stats.flaky,
        failed: report.stats.unexpected,
        skipped: report.stats.skipped,
        reasons: skippedJourneys(report),
      }),
    ),
  );
}

if (built) {
  journeys('core', 1, engine);
  // What measures time runs alone; the rest may share the machine. Three at a time are no faster on two cores, and time out now and then.
  if (runsAllJourneys(engine)) {
    journeys('journeys', engine === 'chromium' ? 2 : 1, engine);
    journeys('measured', 1, engine);
  }
}
const isPart = shard !== undefined && !shard.startsWith('--shard=1/');
for (const other of built && !named && !isPart ? ENGINES.filter((one) => one !== engine) : []) {
  try {
    ensureEngine(other);
    journeys('core', 1, other);
  } catch (error) {
    count({ passed: 0, failed: 0, skipped: 1, reasons: [error.message] });
  }
}

// Not where words choose the journeys.
if (engine === 'chromium' && built && args.every((arg) => arg.startsWith('--shard=1/'))) {
  heading('The app without its features');
  const { status } = spawnSync(process.execPath, ['scripts/without-features.mjs'], {
    stdio: 'inherit',
    env: { ...process.env, ...(path ? { CHROMIUM_PATH: path } : {}) },
  });
  count({ passed: status === 0 ? 1 : 0, failed: status === 0 ? 0 : 1, skipped: 0 });
}

if (reasons.length > 0) heading('Skipped');
for (const line of skipLines(reasons)) console.log(line);
const skipped = total.skipped > 0 ? `, ${total.skipped} skipped` : '';
console.log(`\n${total.passed} passed, ${total.failed} failed${skipped}`);
process.exitCode = total.failed > 0 ? 1 : 0;
