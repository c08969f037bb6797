// A site of HTML pages in a folder, with an index, the widget and Pagefind's bundle next to them, on a server that
// counts bytes.
import { mkdirSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { dirname, extname, join, normalize, resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build, runnerImport } from 'vite';
import { appConfig } from './serve.mjs';

const root = resolve(import.meta.dirname, '..');
const TYPES = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.css': 'text/css',
};

/** @param pages `{ path, title, body }`, the body in HTML. Returns the number of pages. */
export function writePages(site, pages) {
  let count = 0;
  for (const { path, title, body } of pages) {
    const file = join(site, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(
      file,
      `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${escaped(title)}</title></head>` +
        `<body><nav><a href="/">Home</a></nav><main><h1>${escaped(title)}</h1>${body}</main></body></html>`,
    );
    count++;
  }
  return count;
}

/** As `perilune build` does, with the widget next to the index. */
export async function buildWithPerilune(site, out, widget) {
  const { define } = await appConfig();
  const { module } = await runnerImport(join(root, 'src/apps/cli/build.ts'), {
    root,
    configFile: false,
    define,
  });
  const said = [];
  const say = (text) => said.push(text);
  const output = { json: false, line: say, value: say, paint: (_, text) => text };
  const code = await module.buildPack(site, { out }, output, { widget, settings: {} });
  if (code !== 0) throw new Error(said.join('\n'));
}

export async function buildWidget(out) {
  await build({
    root,
    configFile: join(root, 'scripts/vite/widget.config.ts'),
    logLevel: 'error',
    build: { outDir: out, emptyOutDir: true },
  });
}

export function escaped(text) {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}

/**
 * Serves folders like a static host: text compressed, the rest unchanged. `takeCount()` returns what was sent since
 * its last call.
 *
 * @param {Record<string, string>} folders by the first part of their addresses; '' for everything else
 */
export async function serveCounting(folders, pages = new Map()) {
  let counted = { requests: 0, bytes: 0 };
  const server = createServer(async ({ url }, response) => {
    const path = normalize(decodeURIComponent(new URL(url, 'http://localhost').pathname));
    const [, first] = path.split('/');
    const folder = folders[first];
    const type = TYPES[extname(path)];
    try {
      const plain =
        pages.get(path) ?? (folder && (await readFile(join(folder, path.slice(first.length + 2)))));
      if (plain === undefined) throw new Error('not found');
      const body = type ? gzipSync(plain) : plain;
      counted.requests++;
      counted.bytes += body.length;
      response.writeHead(200, {
        'content-type': type ?? (path.endsWith('.wasm') ? 'application/wasm' : 'application/octet-stream'),
        ...(type && { 'content-encoding': 'gzip' }),
      });
      response.end(body);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise((done) => server.listen(0, done));
  return {
    url: `http://localhost:${server.address().port}`,
    takeCount() {
      const taken = counted;
      counted = { requests: 0, bytes: 0 };
      return taken;
    },
    stop: () => server.close(),
  };
}
