// Vite plugin for `vite dev`: serves the sandbox's worker as one file, like the build. The worker starts from a blob
// in an opaque origin, where imports of an unbundled module cannot be resolved.
import { fileURLToPath } from 'node:url';
import { build, type Plugin } from 'vite';
import { wasmPin } from './wasm-pin.ts';
import { withoutNodeModules } from './without-node-modules.ts';

const PATH = '/src/sandbox/worker/worker.ts';
const ENTRY = fileURLToPath(new URL(`../..${PATH}`, import.meta.url));

export function sandboxWorker(): Plugin {
  return {
    name: 'perilune:sandbox-worker',
    apply: 'serve',
    configureServer({ middlewares, config }) {
      middlewares.use((request, response, next) => {
        const url = new URL(request.url ?? '/', 'http://localhost');
        if (!url.pathname.endsWith(PATH) || !url.searchParams.has('worker_file')) {
          return next();
        }
        bundleSandboxWorker(config.root, false).then((code) => {
          response.setHeader('content-type', 'text/javascript');
          response.setHeader('cache-control', 'no-store');
          response.end(code);
        }, next);
      });
    },
  };
}

/** The worker as one classic script. */
export async function bundleSandboxWorker(root: string, minify: boolean): Promise<string> {
  const built = await build({
    root,
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    plugins: [wasmPin(), withoutNodeModules()],
    build: {
      write: false,
      minify,
      target: 'es2023',
      rollupOptions: { input: ENTRY, output: { format: 'iife', codeSplitting: false } },
    },
  });
  const [result] = [built].flat();
  const entry =
    result && 'output' in result ? result.output.find((file) => file.type === 'chunk') : undefined;
  if (!entry) throw new Error('the sandbox worker could not be bundled');
  return entry.code;
}
