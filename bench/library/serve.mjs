// Builds the page of the library benchmark in memory, with the app's own worker, and serves it.
import { createServer } from 'node:http';
import { resolve } from 'node:path';
import { build, loadConfigFromFile } from 'vite';

const root = resolve(import.meta.dirname, '../..');
const TYPES = { html: 'text/html', js: 'text/javascript', wasm: 'application/wasm' };
/** One in every run: what a kept profile holds belongs to the origin. */
const PORT = 4378;
/** With these the browser's clock ticks in 5 µs instead of 100. */
const ISOLATED = {
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-embedder-policy': 'require-corp',
};

/** @returns {Promise<{ address: string, stop: () => void }>} */
export async function servePage() {
  const { config } = await loadConfigFromFile(
    { command: 'build', mode: 'production' },
    'vite.config.ts',
    root,
  );
  const { output } = await build({
    root,
    configFile: false,
    publicDir: false,
    logLevel: 'error',
    base: '/',
    define: config.define,
    resolve: config.resolve,
    worker: config.worker,
    plugins: config.worker.plugins(),
    build: { write: false, target: 'es2023', rolldownOptions: { input: ['bench/library/index.html'] } },
  });
  const files = new Map(
    output.map(({ fileName, code, source }) => [
      `/${fileName}`,
      { body: code ?? source, type: TYPES[fileName.split('.').at(-1)] ?? 'application/octet-stream' },
    ]),
  );
  const server = createServer(({ url }, response) => {
    const file = files.get(new URL(url, 'http://localhost').pathname);
    response.writeHead(file ? 200 : 404, { ...ISOLATED, ...(file && { 'content-type': file.type }) });
    response.end(file?.body);
  });
  await new Promise((done) => server.listen(PORT, done));
  return {
    address: `http://localhost:${server.address().port}/bench/library/index.html`,
    stop: () => server.close(),
  };
}
