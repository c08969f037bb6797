// Vite plugin: copies the sandbox next to the widget, and tells the widget its file names. The frame keeps its name,
// for pages' policies; worker and engine are named by hash, so that versions never mix.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';
import { bundleSandboxWorker } from './sandbox-worker.ts';
import { checkEngine, ENGINE } from './wasm-pin.ts';

const FRAME = fileURLToPath(new URL('../../public/sandbox.html', import.meta.url));

export function widgetSandbox(): Plugin {
  const files: Record<string, string | Uint8Array> = {};
  return {
    name: 'perilune:widget-sandbox',
    apply: 'build',
    async config({ root = process.cwd() }) {
      const worker = await bundleSandboxWorker(root, true);
      const engine = readFileSync(ENGINE);
      checkEngine(engine);
      const names = {
        frame: 'sandbox.html',
        worker: `parts/sandbox-${hashOf(worker)}.js`,
        wasm: `parts/lua-${hashOf(engine)}.wasm`,
      };
      Object.assign(files, {
        [names.frame]: readFileSync(FRAME),
        [names.worker]: worker,
        [names.wasm]: engine,
      });
      return { define: { __SANDBOX_FILES__: JSON.stringify(names) } };
    },
    generateBundle() {
      for (const [fileName, source] of Object.entries(files)) {
        this.emitFile({ type: 'asset', fileName, source });
      }
    },
  };
}

function hashOf(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('hex').slice(0, 8);
}
