// The sentence model for site indexes, with minimal code around it: tokens in, one vector out, one text at a time.
//
// - Its 8-bit arithmetic takes its scale from everything in a batch. Alone, a text always gets the same vector, on
//   any machine, so a site index always has the same bytes.
// - Used by the program that builds site indexes and by the widget's worker: both pass in the files of the site
//   index.
import { Tokenizer } from '@huggingface/tokenizers';
import { env, InferenceSession, Tensor } from 'onnxruntime-web/wasm';
import { DEVICE_DIMENSIONS, MOST_TOKENS } from './model-place.ts';

/** Decompressed. */
export interface ModelFiles {
  graph: Uint8Array;
  tokenizer: Uint8Array;
  runtime: Uint8Array;
}

/** Returns a vector of length 1. One call at a time. */
export type Embed = (text: string) => Promise<Float32Array>;

/** One per thread. */
export async function openSentenceModel({ graph, tokenizer, runtime }: ModelFiles): Promise<Embed> {
  env.logLevel = 'error';
  env.wasm.wasmBinary = runtime;
  // Threads share memory, which a page may do only with headers that few sites set.
  env.wasm.numThreads = 1;
  const session = await InferenceSession.create(graph, {
    executionProviders: ['wasm'],
    // The file is already optimized.
    graphOptimizationLevel: 'disabled',
  });
  const words = new Tokenizer(JSON.parse(new TextDecoder().decode(tokenizer)) as object, {});
  return async (text) => {
    const { ids } = words.encode(text);
    // The last token ends the text.
    const read = ids.length > MOST_TOKENS ? [...ids.slice(0, MOST_TOKENS - 1), ids.at(-1)!] : ids;
    const numbers = (values: readonly number[]): Tensor =>
      new Tensor('int64', BigInt64Array.from(values, BigInt), [1, values.length]);
    const [ones, zeros] = [1, 0].map((value) => numbers(read.map(() => value)));
    const given = { input_ids: numbers(read), attention_mask: ones!, token_type_ids: zeros! };
    const states = (await session.run(given))[session.outputNames[0]!]!;
    const vector = meanOf((await states.getData()) as Float32Array, read.length);
    states.dispose();
    return vector;
  };
}

/** Returns the mean of the token states, normalized to length 1. */
function meanOf(states: Float32Array, tokens: number): Float32Array {
  const vector = new Float32Array(DEVICE_DIMENSIONS);
  for (let token = 0; token < tokens; token++) {
    for (let i = 0; i < vector.length; i++) vector[i] = vector[i]! + states[token * vector.length + i]!;
  }
  const length = Math.hypot(...vector);
  return length === 0 ? vector : vector.map((value) => value / length);
}
