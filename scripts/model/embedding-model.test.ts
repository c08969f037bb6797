// The model the app serves equals the reference model: same sentences, same vectors.
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as ort from 'onnxruntime-web/wasm';
import { describe, expect, it } from 'vitest';
import { makeEmbeddingModel, MODEL } from './embedding-model.ts';
import { zeroPointOf } from './tfjs-weights.ts';

/** "The cat sits on the mat." and "How deep is the ocean?", tokenised and padded to one length. */
const TOKENS = [
  [101, 1996, 4937, 7719, 2006, 1996, 13523, 1012, 102],
  [101, 2129, 2784, 2003, 1996, 4153, 1029, 102, 0],
] as const;
/** The same model built by another program, which was evaluated on question collections. */
const MEASURED = fileURLToPath(
  new URL(`../../../shared/models/${MODEL}/onnx/model_quantized.onnx`, import.meta.url),
);

async function vectorsOf(path: string): Promise<Float32Array[]> {
  ort.env.wasm.numThreads = 1;
  const session = await ort.InferenceSession.create(readFileSync(path));
  const [rows, length] = [TOKENS.length, TOKENS[0].length];
  const tensor = (values: number[]) =>
    new ort.Tensor('int64', BigInt64Array.from(values, BigInt), [rows, length]);
  const ids = TOKENS.flat();
  const mask = ids.map((id) => (id === 0 ? 0 : 1));
  const { last_hidden_state: hidden } = await session.run({
    input_ids: tensor(ids),
    attention_mask: tensor(mask),
    token_type_ids: tensor(ids.map(() => 0)),
  });
  const data = hidden?.data as Float32Array;
  await session.release();
  return TOKENS.map((_, row) => {
    const mean = new Float32Array(384);
    for (let token = 0; token < length; token++) {
      if (mask[row * length + token] === 0) continue;
      for (let i = 0; i < 384; i++) mean[i]! += data[(row * length + token) * 384 + i]!;
    }
    const norm = Math.hypot(...mean);
    return mean.map((value) => value / norm);
  });
}

function cosine(a: Float32Array, b: Float32Array): number {
  return a.reduce((sum, value, i) => sum + value * b[i]!, 0);
}

describe('the embedding model', () => {
  it('gives the same vectors with int8 and float products, up to the int8 error', async () => {
    const paths = makeEmbeddingModel();
    const bytes = await vectorsOf(paths['onnx/model_quantized.onnx']!);
    const floats = await vectorsOf(paths['onnx/model_uint8.onnx']!);
    for (const row of [0, 1]) expect(cosine(bytes[row]!, floats[row]!)).toBeGreaterThan(0.985);
    expect(Math.abs(cosine(floats[0]!, floats[1]!))).toBeLessThan(0.3);
  });

  it.skipIf(!existsSync(MEASURED))(
    'gives the vectors of the reference model (needs ../shared/models)',
    async () => {
      const ours = await vectorsOf(makeEmbeddingModel()['onnx/model_quantized.onnx']!);
      const measured = await vectorsOf(MEASURED);
      for (const row of [0, 1]) expect(cosine(ours[row]!, measured[row]!)).toBeGreaterThan(0.9999);
    },
  );

  it('rebuilds missing or damaged files', () => {
    const folder = mkdtempSync(join(tmpdir(), 'perilune-model-'));
    try {
      const path = makeEmbeddingModel(folder)['config.json']!;
      const whole = readFileSync(path, 'utf8');
      writeFileSync(path, '{');
      makeEmbeddingModel(folder);
      expect(readFileSync(path, 'utf8')).toBe(whole);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it('refuses weights in which no byte stands for 0', () => {
    const weight = { shape: [1], bytes: Uint8Array.of(0), scale: 0.1, min: 0.55 };
    expect(() => zeroPointOf(weight)).toThrow(/no byte stands for 0/);
  });
});
