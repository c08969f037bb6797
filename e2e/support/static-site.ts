// The built app on a test's own server, in a folder of a site, so that a new version can be deployed under an open
// page.
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';

const DIST = fileURLToPath(new URL('../../dist/', import.meta.url));
const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.md': 'text/markdown; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.wasm': 'application/wasm',
  '.webmanifest': 'application/manifest+json',
};

export interface StaticSite {
  /** The app's address, not at the root of its host, as on a project page. */
  url: string;
  /** From now on sw.js differs, as after every deployment. */
  deployNewVersion(): void;
  /** From now on `edit` transforms this file. */
  change(name: string, edit: (text: string) => string): void;
  stop(): Promise<void>;
}

export async function startStaticSite(): Promise<StaticSite> {
  let suffix = '';
  const edits = new Map<string, (text: string) => string>();
  const server = createServer((request, response) => {
    const path = decodeURIComponent(new URL(request.url ?? '/', 'http://x').pathname);
    const name = normalize(path.replace(/^\/app\//, '') || 'index.html');
    if (!path.startsWith('/app/') || name.startsWith('..')) {
      response.writeHead(404).end();
      return;
    }
    readFile(join(DIST, name)).then(
      (bytes) => {
        response.writeHead(200, {
          'content-type': TYPES[extname(name)] ?? 'application/octet-stream',
          'cache-control': 'no-cache',
        });
        const edit = edits.get(name);
        if (edit) response.end(edit(bytes.toString()));
        else response.end(name === 'sw.js' ? bytes.toString() + suffix : bytes);
      },
      () => response.writeHead(404).end(),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://localhost:${port}/app/`,
    deployNewVersion: () => void (suffix += `\n// version ${suffix.length}`),
    change: (name, edit) => void edits.set(name, edit),
    stop: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
