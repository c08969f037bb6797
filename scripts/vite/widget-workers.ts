// Vite plugin: bundles each of the widget's workers into one file next to it, and tells the widget their names. The
// model and its runtime are in indexes: a site without vectors has neither.
import { createHash } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { build, type Plugin } from 'vite';

const WORKERS = {
  __MODEL_WORKER__: { name: 'model', entry: '../../src/apps/widget/model-worker.ts' },
  __MARKDOWN_WORKER__: { name: 'markdown', entry: '../../src/apps/widget/markdown-worker.ts' },
};
/** Default addresses of the runtime's engine and thread script, unused here. */
const OWN_FILES = /new URL\("ort[\w.-]+\.(?:wasm|mjs)",\s*import\.meta\.url\)/g;

export function widgetWorkers(): Plugin {
  const files = new Map<string, string>();
  return {
    name: 'perilune:widget-workers',
    apply: 'build',
    async config({ root = process.cwd() }) {
      const define: Record<string, string> = {};
      for (const [constant, { name, entry }] of Object.entries(WORKERS)) {
        const code = await bundled(root, fileURLToPath(new URL(entry, import.meta.url)));
        const file = `parts/${name}-${createHash('sha256').update(code).digest('hex').slice(0, 8)}.js`;
        files.set(file, code);
        define[constant] = JSON.stringify(file);
      }
      return { define };
    },
    generateBundle() {
      for (const [fileName, source] of files) this.emitFile({ type: 'asset', fileName, source });
    },
  };
}

async function bundled(root: string, entry: string): Promise<string> {
  const result = await build({
    root,
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    plugins: [
      {
        name: 'perilune:runtime-without-files',
        enforce: 'pre',
        transform: (text, id) =>
          id.includes('onnxruntime-web') ? text.replace(OWN_FILES, 'new URL("about:blank")') : undefined,
      },
    ],
    build: {
      write: false,
      target: 'es2023',
      reportCompressedSize: false,
      rolldownOptions: {
        input: entry,
        output: { format: 'es', codeSplitting: false, minify: true },
        checks: { pluginTimings: false },
      },
    },
  });
  const { output } = (Array.isArray(result) ? result[0]! : result) as {
    output: { code?: string; fileName: string }[];
  };
  const [chunk, ...others] = output;
  if (!chunk?.code || others.length > 0) {
    throw new Error(
      `the worker ${entry} came in ${output.length} files: ${output.map(({ fileName }) => fileName).join(', ')}`,
    );
  }
  return chunk.code;
}
