// Installs the locked packages when they are missing or the lock file has changed. Needs only Node and npm.
import { fileURLToPath } from 'node:url';
import { installLocked } from './install-locked.mjs';

const [major, minor] = process.versions.node.split('.').map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  console.error(
    `Perilune needs Node 20.19 or newer; this is ${process.version}. Get one at https://nodejs.org.`,
  );
  process.exit(1);
}

const root = fileURLToPath(new URL('..', import.meta.url));
if (!installLocked(root, 'Installing packages (once, and after an update) …')) {
  console.error(
    'The packages could not be installed. Check the connection to the npm registry, then try again.',
  );
  process.exit(1);
}
