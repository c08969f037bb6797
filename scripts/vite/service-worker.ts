// Runs after the build: lists the output, and compiles src/apps/web/sw.ts with that list into one classic script,
// sw.js.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { build, type Plugin } from 'vite';
import { afterBuild } from './after-build.ts';

/**
 * Files of semantic search and table questions, language detection, translations, East Asian PDF fonts, PDF and Office
 * rendering, formulas and diagrams: downloaded on first use instead of on the first visit, and cached.
 */
const ON_DEMAND =
  /^(?:models\/|texts\/|assets\/(?:worker-)?(?:embedding-worker|generation-worker|ort-wasm|static\.extrasmall|tables-worker|sqlite3|recognition-worker|typeset|mermaid\.min|KaTeX_\w+|tesseract-core|\w+\.traineddata|pdf-rasters|pdf-pages-worker|PdfView|pdf-file|OfficeView|office-worker|pdf-parts|jbig2|openjpeg|Foxit\w+|LiberationSans)-|assets\/pdf-[\w-]{8}\.js$|.*\.bcmap$)/;
/** Not for browsers: the worker itself, and files for hosts. */
const SERVER_FILES = ['sw.js', '_headers', '404.html'];
/** Nothing else should be as large; a larger file is downloaded on each use. */
const MAX_BYTES = 3_000_000;
/** Images of the guide: offline readers see their descriptions instead. */
const PICTURES = 'demo-docs/images/';
/** The guide as Markdown: the app reads all of it from one file. */
const GUIDE_PAGES = /^demo-docs\/[^/]+\.md$/;
/** Vite hashes the content into these names, so the address is the revision. */
const HASHED = /^assets\/.+-[\w-]{8}\.\w+$/;

export interface PrecacheEntry {
  url: string;
  revision: string | null;
}

export function serviceWorker(): Plugin {
  return afterBuild('service-worker', null, async (config) => {
    const outDir = resolve(config.root, config.build.outDir);
    await build({
      configFile: false,
      root: config.root,
      logLevel: 'warn',
      define: definitions(listed(outDir)),
      build: {
        outDir,
        emptyOutDir: false,
        copyPublicDir: false,
        target: 'es2023',
        rollupOptions: {
          input: join(config.root, 'src/apps/web/sw.ts'),
          output: { format: 'iife', entryFileNames: 'sw.js' },
        },
      },
    });
  });
}

interface Listed extends PrecacheEntry {
  bytes: number;
}

function definitions(files: Listed[]): Record<string, string> {
  const json = (wanted: Listed[]): string =>
    JSON.stringify(wanted.map(({ url, revision }) => ({ url, revision })));
  return {
    __PRECACHE__: json(files.filter(({ url, bytes }) => !ON_DEMAND.test(url) && bytes <= MAX_BYTES)),
    __ON_DEMAND__: json(files.filter(({ url }) => ON_DEMAND.test(url))),
  };
}

function listed(outDir: string): Listed[] {
  return readdirSync(outDir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .map((path) => ({ url: relative(outDir, path).replaceAll('\\', '/'), path }))
    .filter(({ url }) => !SERVER_FILES.includes(url) && !url.endsWith('.map'))
    .filter(({ url }) => !url.startsWith(PICTURES) && !GUIDE_PAGES.test(url))
    .sort((a, b) => (a.url < b.url ? -1 : 1))
    .map(({ url, path }) => {
      const bytes = readFileSync(path);
      const revision = HASHED.test(url)
        ? null
        : createHash('sha256').update(bytes).digest('hex').slice(0, 16);
      return { url, revision, bytes: bytes.length };
    });
}
