// The app's own modules from `src`, for benchmarks in Node.
import { resolve } from 'node:path';
import { createServer } from 'vite';

/** @returns `load('src/…')` imports one; `close` stops the server behind it. */
export async function openSource() {
  const vite = await createServer({
    root: resolve(import.meta.dirname, '..'),
    configFile: false,
    appType: 'custom',
    logLevel: 'error',
    server: { middlewareMode: true, ws: false, watch: null },
    optimizeDeps: { noDiscovery: true },
    resolve: { alias: { papaparse: resolve(import.meta.dirname, 'papaparse-in-node.mjs') } },
  });
  return { load: (path) => vite.ssrLoadModule(`/${path}`), close: () => vite.close() };
}
