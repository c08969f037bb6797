// Runs npm. Needs only Node.
import { spawnSync } from 'node:child_process';

/**
 * Shows npm's own output as it comes.
 * @param {string[]} args the command and its options
 * @param {string} folder where it runs
 * @returns {boolean} whether it succeeded
 */
export function npm(args, folder) {
  const { status } = spawnSync('npm', [...args, '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: folder,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
  return status === 0;
}
