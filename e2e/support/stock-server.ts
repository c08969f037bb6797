// The built app on common servers, with the MIME types of their packages and no configuration.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const DIST = fileURLToPath(new URL('../../dist', import.meta.url));
const FOLDER = 'docs/perilune';

export type ServerName = 'nginx' | 'apache2' | 'python3';

interface Place {
  /** A folder for the server's own files. */
  own: string;
  /** The folder it serves. */
  root: string;
  port: number;
  /** Configuration lines from a recipe. */
  recipe: string;
}

/** How each is started. `root` contains a link to the app. */
const SERVERS: Record<ServerName, (place: Place) => { config?: string; args: string[] }> = {
  nginx: ({ own, root, port, recipe }) => ({
    config: `daemon off; user ${userInfo().username}; pid ${own}/pid; error_log ${own}/error.log;
      events {}
      http {
        include /etc/nginx/mime.types; default_type application/octet-stream; access_log off;
        ${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((kind) => `${kind}_temp_path ${own}/${kind};`).join(' ')}
        server { listen 127.0.0.1:${port}; root ${root}; ${recipe} }
      }`,
    args: ['-c', `${own}/config`, '-e', `${own}/error.log`],
  }),
  apache2: ({ own, root, port }) => ({
    config: `ServerName localhost
      Listen 127.0.0.1:${port}
      PidFile ${own}/pid
      ErrorLog ${own}/error.log
      DefaultRuntimeDir ${own}
      ${['mpm_event', 'authz_core', 'mime', 'dir'].map((name) => `LoadModule ${name}_module /usr/lib/apache2/modules/mod_${name}.so`).join('\n')}
      TypesConfig /etc/mime.types
      DirectoryIndex index.html
      DocumentRoot ${root}
      <Directory ${root}>
        Options FollowSymLinks
        Require all granted
      </Directory>`,
    args: ['-X', '-f', `${own}/config`],
  }),
  python3: ({ root, port }) => ({
    args: ['-m', 'http.server', String(port), '--bind', '127.0.0.1', '--directory', root],
  }),
};

/** Why it cannot be tested here, or undefined. */
export function whyNoServer(name: ServerName): string | undefined {
  const isThere = !spawnSync(name, [name === 'python3' ? '--version' : '-v'], { stdio: 'ignore' }).error;
  return isThere && (name !== 'apache2' || existsSync('/etc/mime.types')) ? undefined : `needs ${name}`;
}

export interface StockServer {
  /** The app's address: in a folder, or at the root of the host when served by a recipe. */
  url: string;
  stop(): Promise<void>;
}

/** @param recipe configuration lines; with them, the app is at the root */
export async function startStockServer(name: ServerName, recipe = ''): Promise<StockServer> {
  const own = mkdtempSync(join(tmpdir(), 'perilune-server-'));
  const root = join(own, 'site');
  const app = recipe === '' ? join(root, FOLDER) : root;
  mkdirSync(dirname(app), { recursive: true });
  symlinkSync(DIST, app);
  const port = await freePort();
  const { config, args } = SERVERS[name]({ own, root, port, recipe });
  if (config !== undefined) writeFileSync(join(own, 'config'), config);
  const server = spawn(name, args, { stdio: ['ignore', 'ignore', 'pipe'] });
  const url = `http://localhost:${port}/${recipe === '' ? `${FOLDER}/` : ''}`;
  const stop = async () => {
    await ended(server);
    rmSync(own, { recursive: true, force: true });
  };
  try {
    await answers(url, server);
  } catch (error) {
    await stop();
    throw error;
  }
  return { url, stop };
}

async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve));
  const { port } = probe.address() as AddressInfo;
  await new Promise((resolve) => probe.close(resolve));
  return port;
}

async function answers(url: string, server: ChildProcess): Promise<void> {
  let said = '';
  server.stderr?.on('data', (bytes) => (said += String(bytes)));
  for (const until = Date.now() + 15_000; Date.now() < until && server.exitCode === null;) {
    const response = await fetch(url).catch(() => undefined);
    if (response?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`the server does not answer at ${url}: ${said}`);
}

function ended(server: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    if (server.exitCode !== null || server.signalCode !== null) return resolve();
    server.once('exit', () => resolve());
    server.kill('SIGTERM');
  });
}
