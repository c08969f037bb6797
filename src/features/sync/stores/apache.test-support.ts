// Starts Debian's Apache with `mod_dav` on a folder, where it is installed: a real WebDAV server for tests.
import { spawn, type ChildProcess } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const PROGRAM = '/usr/sbin/apache2';
const MODULES = '/usr/lib/apache2/modules';

export const hasApache = existsSync(PROGRAM) && existsSync(join(MODULES, 'mod_dav_fs.so'));

export interface Apache {
  url: string;
  folder: string;
  stop(): Promise<void>;
}

/** @param origin the page that may use it, as a CORS answer; absent: none */
export async function startApache({
  origin,
  port,
}: { origin?: string; port?: number } = {}): Promise<Apache> {
  const root = mkdtempSync(join(tmpdir(), 'perilune-dav-'));
  const folder = join(root, 'files');
  mkdirSync(folder);
  const at = port ?? (await freePort());
  const digest = createHash('sha1').update('moon').digest('base64');
  writeFileSync(join(root, 'users'), `me:{SHA}${digest}\n`);
  writeFileSync(join(root, 'httpd.conf'), config({ root, folder, port: at, ...(origin && { origin }) }));
  const child = spawn(PROGRAM, ['-X', '-f', join(root, 'httpd.conf')], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const told: string[] = [];
  child.stderr.on('data', (data) => told.push(String(data)));
  const url = `http://127.0.0.1:${at}/dav/`;
  await answers(url, child, told);
  return {
    url,
    folder,
    stop: async () => {
      const ended = new Promise((resolve) => child.once('exit', resolve));
      child.kill();
      await ended;
      rmSync(root, { recursive: true, force: true });
    },
  };
}

function config({
  root,
  folder,
  port,
  origin,
}: {
  root: string;
  folder: string;
  port: number;
  origin?: string;
}) {
  const modules = [
    ...['mpm_prefork', 'authn_core', 'authn_file', 'authz_core', 'authz_user', 'auth_basic'],
    ...['alias', 'dir', 'mime', 'headers', 'setenvif', 'rewrite', 'dav', 'dav_fs', 'dav_lock'],
  ];
  const cors = origin
    ? `Header always set Access-Control-Allow-Origin "${origin}"
  Header always set Access-Control-Allow-Methods "GET, HEAD, PUT, DELETE, PROPFIND, MKCOL, OPTIONS"
  Header always set Access-Control-Allow-Headers "Authorization, Content-Type, Depth, If-None-Match"
  Header always set Access-Control-Expose-Headers "ETag, Retry-After"
  RewriteEngine On
  RewriteCond %{REQUEST_METHOD} OPTIONS
  RewriteRule .* - [R=204,L]`
    : '';
  return `ServerRoot "${root}"
ServerName localhost
KeepAlive Off
Timeout 3
Listen 127.0.0.1:${port}
PidFile "${root}/pid"
ErrorLog "${root}/error.log"
${modules.map((name) => `LoadModule ${name}_module ${MODULES}/mod_${name}.so`).join('\n')}
TypesConfig /etc/mime.types
DocumentRoot "${root}"
DavLockDB "${root}/locks"
Alias /dav "${folder}"
<Directory "${folder}">
  Dav On
  AuthType Basic
  AuthName "dav"
  AuthUserFile "${root}/users"
  <LimitExcept OPTIONS>
    Require valid-user
  </LimitExcept>
  <Limit OPTIONS>
    Require all granted
  </Limit>
  ${cors}
</Directory>
`;
}

async function answers(url: string, child: ChildProcess, told: readonly string[]): Promise<void> {
  for (let attempt = 0; attempt < 100; attempt += 1) {
    if (child.exitCode !== null) throw new Error(`Apache did not start: ${told.join('')}`);
    const isUp = await fetch(url).then(
      () => true,
      () => false,
    );
    if (isUp) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error('Apache does not answer');
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number };
      server.close(() => resolve(port));
    });
  });
}
