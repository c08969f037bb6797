// Installs the Chroma server for the tests of remote collections. It is not part of the app, so `npm start` never
// installs it; if installing fails, those tests are skipped and say so.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const folder = fileURLToPath(new URL('../e2e/chroma', import.meta.url));
const stamp = `${folder}/node_modules/.perilune-lock`;
const lock = createHash('sha256')
  .update(readFileSync(`${folder}/package-lock.json`))
  .digest('hex');

if (!existsSync(stamp) || readFileSync(stamp, 'utf8') !== lock) {
  console.log('Installing a Chroma server for the tests (once) …');
  const { status } = spawnSync('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: folder,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
  if (status === 0) writeFileSync(stamp, lock);
  else console.warn('It could not be installed; the tests of remote knowledge are skipped.');
}
