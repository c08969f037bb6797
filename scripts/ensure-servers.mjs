// Installs the servers that tests run against: Chroma for remote collections, s3rver for sync. They are not part of the
// app, so `npm start` never installs them; where installing fails, their tests are skipped and say so.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const SERVERS = [
  ['chroma', 'a Chroma server', 'remote collections'],
  ['s3', 'an S3 server', 'sync with buckets'],
];

for (const [name, what, tests] of SERVERS) {
  const folder = fileURLToPath(new URL(`../e2e/${name}`, import.meta.url));
  const stamp = `${folder}/node_modules/.perilune-lock`;
  const lock = createHash('sha256')
    .update(readFileSync(`${folder}/package-lock.json`))
    .digest('hex');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === lock) continue;
  console.log(`Installing ${what} for the tests (once) …`);
  const { status } = spawnSync('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: folder,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
  if (status === 0) writeFileSync(stamp, lock);
  else console.warn(`It could not be installed; the tests of ${tests} are skipped.`);
}
