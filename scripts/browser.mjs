// Finds a Chromium for the tests: one that is here, else the system's package where that is allowed, else Playwright's own.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const MAC = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/** Path of an installed Chromium or Chrome; CHROMIUM_PATH overrides the search. */
export function findBrowser() {
  if (process.env.CHROMIUM_PATH) return process.env.CHROMIUM_PATH;
  const folders = (process.env.PATH ?? '').split(delimiter);
  return [...folders.flatMap((folder) => NAMES.map((name) => join(folder, name))), ...MAC].find((path) =>
    existsSync(path),
  );
}

/** Makes sure that there is a browser. Returns its path, or undefined for Playwright's own. */
export function ensureBrowser() {
  const found = findBrowser();
  if (found) return found;
  const isRoot = process.getuid?.() === 0;
  if (isRoot && existsSync('/usr/bin/apt-get')) {
    console.log('Installing Chromium from the system’s packages …');
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    spawnSync('apt-get', ['update', '-qq'], { stdio: 'inherit', env });
    const { status } = spawnSync('apt-get', ['install', '-y', '-qq', 'chromium'], { stdio: 'inherit', env });
    if (status === 0) return findBrowser();
  }
  console.log('Downloading Playwright’s Chromium …');
  const { status } = spawnSync(
    process.execPath,
    ['node_modules/playwright/cli.js', 'install', 'chromium', ...(isRoot ? ['--with-deps'] : [])],
    { stdio: 'inherit' },
  );
  if (status !== 0) {
    throw new Error(
      'No browser for the tests. Install Chromium or Chrome, or set CHROMIUM_PATH to one, then try again.',
    );
  }
  return undefined;
}
