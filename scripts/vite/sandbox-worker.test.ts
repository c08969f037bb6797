// `vite dev` serves the sandbox's worker as one file: it starts in a context where imports cannot be resolved.
import { createServer } from 'vite';
import { expect, test } from 'vitest';
import { fileURLToPath } from 'node:url';
import { sandboxWorker } from './sandbox-worker.ts';

test("serves a script without imports at the page's address", async () => {
  const root = fileURLToPath(new URL('../..', import.meta.url));
  const server = await createServer({
    root,
    configFile: false,
    logLevel: 'silent',
    plugins: [sandboxWorker()],
    optimizeDeps: { noDiscovery: true },
    server: { port: 0, host: '127.0.0.1', watch: null, ws: false },
  });
  try {
    await server.listen();
    // As the page imports it.
    const module = await server.transformRequest('/src/sandbox/worker/worker.ts?worker&url');
    const path = /export default "([^"]+)"/.exec(module?.code ?? '')?.[1];
    const { port } = server.httpServer!.address() as { port: number };
    const answer = await fetch(`http://127.0.0.1:${port}${path ?? '/nowhere'}`);
    const code = await answer.text();
    expect(answer.headers.get('content-type')).toBe('text/javascript');
    expect(code).not.toMatch(/^import /m);
    expect(code.length).toBeGreaterThan(50_000);
  } finally {
    await server.close();
  }
});
