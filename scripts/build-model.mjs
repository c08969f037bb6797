// The model of sentences as a pack carries it: three files, compressed so that any static host will do. Made once and kept.
import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { deflateSync } from 'fflate';

const root = fileURLToPath(new URL('..', import.meta.url));
const require = createRequire(import.meta.url);
const RUNTIME = 'onnxruntime-web/ort-wasm-simd-threaded.wasm';

/** @returns the folder that has `graph.bin`, `tokenizer.bin` and `runtime.bin`: 20 MB, each raw deflate. */
export async function packedModel() {
  const { runnerImport } = await import('vite');
  const { module } = await runnerImport(join(root, 'scripts/model/embedding-model.ts'), {
    root,
    configFile: false,
  });
  const paths = module.makeEmbeddingModel();
  const files = {
    graph: paths['onnx/model_quantized.onnx'],
    tokenizer: paths['tokenizer.json'],
    runtime: require.resolve(RUNTIME),
  };
  const hash = createHash('sha256');
  for (const path of Object.values(files)) hash.update(readFileSync(path));
  const folder = join(
    root,
    'node_modules/.cache/perilune/models',
    `packed-${hash.digest('hex').slice(0, 12)}`,
  );
  mkdirSync(folder, { recursive: true });
  for (const [name, path] of Object.entries(files)) {
    const packed = join(folder, `${name}.bin`);
    if (existsSync(packed)) continue;
    // Under its own name it is whole.
    const unfinished = `${packed}.${process.pid}`;
    writeFileSync(unfinished, deflateSync(readFileSync(path), { level: 9 }));
    renameSync(unfinished, packed);
  }
  return folder;
}

/** For an installation that is to have it: `folder` comes to lie beside the program, named `model`. */
export async function buildModelInto(folder) {
  const made = await packedModel();
  mkdirSync(folder, { recursive: true });
  for (const name of ['graph', 'tokenizer', 'runtime'])
    copyFileSync(join(made, `${name}.bin`), join(folder, `${name}.bin`));
}
