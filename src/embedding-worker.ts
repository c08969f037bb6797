// The worker in which the model of sentences runs, apart from the search: ending it gives its memory back.
//
// - Everything it loads lies beside the app; nothing is asked of a model hub or a CDN.
// - On a graphics card where there is one, else on the CPU: with threads where the page is cross-origin isolated.
import {
  AutoModel,
  BertTokenizer,
  env,
  FeatureExtractionPipeline,
  LogLevel,
  type PreTrainedTokenizer,
} from '@xenova/transformers';
import cpuModule from 'onnxruntime-web/ort-wasm-simd-threaded.mjs?url';
import cpuWasm from 'onnxruntime-web/ort-wasm-simd-threaded.wasm?url';
import gpuModule from 'onnxruntime-web/ort-wasm-simd-threaded.jspi.mjs?url';
import gpuWasm from 'onnxruntime-web/ort-wasm-simd-threaded.jspi.wasm?url';
import { MOST_TOKENS, type ModelPlace } from './knowledge/embedding/model-place.ts';
import type { FromEmbedding, ToEmbedding } from './knowledge/embedding/worker-messages.ts';

/** More threads than this no longer helped on short texts, and the page needs some too. */
const MOST_THREADS = 4;

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
    model = load(data.place, data.device);
    // Whoever asks for vectors hears of it, and whoever started this worker has been told.
    model.catch(() => undefined);
  } else void answer(data.id, data.texts);
});

async function load(place: ModelPlace, allowed: 'any' | 'cpu'): Promise<FeatureExtractionPipeline> {
  const onCard = allowed === 'any' && (await hasGraphicsCard());
  try {
    const threads = threadCount();
    const extractor = await open(place, onCard ? 'webgpu' : 'wasm', threads);
    const { dims, data } = await extractor(KNOWN.text, { pooling: 'mean', normalize: true });
    const start = [...(data as Float32Array).subarray(0, KNOWN.start.length)];
    // Drivers of graphics cards have been seen to answer with nonsense: that must not get among the vectors.
    if (!start.every((value, i) => Math.abs(value - KNOWN.start[i]!) < KNOWN.tolerance)) {
      throw new Error('it does not read a sentence as it should');
    }
    const device = onCard ? 'WebGPU' : threads === 1 ? 'CPU' : `CPU, ${threads} threads`;
    send({ type: 'ready', device, dimensions: dims[1] ?? 0 });
    return extractor;
  } catch (error) {
    // What has failed once cannot be started again in the same worker.
    if (onCard) send({ type: 'unfit' });
    else send({ type: 'failed', message: messageOf(error) });
    throw error;
  }
}

async function open(
  { folder, name }: ModelPlace,
  device: 'webgpu' | 'wasm',
  threads: number,
): Promise<FeatureExtractionPipeline> {
  env.allowRemoteModels = false;
  env.allowLocalModels = true;
  env.localModelPath = folder;
  // Kept by the service worker, with the rest of the app.
  env.useBrowserCache = false;
  env.useWasmCache = false;
  env.logLevel = LogLevel.ERROR;
  const { wasm } = env.backends.onnx;
  if (!wasm) throw new Error('The runtime of the model has no WebAssembly part.');
  wasm.wasmPaths =
    device === 'webgpu' ? { wasm: gpuWasm, mjs: gpuModule } : { wasm: cpuWasm, mjs: cpuModule };
  wasm.numThreads = threads;
  // Not by `pipeline`, which asks for each file once more to learn its size.
  const [tokenizer, model] = await Promise.all([
    readTokenizer(`${folder}${name}/`),
    AutoModel.from_pretrained(name, {
      device,
      // Kernels of graphics cards multiply floats; a CPU is fastest with bytes. The weights are the same in both files.
      dtype: device === 'webgpu' ? 'uint8' : 'q8',
      progress_callback: (progress) => {
        if (progress.status === 'progress' && progress.file.endsWith('.onnx')) {
          send({ type: 'progress', loaded: progress.loaded, total: progress.total });
        }
      },
    }),
  ]);
  return new FeatureExtractionPipeline({ task: 'feature-extraction', model, tokenizer });
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
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address} could not be read (${response.status})`);
  return (await response.json()) as object;
}

/** A real one: what a CPU pretends to be a card is slower than the CPU itself. JSPI is what its runtime is built with. */
async function hasGraphicsCard(): Promise<boolean> {
  if (!('gpu' in navigator) || !('Suspending' in WebAssembly)) return false;
  try {
    const adapter = await (navigator.gpu as Gpu).requestAdapter({ powerPreference: 'high-performance' });
    return adapter !== null && adapter.info?.isFallbackAdapter !== true && !adapter.isFallbackAdapter;
  } catch {
    return false;
  }
}

/** As much of WebGPU as is asked here; the library of types that TypeScript brings does not have it. */
interface Gpu {
  requestAdapter(options: object): Promise<{
    isFallbackAdapter?: boolean;
    info?: { isFallbackAdapter?: boolean };
  } | null>;
}

function threadCount(): number {
  return worker.crossOriginIsolated ? Math.min(MOST_THREADS, Math.max(1, navigator.hardwareConcurrency)) : 1;
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
