// Installs the packages of a lock file when they are missing or the lock file has changed. Needs only Node and npm.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { npm } from './npm.mjs';

/**
 * @param {string} folder has the lock file
 * @param {string} message printed before an installation
 * @returns {boolean} false if they could not be installed
 */
export function installLocked(folder, message) {
  const lockFile = join(folder, 'package-lock.json');
  const stamp = join(folder, 'node_modules/.perilune-lock');
  const lock = createHash('sha256').update(readFileSync(lockFile)).digest('hex');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === lock) return true;
  if (!isInstalledByHand(folder, lockFile)) {
    console.log(message);
    // `include=dev` because NODE_ENV=production would exclude the build tools.
    if (!npm(['ci', '--include=dev'], folder)) return false;
  }
  mkdirSync(join(folder, 'node_modules'), { recursive: true });
  writeFileSync(stamp, lock);
  return true;
}

/**
 * After `npm ci` or `npm install`, npm's own record of what it installed is newer than the lock file. With
 * `--omit=dev` or NODE_ENV=production it lacks the build tools.
 */
function isInstalledByHand(folder, lockFile) {
  const record = join(folder, 'node_modules/.package-lock.json');
  if (!existsSync(record) || statSync(record).mtimeMs < statSync(lockFile).mtimeMs) return false;
  const there = packagesIn(record);
  return Object.entries(packagesIn(lockFile)).every(
    ([place, { version, optional, devOptional }]) =>
      place === '' || optional || devOptional || there[place]?.version === version,
  );
}

function packagesIn(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8')).packages ?? {};
  } catch {
    return {};
  }
}
