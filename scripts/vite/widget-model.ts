// Vite plugin: puts the worker that runs a pack's model beside the widget, in one piece, and tells the widget its name. The
// model itself and its runtime lie in packs: a site without vectors has neither.
import { createHash } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { build, type Plugin } from 'vite';

const ENTRY = fileURLToPath(new URL('../../src/programs/widget/model-worker.ts', import.meta.url));
/** Where the runtime would look for its engine, and for itself in threads, when nobody gave them: nobody needs that here. */
const OWN_FILES = /new URL\("ort[\w.-]+\.(?:wasm|mjs)",\s*import\.meta\.url\)/g;

export function widgetModel(): Plugin {
  let code = '';
  let name = '';
  return {
    name: 'perilune:widget-model',
    apply: 'build',
    async config({ root = process.cwd() }) {
      code = await bundled(root);
      name = `parts/model-${createHash('sha256').update(code).digest('hex').slice(0, 8)}.js`;
      return { define: { __MODEL_WORKER__: JSON.stringify(name) } };
    },
    generateBundle() {
      this.emitFile({ type: 'asset', fileName: name, source: code });
    },
  };
}

async function bundled(root: string): Promise<string> {
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
        input: ENTRY,
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
      `the model's worker came in ${output.length} files: ${output.map(({ fileName }) => fileName).join(', ')}`,
    );
  }
  return chunk.code;
}
