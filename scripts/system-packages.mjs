// Installs system packages for the tests, where allowed: on Debian and its derivatives, as root.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/** The system's part; tests pass their own. */
const SYSTEM = {
  isRoot: () => process.getuid?.() === 0,
  hasApt: () => existsSync('/usr/bin/apt-get'),
  startsServices: () => existsSync('/run/systemd/system'),
  run: (program, args) =>
    spawnSync(program, args, {
      stdio: 'inherit',
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    }).status === 0,
  versionOf: (name) =>
    spawnSync('dpkg-query', ['--show', '--showformat=${Version}', name], { encoding: 'utf8' }).stdout ||
    undefined,
  has: (program) => !spawnSync(program, ['-v'], { stdio: 'ignore' }).error,
};

/** @returns whether it is installed now */
export function installPackage(name, system = SYSTEM) {
  if (!system.isRoot() || !system.hasApt()) return false;
  console.log(`Installing ${name} from the system’s packages …`);
  system.run('apt-get', ['update', '-qq']);
  return system.run('apt-get', ['install', '-y', '-qq', name]);
}

/**
 * Installs a package that shares files with another: in the version of that one, which stays as it is.
 * @returns whether it is installed now
 */
export function ensureSameVersion(name, other, system = SYSTEM) {
  const version = system.versionOf(other);
  return version !== undefined && installPackage(`${name}=${version}`, system);
}

/** Programs for comparisons and serving. If one is missing, its tests are skipped, and the closing lines say so. */
const TEST_PACKAGES = [
  { program: 'lua5.4', name: 'lua5.4' },
  { program: 'apache2', name: 'apache2-bin' },
  // Its package starts a server where services are enabled, so it is not installed on a user's machine.
  { program: 'nginx', name: 'nginx-light', isService: true },
];

/** @returns the programs that are still missing */
export function ensureTestPackages(system = SYSTEM) {
  return TEST_PACKAGES.filter(({ program, name, isService }) => {
    if (system.has(program)) return false;
    return (isService && system.startsServices()) || !installPackage(name, system);
  }).map(({ program }) => program);
}
