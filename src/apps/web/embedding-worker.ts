// The worker in which the model of sentences runs, apart from the search: ending it gives its memory back.
//
// - Everything it loads lies beside the app; nothing is asked of a model hub or a CDN.
// - The model is fetched while what runs it starts and is warmed up by a small one: neither waits for the other.
// - On a graphics card where there is one, else on the CPU: with threads where the page is cross-origin isolated.
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

/** Bytes between two messages about progress. */
const TOLD_EVERY = 500_000;
/** Of the text that warms up; its model has room for 16. */
const WARM_TOKENS = 8;

/** A sentence and how its vector begins; arithmetic with bytes and with floats differ by less than the tolerance. */
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
    // Whoever asks for vectors hears of it, and whoever started this worker has been told.
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
    // What has failed once cannot be started again in the same worker.
    if (onCard) send({ type: 'unfit' });
    else send({ type: 'failed', message: messageOf(error) });
    throw error;
  }
}

/** Drivers of graphics cards have been seen to answer with nonsense: that must not get among the vectors. */
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
  // Not by `pipeline`, which begins with the runtime when all files are there, and asks for each once more to learn its size.
  // Kernels of graphics cards multiply floats; a CPU is fastest with bytes. The weights are the same in both files.
  const [bytes, config, tokenizer] = await Promise.all([
    readModel(`${path}onnx/${onCard ? 'model_uint8' : 'model_quantized'}.onnx`),
    readJson(`${path}config.json`),
    readTokenizer(path),
    // What it cannot do, the model itself will say.
    onCard ? undefined : warmUp(`${path}onnx/warm_up.onnx`).catch(() => undefined),
  ]);
  const session = await InferenceSession.create(bytes, {
    executionProviders: [onCard ? 'webgpu' : 'wasm'],
    // The file for CPUs is written as the optimiser would write it.
    graphOptimizationLevel: onCard ? 'all' : 'disabled',
  });
  const model = new Model(config, { model: session }, {});
  return new FeatureExtractionPipeline({ task: 'feature-extraction', model, tokenizer });
}

/** Its declared constructor takes nothing. */
const Model = BertModel as unknown as new (
  config: object,
  sessions: object,
  configs: object,
) => PreTrainedModel;

/** Starts the runtime, and has it compile what the model needs, with a model of next to no numbers. */
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
  // The file says 512, which is what the weights have room for, not what they were trained with.
  return new Tokenizer(tokenizer, { ...config, model_max_length: MOST_TOKENS });
}

/** Its declared constructor takes nothing. */
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
