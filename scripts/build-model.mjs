// Builds the embedding model in an index's format: three files, compressed for any static host. Built once and
// cached.
import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { deflateSync } from 'fflate';

const root = fileURLToPath(new URL('..', import.meta.url));
const require = createRequire(import.meta.url);
const RUNTIME = 'onnxruntime-web/ort-wasm-simd-threaded.wasm';

/** @returns the folder with `graph.bin`, `tokenizer.bin` and `runtime.bin`: 20 MB in total, each raw deflate. */
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
    // Renamed only when complete.
    const unfinished = `${packed}.${process.pid}`;
    writeFileSync(unfinished, deflateSync(readFileSync(path), { level: 9 }));
    renameSync(unfinished, packed);
  }
  return folder;
}

/** Builds the package `perilune-model`, which sites install to build indexes with vectors. @param out an absolute path */
export async function buildModelPackage(out) {
  const made = await packedModel();
  mkdirSync(out, { recursive: true });
  const names = ['graph', 'tokenizer', 'runtime'].map((name) => `${name}.bin`);
  for (const name of names) copyFileSync(join(made, name), join(out, name));
  writeFileSync(join(out, 'README.md'), README);
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const manifest = {
    name: 'perilune-model',
    version,
    description: 'The model of sentences with which `perilune build --vectors` reads the pages of a site.',
    license: 'Apache-2.0 AND MIT',
    files: names,
    exports: { './package.json': './package.json', './*.bin': './*.bin' },
  };
  writeFileSync(join(out, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
}

const README = `# perilune-model

What \`perilune build --vectors\` needs besides \`perilune\`: install it in the same project. Three files, each raw deflate:

- \`graph.bin\`, \`tokenizer.bin\`: sentence-transformers/all-MiniLM-L6-v2 with weights of 8 bits (Apache-2.0)
- \`runtime.bin\`: ONNX Runtime for WebAssembly (MIT, Microsoft Corporation)
`;

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await buildModelPackage(resolve(process.argv[2] ?? join(root, 'dist-package/model')));
}
