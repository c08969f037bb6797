// Installs the locked packages when they are missing or the lock file has changed. Needs only Node and npm.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const stamp = `${root}node_modules/.perilune-lock`;

const [major, minor] = process.versions.node.split('.').map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  console.error(
    `Perilune needs Node 20.19 or newer; this is ${process.version}. Get one at https://nodejs.org.`,
  );
  process.exit(1);
}

const lock = createHash('sha256')
  .update(readFileSync(`${root}package-lock.json`))
  .digest('hex');
const installed = existsSync(stamp) && readFileSync(stamp, 'utf8') === lock;
if (!installed) {
  console.log('Installing packages (once, and after an update) …');
  // `include=dev` because NODE_ENV=production would exclude the build tools.
  const { status } = spawnSync(
    'npm',
    ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'],
    {
      cwd: root,
      stdio: 'inherit',
      shell: process.platform === 'win32',
    },
  );
  if (status !== 0) {
    console.error(
      'The packages could not be installed. Check the connection to the npm registry, then try again.',
    );
    process.exit(status ?? 1);
  }
  writeFileSync(stamp, lock);
}
