// The app as users get it: the production build in a real browser. E2E_BROWSER selects the engine: chromium
// (default), firefox or webkit. E2E_TRACE=1 keeps a trace of each failed journey; recording adds a fifth to the total
// time.
import { defineConfig } from 'playwright/test';
import { engineOptions } from '../scripts/browser.mjs';

const port = Number(process.env['E2E_PORT'] ?? 4174);
const name = process.env['E2E_BROWSER'] ?? 'chromium';

/** Journeys that measure time or responsiveness. They allow for one other busy core. */
const MEASURED = /(cancel|code-colours|liveness|long-results|long-texts|manual)\.spec\.ts/;
/** Journeys that run in every engine. */
const CORE = /core\.spec\.ts/;

export default defineConfig({
  testDir: '.',
  outputDir: '../test-results',
  // `npm test` runs the two projects one after the other, the first with two workers.
  workers: 1,
  projects: [
    { name: 'core', testMatch: CORE },
    { name: 'journeys', testIgnore: [CORE, MEASURED], use: engineOptions(name, true) },
    { name: 'measured', testMatch: MEASURED },
  ],
  timeout: 120_000,
  // A busy machine is slow, not wrong; time limits are tested separately.
  expect: { timeout: 30_000 },
  forbidOnly: Boolean(process.env['CI']),
  // One retry in a new browser, for shared machines; what passes only then is reported as flaky.
  retries: process.env['CI'] ? 1 : 0,
  reporter: process.env['PLAYWRIGHT_JSON_OUTPUT_NAME'] ? [['list'], ['json']] : [['list']],
  use: {
    baseURL: `http://localhost:${port}/`,
    viewport: { width: 1280, height: 800 },
    screenshot: 'only-on-failure',
    trace: process.env['E2E_TRACE'] ? 'retain-on-failure' : 'off',
    // It would store the whole app in each journey's fresh profile; only journeys about it say `allow`.
    serviceWorkers: 'block',
    ...engineOptions(name),
  },
  webServer: {
    command: `node ../scripts/start.mjs ${process.env['E2E_BUILT'] ? '--built' : ''}`,
    url: `http://localhost:${port}/`,
    env: { PORT: String(port), SERVE_UNPACKED: '1' },
    timeout: 120_000,
    reuseExistingServer: false,
  },
});
