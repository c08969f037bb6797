// After the build: lists what came out, and compiles src/sw.ts with that list in it as one classic script, sw.js.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { build, type Plugin, type ResolvedConfig } from 'vite';

/** Larger files (model runtimes) are fetched on first use instead of at the first visit. */
const MAX_BYTES = 3_000_000;
/** Pictures of the guide: whoever reads it offline reads what they show instead. */
const PICTURES = 'demo-docs/images/';
/** Vite puts a hash of the content into these names, so their address is their revision. */
const HASHED = /^assets\/.+-[\w-]{8}\.\w+$/;

export interface PrecacheEntry {
  url: string;
  revision: string | null;
}

export function serviceWorker(): Plugin {
  let config: ResolvedConfig;
  let written = false;
  return {
    name: 'perilune:service-worker',
    apply: 'build',
    configResolved(resolved) {
      config = resolved;
    },
    writeBundle() {
      written = true;
    },
    async closeBundle() {
      if (!written) return; // the build failed; its own error says more
      const outDir = resolve(config.root, config.build.outDir);
      await build({
        configFile: false,
        root: config.root,
        logLevel: 'warn',
        define: { __PRECACHE__: JSON.stringify(precacheEntries(outDir)) },
        build: {
          outDir,
          emptyOutDir: false,
          copyPublicDir: false,
          target: 'es2023',
          rollupOptions: {
            input: join(config.root, 'src/sw.ts'),
            output: { format: 'iife', entryFileNames: 'sw.js' },
          },
        },
      });
    },
  };
}

function precacheEntries(outDir: string): PrecacheEntry[] {
  return readdirSync(outDir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .map((path) => ({ url: relative(outDir, path).replaceAll('\\', '/'), bytes: readFileSync(path) }))
    .filter(({ url, bytes }) => bytes.length <= MAX_BYTES && url !== 'sw.js' && !url.endsWith('.map'))
    .filter(({ url }) => !url.startsWith(PICTURES))
    .sort((a, b) => (a.url < b.url ? -1 : 1))
    .map(({ url, bytes }) => ({
      url,
      revision: HASHED.test(url) ? null : createHash('sha256').update(bytes).digest('hex').slice(0, 16),
    }));
}
