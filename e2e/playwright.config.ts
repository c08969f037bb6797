// The app as users get it: the production build, in a real browser. E2E_BROWSER chooses its engine: chromium (as it comes),
// firefox or webkit.
import { defineConfig } from 'playwright/test';
import { engineOptions } from '../scripts/browser.mjs';

const port = Number(process.env['E2E_PORT'] ?? 4174);
const engine = engineOptions(process.env['E2E_BROWSER'] ?? 'chromium');

export default defineConfig({
  testDir: '.',
  outputDir: '../test-results',
  // Several tests measure time and responsiveness; on two cores they must not share them.
  workers: 1,
  timeout: 60_000,
  // A busy machine is slow, not wrong; what must be fast is measured by name.
  expect: { timeout: 15_000 },
  forbidOnly: Boolean(process.env['CI']),
  reporter: process.env['PLAYWRIGHT_JSON_OUTPUT_NAME'] ? [['list'], ['json']] : [['list']],
  use: {
    baseURL: `http://localhost:${port}/`,
    viewport: { width: 1280, height: 800 },
    screenshot: 'only-on-failure',
    trace: 'retain-on-failure',
    ...engine,
  },
  webServer: {
    command: 'node ../scripts/start.mjs',
    url: `http://localhost:${port}/`,
    env: { PORT: String(port) },
    timeout: 120_000,
    reuseExistingServer: false,
  },
});
