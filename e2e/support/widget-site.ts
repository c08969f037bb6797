// A documentation site as plain files on a plain server: the guide's pages, their index, and the widget next to it.
import { readdirSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chunkBody } from '../../src/knowledge/chunk.ts';
import { extractMarkdown } from '../../src/knowledge/extract/markdown.ts';
import { packOf } from '../../src/site-index/memory-pack.test-support.ts';

const GUIDE = new URL('../../public/demo-docs/', import.meta.url);
const WIDGET = fileURLToPath(new URL('../../dist/widget/', import.meta.url));

/** All the widget needs of a page's policy: its script, and its requests; nothing for styles. */
export const STRICT =
  "default-src 'none'; script-src 'self'; connect-src 'self'; style-src 'self'; require-trusted-types-for 'script'";

export interface WidgetSite {
  /** Not at the root of its host, as on a project page. */
  url: string;
  /** Serves a page with this body (and head, and policy) at `name`. */
  page(name: string, body: string, options?: { head?: string; html?: string; policy?: string }): void;
  /** While it is down, the index's files are missing. */
  breakPack(isDown: boolean): void;
  /** Requested paths below the site, in order. */
  requests: string[];
  stop(): Promise<void>;
}

export const SCRIPT = '<script type="module" src="/docs/widget/perilune-chat.js"></script>';

const escape = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

export async function startWidgetSite(): Promise<WidgetSite> {
  const pages = new Map<string, { html: string; policy: string }>();
  const page: WidgetSite['page'] = (name, body, { head = '', html = 'lang="en"', policy = STRICT } = {}) => {
    const start = `<!doctype html><html ${html}><head><meta charset="utf-8"><title>${name}</title>`;
    const screen = '<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">';
    pages.set(name, { html: `${start}${screen}${head}</head><body>${body}</body></html>`, policy });
  };
  const chunks = readdirSync(GUIDE)
    .filter((file) => file.endsWith('.md'))
    .flatMap((file) => {
      const { title = '', body } = extractMarkdown(readFileSync(new URL(file, GUIDE), 'utf8'));
      const own = chunkBody(body, true).map((chunk) => ({ document: file.slice(0, -3), title, ...chunk }));
      const sections = own.map(
        ({ heading, text }, index) =>
          `<h2 id="s${index}">${escape(heading.at(-1) ?? '')}</h2><p>${escape(text)}</p>`,
      );
      page(
        `${file.slice(0, -3)}.html`,
        `<main><h1>${escape(title)}</h1>${sections.join('')}</main>${CHAT}${SCRIPT}`,
      );
      return own;
    });
  const pack = packOf(chunks, {
    filtersOf: (document) => ({
      part: [/^0[5]/.test(document) ? 'Tools' : /^06/.test(document) ? 'Library' : 'Start'],
    }),
    widget: {
      questions: ['How do I write a Lua tool?', 'Which file formats can be read?', 'What leaves my device?'],
    },
  });
  const requests: string[] = [];
  let isDown = false;
  const server = createServer((request, response) => {
    const path = decodeURIComponent(new URL(request.url ?? '/', 'http://x').pathname);
    const name = path.replace(/^\/docs\//, '');
    requests.push(name);
    const known = pages.get(name);
    const packed = name.startsWith('perilune/') ? pack.files.get(name.slice('perilune/'.length)) : undefined;
    if (known) {
      response.setHeader('content-security-policy', known.policy);
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(known.html);
    } else if (packed && !isDown) {
      response.writeHead(200, { 'content-type': 'application/octet-stream' }).end(packed);
    } else if (name.startsWith('widget/') && extname(name) === '.js' && !normalize(name).startsWith('..')) {
      readFile(join(WIDGET, normalize(name.slice('widget/'.length)))).then(
        (bytes) => response.writeHead(200, { 'content-type': 'text/javascript; charset=utf-8' }).end(bytes),
        () => response.writeHead(404).end(),
      );
    } else response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://localhost:${port}/docs/`,
    page,
    breakPack: (down) => void (isDown = down),
    requests,
    stop: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

const CHAT = '<perilune-chat pack="/docs/perilune/"></perilune-chat>';
