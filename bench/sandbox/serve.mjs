// Builds and serves the sandbox benchmark's page in memory, cross-origin isolated for an exact clock.
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { resolve } from 'node:path';
import { build } from 'vite';

const root = resolve(import.meta.dirname, '../..');
const TYPES = { html: 'text/html', js: 'text/javascript', wasm: 'application/wasm' };
/** With these, the browser's clock has a resolution of 5 µs instead of 100. */
const ISOLATED = {
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-embedder-policy': 'require-corp',
  'cross-origin-resource-policy': 'cross-origin',
};

/** @returns {Promise<{ address: string, stop: () => void }>} */
export async function servePage() {
  const { output } = await build({
    root,
    configFile: false,
    logLevel: 'error',
    base: '/',
    worker: { format: 'es' },
    build: { write: false, target: 'es2023', rolldownOptions: { input: ['bench/sandbox/index.html'] } },
  });
  const files = new Map(
    output.map(({ fileName, code, source }) => [
      `/${fileName}`,
      { body: code ?? source, type: TYPES[fileName.split('.').at(-1)] ?? 'application/octet-stream' },
    ]),
  );
  files.set('/sandbox.html', {
    body: await readFile(resolve(root, 'public/sandbox.html')),
    type: TYPES.html,
  });
  const server = createServer(({ url }, response) => {
    const file = files.get(new URL(url, 'http://localhost').pathname);
    response.writeHead(file ? 200 : 404, { ...ISOLATED, ...(file && { 'content-type': file.type }) });
    response.end(file?.body);
  });
  await new Promise((done) => server.listen(0, done));
  return {
    address: `http://localhost:${server.address().port}/bench/sandbox/index.html`,
    stop: () => server.close(),
  };
}
