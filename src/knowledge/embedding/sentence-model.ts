// The model of sentences for packs, with as little around it as it takes: tokens in, one vector out, one text at a time.
//
// - Its arithmetic with bytes takes its scale from all that goes through it together: alone, a text has the same vector
//   whatever else was embedded before and on whichever machine, and a pack the same bytes.
// - For the program that builds packs and the worker of the widget: both give it the files that lie in the pack.
import { Tokenizer } from '@huggingface/tokenizers';
import { env, InferenceSession, Tensor } from 'onnxruntime-web/wasm';
import { DEVICE_DIMENSIONS, MOST_TOKENS } from './model-place.ts';

/** As they are when they have been decompressed. */
export interface ModelFiles {
  graph: Uint8Array;
  tokenizer: Uint8Array;
  runtime: Uint8Array;
}

/** Of length 1. One at a time. */
export type Embed = (text: string) => Promise<Float32Array>;

/** One in each thread. */
export async function openSentenceModel({ graph, tokenizer, runtime }: ModelFiles): Promise<Embed> {
  env.logLevel = 'error';
  env.wasm.wasmBinary = runtime;
  // Threads share memory, which a page has under rules alone that few sites follow.
  env.wasm.numThreads = 1;
  const session = await InferenceSession.create(graph, {
    executionProviders: ['wasm'],
    // The file is written as the optimiser would write it.
    graphOptimizationLevel: 'disabled',
  });
  const words = new Tokenizer(JSON.parse(new TextDecoder().decode(tokenizer)) as object, {});
  return async (text) => {
    const { ids } = words.encode(text);
    // The last one says that the text ends.
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

/** The mean of what each token has become, stretched to length 1. */
function meanOf(states: Float32Array, tokens: number): Float32Array {
  const vector = new Float32Array(DEVICE_DIMENSIONS);
  for (let token = 0; token < tokens; token++) {
    for (let i = 0; i < vector.length; i++) vector[i] = vector[i]! + states[token * vector.length + i]!;
  }
  const length = Math.hypot(...vector);
  return length === 0 ? vector : vector.map((value) => value / length);
}
