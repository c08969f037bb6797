// Builds a benchmark's page in memory, like the app, and serves it.
import { createServer } from 'node:http';
import { resolve } from 'node:path';
import { build, loadConfigFromFile } from 'vite';

const root = resolve(import.meta.dirname, '..');
const TYPES = {
  html: 'text/html',
  js: 'text/javascript',
  mjs: 'text/javascript',
  json: 'application/json',
  wasm: 'application/wasm',
};
/** With these, the browser's clock has a resolution of 5 µs instead of 100. */
const ISOLATED = {
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-embedder-policy': 'require-corp',
};

/** The app's build settings. */
export async function appConfig() {
  const { config } = await loadConfigFromFile(
    { command: 'build', mode: 'production' },
    'vite.config.ts',
    root,
  );
  return config;
}

/**
 * @param {string} page its path in bench/
 * @param {Map<string, Buffer>} [more] files it fetches, by path
 * @param {number} [port] a fixed one if a kept profile is reopened, since its data belongs to the origin
 * @returns {Promise<{ address: string, stop: () => void }>}
 */
export async function servePage(page, more = new Map(), port = 0) {
  const config = await appConfig();
  // The model is next to the page, as in the app.
  const model = config.plugins.find((plugin) => plugin?.name === 'perilune:embedding-model');
  const { output } = await build({
    root,
    configFile: false,
    publicDir: false,
    logLevel: 'error',
    base: '/',
    define: config.define,
    resolve: config.resolve,
    worker: config.worker,
    plugins: [...config.worker.plugins(), model],
    build: { write: false, target: 'es2023', rolldownOptions: { input: [`bench/${page}`] } },
  });
  const files = new Map([
    ...output.map(({ fileName, code, source }) => [`/${fileName}`, code ?? source]),
    ...more,
  ]);
  const server = createServer(({ url }, response) => {
    const { pathname } = new URL(url, 'http://localhost');
    const body = files.get(pathname);
    const type = TYPES[pathname.split('.').at(-1)] ?? 'application/octet-stream';
    response.writeHead(body === undefined ? 404 : 200, { ...ISOLATED, 'content-type': type });
    response.end(body);
  });
  await new Promise((done) => server.listen(port, done));
  return {
    address: `http://localhost:${server.address().port}/bench/${page}`,
    stop: () => server.close(),
  };
}
