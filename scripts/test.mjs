// `npm test`: installs what is missing, then runs types, lint, format, unit tests, and the app in a real browser.
// Prints what took longest, what was skipped and why, and ends with the line "N passed, N failed". `npm test --
// sandbox` filters the browser tests by these words; `npm test -- --shard=1/3` runs the first third of the unit and
// browser tests (and, in the first shard, the checks); `npm test -- --browser=firefox` (or webkit) runs only the
// browser tests, in that engine. Otherwise, the core journeys also run in Firefox and WebKit, if these are or can be
// installed.
import './ensure-installed.mjs';
import './ensure-servers.mjs';
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ENGINES, engineOptions, ensureBrowser, ensureEngine, runsAllJourneys } from './browser.mjs';
import { runChecks } from './check.mjs';
import { durationLines, journeyDurations, unitDurations } from './durations.mjs';
import { skipLines, skippedJourneys, skippedUnits } from './skipped.mjs';
import { ensureTestPackages } from './system-packages.mjs';

process.chdir(fileURLToPath(new URL('..', import.meta.url)));
const BROWSER = '--browser=';
const args = process.argv.slice(2).filter((arg) => !arg.startsWith(BROWSER));
const named = process.argv.slice(2).find((arg) => arg.startsWith(BROWSER));
const engine = named?.slice(BROWSER.length) ?? 'chromium';
/** Both runners accept it; the checks are not split. */
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
/** The reason for each skipped test. */
const reasons = [];

/** Name and milliseconds of each part, and milliseconds by test file. */
const parts = [];
const files = new Map();

/** Runs a part and records its duration. */
async function timed(name, work) {
  const start = performance.now();
  const result = await work();
  parts.push([name, performance.now() - start]);
  return result;
}

function note(durations) {
  for (const [file, milliseconds] of durations) files.set(file, (files.get(file) ?? 0) + milliseconds);
}

function count(counts) {
  for (const key of Object.keys(total)) total[key] += counts[key];
  reasons.push(...(counts.reasons ?? []));
}

function heading(text) {
  console.log(`\n── ${text} ${'─'.repeat(Math.max(0, 60 - text.length))}`);
}

/**
 * Runs a Node script and shows its output.
 * @param {string} [title] for parallel runs: the output is printed as a block below it at the end
 * @returns {Promise<number | null>} its exit code
 */
function run(args, env, title) {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, args, {
      stdio: title === undefined ? 'inherit' : ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, ...env },
    });
    const output = [];
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (data) => output.push(data));
    child.on('close', (status) => {
      if (title !== undefined) {
        heading(title);
        process.stdout.write(Buffer.concat(output));
      }
      resolve(status);
    });
  });
}

/** Runs a test runner that writes a JSON report; a missing report counts as a failure. */
async function runner(args, report, env, read, title) {
  const status = await run(args, env, title);
  if (!existsSync(report)) return { passed: 0, failed: 1, skipped: 0 };
  const counts = read(JSON.parse(readFileSync(report, 'utf8')));
  if (status !== 0 && counts.failed === 0) counts.failed = 1;
  return counts;
}

const BUILD = {
  name: 'build of the app',
  args: ['node_modules/vite/bin/vite.js', 'build', '--logLevel=warn'],
};
/** Whether the app is built; undefined: not yet. */
let built;

if (engine === 'chromium') {
  if (!shard || shard.startsWith('--shard=1/')) {
    heading('Build, types, lint, format');
    const { failures, ...counts } = await timed('build and checks', () => runChecks([BUILD]));
    count(counts);
    built = !failures.includes(BUILD.name);
  }

  ensureTestPackages();
  heading('Unit tests');
  const unit = join(reports, 'unit.json');
  const units = () =>
    runner(
      [
        'node_modules/vitest/vitest.mjs',
        'run',
        // One per core; by default, one core would stay idle, half of a dual-core machine.
        `--maxWorkers=${availableParallelism()}`,
        ...(shard ? [shard] : []),
        '--reporter=default',
        '--reporter=json',
        `--outputFile.json=${unit}`,
      ],
      unit,
      {},
      (report) => {
        note(unitDurations(report));
        return {
          passed: report.numPassedTests,
          failed: report.numFailedTests + (report.success || report.numFailedTests > 0 ? 0 : 1),
          skipped: report.numPendingTests + report.numTodoTests,
          reasons: skippedUnits(report),
        };
      },
    );
  count(await timed('unit tests', units));
}

