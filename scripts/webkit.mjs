// Finds WebKitGTK, its driver and a display for it, and installs them where allowed.
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { installPackage } from './system-packages.mjs';

const DRIVER = '/usr/bin/WebKitWebDriver';
const XVFB = '/usr/bin/Xvfb';
const LIBRARIES = ['/usr/lib/x86_64-linux-gnu', '/usr/lib/aarch64-linux-gnu'];

/** Debian's folder is named after the API version. */
function findMiniBrowser() {
  return LIBRARIES.filter((folder) => existsSync(folder))
    .flatMap((folder) =>
      readdirSync(folder)
        .filter((name) => /^webkit(2)?gtk-/.test(name))
        .map((name) => join(folder, name, 'MiniBrowser')),
    )
    .find((path) => existsSync(path));
}

/**
 * @returns {{ driver: string, browser: string, display: string | undefined }} `display`: the program that creates
 *   one, if there is none
 * @throws Error with a sentence when something is missing
 */
export function webkitPaths() {
  const browser = findMiniBrowser();
  const hasScreen = Boolean(process.env.DISPLAY ?? process.env.WAYLAND_DISPLAY);
  if (!browser || !existsSync(DRIVER) || !(hasScreen || existsSync(XVFB))) {
    throw new Error(
      'WebKit cannot be driven here: install webkit2gtk-driver and xvfb, which Debian and its kin have.',
    );
  }
  return { driver: DRIVER, browser, display: hasScreen ? undefined : XVFB };
}

/** Installs what is missing. @throws Error with a sentence if that is not allowed. */
export function ensureWebkit() {
  try {
    webkitPaths();
  } catch {
    installPackage('webkit2gtk-driver');
    installPackage('xvfb');
    webkitPaths();
  }
}
