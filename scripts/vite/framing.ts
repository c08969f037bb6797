// Vite plugin: forbids framing the app, unless PERILUNE_FRAME_ANCESTORS names origins at build time.
//
// - index.html names them for the app itself and for the service worker (src/core/framing.ts).
// - `_headers` tells Netlify and Cloudflare Pages; `npm start` sends the same.
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Connect, Plugin } from 'vite';
import { FRAME_ANCESTORS, frameAncestorsDirective, originsIn } from '../../src/core/framing.ts';
import { ISOLATION } from './isolation.ts';

/** Pages that must not be framed. The sandbox's frame is our own. */
const PAGES = ['/', '/index.html', '/oauth.html'];

export function framing(allowed = process.env['PERILUNE_FRAME_ANCESTORS'] ?? ''): Plugin {
  const origins = originsIn(allowed);
  if (origins.length !== allowed.split(/\s+/).filter(Boolean).length) {
    throw new Error(
      `PERILUNE_FRAME_ANCESTORS must be origins with spaces between them, such as https://portal.example, not "${allowed}".`,
    );
  }
  let page = '';
  const refuse: Connect.NextHandleFunction = (request, response, next) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    if (PAGES.includes(pathname)) {
      const html = page === '' ? '' : readFileSync(page, 'utf8');
      response.setHeader('content-security-policy', frameAncestorsDirective(html));
    }
    next();
  };
  return {
    name: 'perilune:framing',
    transformIndexHtml: () => [
      {
        tag: 'meta',
        attrs: { name: FRAME_ANCESTORS, content: origins.join(' ') },
        injectTo: 'head',
      },
    ],
    generateBundle() {
      this.emitFile({ type: 'asset', fileName: '_headers', source: headersFile(origins) });
    },
    configureServer: ({ middlewares }) => void middlewares.use(refuse),
    configurePreviewServer({ middlewares, config }) {
      page = resolve(config.root, config.build.outDir, 'index.html');
      middlewares.use(refuse);
    },
  };
}

/** In the format of Netlify and Cloudflare Pages, for an app at the root of its host. */
export function headersFile(origins: readonly string[]): string {
  const ancestors = origins.length > 0 ? origins.join(' ') : "'none'";
  const [isolation, value] = ISOLATION;
  return PAGES.map(
    (path) => `${path}
  Content-Security-Policy: frame-ancestors ${ancestors}
${origins.length > 0 ? '' : '  X-Frame-Options: DENY\n'}${path === '/oauth.html' ? '' : `  ${isolation}: ${value}\n`}`,
  ).join('');
}
