// Installs the servers that tests run against: Chroma for remote collections, s3rver for sync. They are not part of the
// app, so `npm start` never installs them; where installing fails, their tests are skipped and say so.
import { fileURLToPath } from 'node:url';
import { installLocked } from './install-locked.mjs';

const SERVERS = [
  ['chroma', 'a Chroma server', 'remote collections'],
  ['s3', 'an S3 server', 'sync with buckets'],
];

for (const [name, what, tests] of SERVERS) {
  const folder = fileURLToPath(new URL(`../e2e/${name}`, import.meta.url));
  if (!installLocked(folder, `Installing ${what} for the tests (once) …`)) {
    console.warn(`It could not be installed; the tests of ${tests} are skipped.`);
  }
}
