// The worker that runs the embedding model, apart from search: terminating it frees its memory.
//
// - Everything it loads lies next to the app; it contacts no model hub or CDN.
// - The model downloads while the runtime starts and warms up with a tiny model, in parallel.
// - It runs on the GPU where there is one, else on the CPU, with threads where the page is cross-origin isolated.
import { env, InferenceSession, Tensor } from '../../knowledge/embedding/runtime.ts';
import {
  BertModel,
  BertTokenizer,
  FeatureExtractionPipeline,
  type PreTrainedModel,
  type PreTrainedTokenizer,
} from '@xenova/transformers';
import { DOWNLOAD, MOST_TOKENS, type ModelPlace } from '../../knowledge/embedding/model-place.ts';
import type { FromEmbedding, ToEmbedding } from '../../knowledge/embedding/worker-messages.ts';
import { chooseDevice, type ModelDevice } from '../../knowledge/embedding/model-device.ts';
import { tellUsedFiles } from '../../knowledge/tell-used-files.ts';

/** Bytes between two progress messages. */
const TOLD_EVERY = 500_000;
/** Tokens of the warm-up text; the tiny model has room for 16. */
const WARM_TOKENS = 8;

/** A reference sentence and the beginning of its vector; int8 and float arithmetic differ by less than the tolerance. */
const KNOWN = {
  text: 'The cat sits on the mat.',
  start: [0.138, -0.029, -0.032, 0.023],
  tolerance: 0.03,
} as const;

const worker = self as unknown as DedicatedWorkerGlobalScope;
const send = (message: FromEmbedding, transfer: Transferable[] = []): void =>
  worker.postMessage(message, transfer);
let model: Promise<FeatureExtractionPipeline>;

worker.addEventListener('message', ({ data }: MessageEvent<ToEmbedding>) => {
  if (data.type === 'load') {
    model = load(data.place, data.device, data.threads);
    // Callers waiting for vectors get the error, and the worker's owner has been told.
    model.catch(() => undefined);
  } else void answer(data.id, data.texts);
});

async function load(
  place: ModelPlace,
  allowed: 'any' | 'cpu',
  threads?: number,
): Promise<FeatureExtractionPipeline> {
  const device = await chooseDevice(allowed, threads);
  const { onCard } = device;
  try {
    const extractor = await open(place, device);
    if (onCard) await check(extractor);
    send({ type: 'ready', device: device.name });
    tellUsedFiles();
    return extractor;
  } catch (error) {
    // A runtime that failed once cannot be restarted in the same worker.
    if (onCard) send({ type: 'unfit' });
    else send({ type: 'failed', message: messageOf(error) });
    throw error;
  }
}

/** Some GPU drivers return garbage, which must not get among the vectors. */
async function check(extractor: FeatureExtractionPipeline): Promise<void> {
  const { data } = await extractor(KNOWN.text, { pooling: 'mean', normalize: true });
  const start = [...(data as Float32Array).subarray(0, KNOWN.start.length)];
  if (!start.every((value, i) => Math.abs(value - KNOWN.start[i]!) < KNOWN.tolerance)) {
    throw new Error('it does not read a sentence as it should');
  }
}

async function open(
  { folder, name }: ModelPlace,
  { onCard, threads, wasmPaths }: ModelDevice,
): Promise<FeatureExtractionPipeline> {
  env.wasm.wasmPaths = wasmPaths;
  env.wasm.numThreads = threads;
  env.logLevel = 'error';
  const path = `${folder}${name}/`;
  // Without `pipeline`, which starts the runtime only when all files are there, and requests each twice to learn its
  // size. GPU kernels multiply floats; a CPU is fastest with int8. The weights in both files are the same.
  const [bytes, config, tokenizer] = await Promise.all([
    readModel(`${path}onnx/${onCard ? 'model_uint8' : 'model_quantized'}.onnx`),
    readJson(`${path}config.json`),
    readTokenizer(path),
    // If the warm-up fails, the model itself will report it.
    onCard ? undefined : warmUp(`${path}onnx/warm_up.onnx`).catch(() => undefined),
  ]);
  const session = await InferenceSession.create(bytes, {
    executionProviders: [onCard ? 'webgpu' : 'wasm'],
    // The CPU's file is already optimized.
    graphOptimizationLevel: onCard ? 'all' : 'disabled',
  });
  const model = new Model(config, { model: session }, {});
  return new FeatureExtractionPipeline({ task: 'feature-extraction', model, tokenizer });
}

/** The declared constructor takes no arguments. */
const Model = BertModel as unknown as new (
  config: object,
  sessions: object,
  configs: object,
) => PreTrainedModel;

/** Starts the runtime and has it compile the kernels the model needs, using a tiny model. */
async function warmUp(address: string): Promise<void> {
  const bytes = new Uint8Array(await (await read(address)).arrayBuffer());
  const session = await InferenceSession.create(bytes, {
    executionProviders: ['wasm'],
    graphOptimizationLevel: 'disabled',
  });
  const ones = () => new Tensor('int64', new BigInt64Array(WARM_TOKENS).fill(1n), [1, WARM_TOKENS]);
  await session.run({ input_ids: ones(), attention_mask: ones(), token_type_ids: ones() });
  await session.release();
}

async function readModel(address: string): Promise<Uint8Array> {
  const response = await read(address);
  const total = Number(response.headers.get('content-length')) || DOWNLOAD.model;
  let [loaded, told] = [0, 0];
  const counting = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform(chunk, controller) {
      loaded += chunk.length;
      if (loaded - told >= TOLD_EVERY) send({ type: 'progress', loaded: (told = loaded), total });
      controller.enqueue(chunk);
    },
  });
  const counted = response.body?.pipeThrough(counting) ?? null;
  return new Uint8Array(await new Response(counted).arrayBuffer());
}

async function readTokenizer(folder: string): Promise<PreTrainedTokenizer> {
  const [tokenizer, config] = await Promise.all([
    readJson(`${folder}tokenizer.json`),
    readJson(`${folder}tokenizer_config.json`),
  ]);
  // The file says 512: room in the weights, not the length the model was trained with.
  return new Tokenizer(tokenizer, { ...config, model_max_length: MOST_TOKENS });
}

/** The declared constructor takes no arguments. */
const Tokenizer = BertTokenizer as unknown as new (tokenizer: object, config: object) => PreTrainedTokenizer;

async function readJson(address: string): Promise<object> {
  return (await (await read(address)).json()) as object;
}

async function read(address: string): Promise<Response> {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address} could not be read (${response.status})`);
  return response;
}

async function answer(id: number, texts: readonly string[]): Promise<void> {
  try {
    const extractor = await model;
    const output = await extractor([...texts], { pooling: 'mean', normalize: true });
    const rows = Float32Array.from(output.data as Float32Array);
    output.dispose();
    send({ type: 'vectors', id, rows }, [rows.buffer]);
  } catch (error) {
    send({ type: 'error', id, message: messageOf(error) });
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