if (engine === 'chromium') ensureBrowser();
if (built === undefined) {
  built = spawnSync(process.execPath, BUILD.args, { stdio: 'inherit' }).status === 0;
  if (!built) total.failed += 1;
}
if (!built) console.error('The app could not be built, so its journeys did not run.');

/**
 * Runs the journeys of projects of e2e/playwright.config.ts.
 * @param {number} [beside] index among parallel runs: each serves the app at its own port
 */
async function journeys(projects, workers, inEngine, beside) {
  const title = `The app in ${inEngine}: ${projects.join(', ')}`;
  if (beside === undefined) heading(title);
  const name = `${inEngine}-${projects.join('-')}`;
  const report = join(reports, `${name}.json`);
  const work = () =>
    runner(
      [
        'node_modules/playwright/cli.js',
        'test',
        '--config=e2e/playwright.config.ts',
        ...projects.map((project) => `--project=${project}`),
        `--workers=${workers}`,
        `--output=test-results/${name}`,
        '--pass-with-no-tests',
        ...args,
      ],
      report,
      {
        PLAYWRIGHT_JSON_OUTPUT_NAME: report,
        E2E_BROWSER: inEngine,
        E2E_BUILT: '1',
        ...(beside !== undefined ? portOf(beside) : {}),
      },
      (report) => {
        if (inEngine === engine) note(journeyDurations(report));
        return {
          passed: report.stats.expected + report.stats.flaky,
          failed: report.stats.unexpected,
          skipped: report.stats.skipped,
          reasons: skippedJourneys(report),
        };
      },
      beside !== undefined ? title : undefined,
    );
  count(await timed(title, work));
}

/** The app's port in e2e/playwright.config.ts, and those above it. */
function portOf(beside) {
  return { E2E_PORT: String(Number(process.env.E2E_PORT ?? 4174) + beside) };
}

/** Beside the journeys that measure time: each has one worker, and they allow for another busy core. */
const beside = [];
if (built) {
  if (runsAllJourneys(engine)) {
    // On two cores, three at a time are no faster, and sometimes time out.
    await journeys(['core', 'journeys'], engine === 'chromium' ? 2 : 1, engine);
  } else {
    await journeys(['core'], 1, engine);
  }
}

const isPart = shard !== undefined && !shard.startsWith('--shard=1/');
for (const other of built && !named && !isPart ? ENGINES.filter((one) => one !== engine) : []) {
  try {
    ensureEngine(other);
    beside.push((place) => journeys(['core'], 1, other, place));
  } catch (error) {
    count({ passed: 0, failed: 0, skipped: 1, reasons: [error.message] });
  }
}

// Not when words filter the journeys.
if (engine === 'chromium' && built && args.every((arg) => arg.startsWith('--shard=1/'))) {
  beside.push(async (place) => {
    const title = 'The app without its features';
    const status = await timed(title, () => run(['scripts/without-features.mjs'], portOf(place), title));
    count({ passed: status === 0 ? 1 : 0, failed: status === 0 ? 0 : 1, skipped: 0 });
  });
}
const lane = async () => {
  for (const [at, job] of beside.entries()) await job(at + 1);
};
await Promise.all([built && runsAllJourneys(engine) && journeys(['measured'], 1, engine), lane()]);

heading('Time');
for (const line of durationLines(parts, files)) console.log(line);
if (reasons.length > 0) heading('Skipped');
for (const line of skipLines(reasons)) console.log(line);
const skipped = total.skipped > 0 ? `, ${total.skipped} skipped` : '';
console.log(`\n${total.passed} passed, ${total.failed} failed${skipped}`);
process.exitCode = total.failed > 0 ? 1 : 0;
