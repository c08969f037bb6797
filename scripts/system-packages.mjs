// Installs packages of the system that the tests need, where that is allowed: on Debian and its kin, as root.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/** What is asked of the system; tests put something else in its place. */
const SYSTEM = {
  isRoot: () => process.getuid?.() === 0,
  hasApt: () => existsSync('/usr/bin/apt-get'),
  run: (program, args) =>
    spawnSync(program, args, {
      stdio: 'inherit',
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    }).status === 0,
  has: (program) => !spawnSync(program, ['-v'], { stdio: 'ignore' }).error,
};

/** @returns whether it is installed now */
export function installPackage(name, system = SYSTEM) {
  if (!system.isRoot() || !system.hasApt()) return false;
  console.log(`Installing ${name} from the system’s packages …`);
  system.run('apt-get', ['update', '-qq']);
  return system.run('apt-get', ['install', '-y', '-qq', name]);
}

/** The Lua that the sandbox is compared with. Without it those tests are skipped, and the closing lines say so. */
export function ensureLua(system = SYSTEM) {
  return system.has('lua5.4') || installPackage('lua5.4', system);
}
