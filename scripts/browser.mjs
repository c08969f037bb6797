// Finds a browser for the tests. Chromium: an installed one, else the system's package if installing is allowed, else
// Playwright's own. Firefox and WebKit: only installed ones.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensureSameVersion, installPackage } from './system-packages.mjs';
import { ensureWebkit, webkitPaths } from './webkit.mjs';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
/** Chromium without its windows, which Playwright's own build starts too. A journey costs a quarter less in it. */
const SHELL = 'chromium-headless-shell';
const MAC = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

const FIREFOX_NAMES = ['firefox-esr', 'firefox'];
const FIREFOX_MAC = ['/Applications/Firefox.app/Contents/MacOS/firefox'];
/** Without a display, Firefox assumes a device without a mouse; 6 means a fine pointer that can hover. */
const WITH_MOUSE = { 'ui.primaryPointerCapabilities': 6, 'ui.allPointerCapabilities': 6 };
/** The list of downloads would take the focus from the page. */
const QUIET_DOWNLOADS = { 'browser.download.alwaysOpenPanel': false };
const CHROMIUM_ARGS = ['--no-sandbox', '--disable-background-networking', '--disable-component-update'];

/** Returns the path of an installed Chromium or Chrome; CHROMIUM_PATH overrides the search. */
export function findBrowser() {
  if (process.env.CHROMIUM_PATH) return process.env.CHROMIUM_PATH;
  return findProgram(NAMES, MAC);
}

/** The shell, unless CHROMIUM_PATH names a browser. */
function findShell() {
  return process.env.CHROMIUM_PATH ? undefined : findProgram([SHELL]);
}

function findProgram(names, elsewhere = []) {
  const folders = (process.env.PATH ?? '').split(delimiter);
  return [...folders.flatMap((folder) => names.map((name) => join(folder, name))), ...elsewhere].find(
    (path) => existsSync(path),
  );
}

/** Lazy: on a fresh machine nothing is installed yet when this file loads. */
const playwright = () => createRequire(import.meta.url)('playwright');

export const ENGINES = ['chromium', 'firefox', 'webkit'];

/**
 * Returns the Playwright `use` options that start this engine.
 * @param {boolean} [windowless] Chromium's shell, where it is installed
 * @returns {{ browserName: 'chromium' | 'firefox' | 'webkit', launchOptions?: import('playwright').LaunchOptions }}
 * @throws Error with a sentence when the engine is unknown or not installed.
 */
export function engineOptions(engine, windowless = false) {
  if (engine === 'chromium') {
    const executablePath = (windowless && findShell()) || findBrowser();
    return {
      browserName: 'chromium',
      launchOptions: { ...(executablePath ? { executablePath } : {}), args: CHROMIUM_ARGS },
    };
  }
  if (engine === 'firefox') return firefoxOptions();
  if (engine !== 'webkit') throw new Error(`There is no engine named ${engine}: ${ENGINES.join(', ')}.`);
  // Without Playwright's own build, WebKitGTK runs the core journeys (e2e/core/drivers.ts).
  if (!existsSync(playwright().webkit.executablePath())) webkitPaths();
  return { browserName: 'webkit' };
}

/**
 * Playwright's own Firefox, else a stock one over WebDriver BiDi; FIREFOX_PATH overrides the search.
 * @returns {{ browserName: 'firefox', launchOptions?: import('playwright').LaunchOptions }}
 */
function firefoxOptions() {
  if (!process.env.FIREFOX_PATH && existsSync(playwright().firefox.executablePath()))
    return { browserName: 'firefox' };
  const path = process.env.FIREFOX_PATH ?? findProgram(FIREFOX_NAMES, FIREFOX_MAC);
  if (!path) {
    throw new Error(
      'There is no Firefox here: install it (Debian: firefox-esr), set FIREFOX_PATH to one, or run npx playwright install firefox.',
    );
  }
  return {
    browserName: 'firefox',
    launchOptions: {
      channel: 'moz-firefox',
      executablePath: fileURLToPath(new URL('firefox.mjs', import.meta.url)),
      env: { ...process.env, FIREFOX_PATH: path },
      firefoxUserPrefs: { ...WITH_MOUSE, ...QUIET_DOWNLOADS },
    },
  };
}

/** Installs a missing engine. @throws Error with a sentence if that is not allowed. */
export function ensureEngine(engine) {
  const missing = () => {
    try {
      engineOptions(engine);
      return false;
    } catch {
      return true;
    }
  };
  if (engine === 'firefox' && missing()) installPackage('firefox-esr');
  if (engine === 'webkit' && missing()) ensureWebkit();
  engineOptions(engine);
}

/** False for WebKitGTK, which Playwright cannot drive: it runs only the core journeys. */
export function runsAllJourneys(engine) {
  return engine !== 'webkit' || existsSync(playwright().webkit.executablePath());
}

/** Makes sure that there is a browser, and its shell where the system has the same version of it. */
export function ensureBrowser() {
  if (findBrowser() || installPackage('chromium')) {
    if (!process.env.CHROMIUM_PATH && !findShell()) ensureSameVersion(SHELL, 'chromium');
    return;
  }
  console.log('Downloading Playwright’s Chromium …');
  const { status } = spawnSync(
    process.execPath,
    [
      'node_modules/playwright/cli.js',
      'install',
      'chromium',
      ...(process.getuid?.() === 0 ? ['--with-deps'] : []),
    ],
    { stdio: 'inherit' },
  );
  if (status !== 0) {
    throw new Error(
      'No browser for the tests. Install Chromium or Chrome, or set CHROMIUM_PATH to one, then try again.',
    );
  }
}
