// The worker in which an on-device model generates text. Its files come from this device alone, and terminating it
// frees the memory.
//
// - It makes no requests: what the library asks a model hub for is served from the earlier download.
// - It runs on the GPU where there is one, else on the CPU, with threads where the page is cross-origin isolated.
import {
  AutoModelForCausalLM,
  AutoTokenizer,
  env,
  InterruptableStoppingCriteria,
  LogLevel,
  TextStreamer,
  type PreTrainedModel,
  type PreTrainedTokenizer,
  type Tensor,
} from '@xenova/transformers';
import type { FromGenerator, TemplatePrompt, ToGenerator } from './on-device-messages.ts';
import { ModelFiles } from './files.ts';
import { chooseDevice, type ModelDevice } from '../../knowledge/embedding/model-device.ts';
import { tellUsedFiles } from '../../knowledge/tell-used-files.ts';

/** Minimum tokens for an answer: a question that leaves less is too long. */
const LEAST_ANSWER = 16;
/** For models that don't state one. */
const USUAL_WINDOW = 2_048;
/** Sized for the memory of a small device, even if the model supports more. */
const MOST_WINDOW = 8_192;

const HOST = 'https://device.invalid/';

const worker = self as unknown as DedicatedWorkerGlobalScope;
const send = (message: FromGenerator): void => worker.postMessage(message);

interface Loaded {
  model: PreTrainedModel;
  tokenizer: PreTrainedTokenizer;
  contextWindow: number;
}

type Load = Extract<ToGenerator, { type: 'load' }>;
type Ask = Extract<ToGenerator, { type: 'ask' }>;

let loading: Promise<Loaded>;

worker.addEventListener('message', ({ data }: MessageEvent<ToGenerator>) => {
  if (data.type === 'load') {
    loading = load(data);
    loading.catch(() => undefined);
  } else void answer(data);
});

async function load({ place, device }: Load): Promise<Loaded> {
  const chosen = await chooseDevice(device);
  const { onCard } = chosen;
  try {
    prepare(chosen);
    const tokenizer = await AutoTokenizer.from_pretrained(place.id);
    const model = await AutoModelForCausalLM.from_pretrained(place.id, {
      dtype: place.dtype,
      device: onCard ? 'webgpu' : 'wasm',
      use_external_data_format: place.externalData,
    });
    const contextWindow = windowOf(model, tokenizer);
    const template = templateOf(tokenizer);
    send({
      type: 'ready',
      device: chosen.name,
      contextWindow,
      hasTools: template.includes('tools') && template.includes('tool_call'),
    });
    tellUsedFiles();
    return { model, tokenizer, contextWindow };
  } catch (error) {
    // A runtime that failed once cannot be restarted in the same worker.
    send(onCard ? { type: 'unfit' } : { type: 'failed', message: messageOf(error) });
    throw error;
  }
}

function prepare({ wasmPaths, threads }: ModelDevice): void {
  // Not the runtime of the embedding model: when the library finds one, it detects no device.
  const { wasm } = env.backends.onnx;
  if (!wasm) throw new Error('its runtime is missing');
  wasm.wasmPaths = wasmPaths;
  wasm.numThreads = threads;
  env.logLevel = LogLevel.ERROR;
  env.useWasmCache = false;
  env.useBrowserCache = false;
  env.allowLocalModels = false;
  env.remoteHost = HOST;
  env.remotePathTemplate = '{model}/';
  const files = new ModelFiles(caches);
  env.fetch = async (input: unknown) => {
    const address = String(input instanceof Request ? input.url : input);
    const path = address.startsWith(HOST) ? decodeURIComponent(address.slice(HOST.length)) : undefined;
    return (path !== undefined && (await files.open(path))) || new Response(null, { status: 404 });
  };
}

async function answer({ id, prompt, sampling, stop }: Ask): Promise<void> {
  try {
    const { model, tokenizer, contextWindow } = await loading;
    const inputs = tokenised(tokenizer, prompt);
    const input = Number(inputs.input_ids.dims.at(-1));
    const room = contextWindow - input;
    if (room < LEAST_ANSWER) {
      const message = `This is too long for the model on this device: its context is ${contextWindow} tokens, and the question with its passages takes ${input}. Choose another model, or shorten the question.`;
      return send({ type: 'refused', id, why: 'too_long', message });
    }
    const stopping = new StopFlag(stop);
    let output = 0;
    const streamer = new TextStreamer(tokenizer, {
      skip_prompt: true,
      callback_function: (delta: string) => {
        if (delta !== '') send({ type: 'text', id, delta });
      },
      token_callback_function: () => void output++,
    });
    const { temperature = 0, topP } = sampling;
    const most = Math.min(sampling.maxTokens, room);
    const made = (await model.generate({
      ...inputs,
      max_new_tokens: most,
      do_sample: temperature > 0,
      ...(temperature > 0 && { temperature }),
      ...(topP !== undefined && temperature > 0 && { top_p: topP }),
      streamer,
      stopping_criteria: stopping,
    } as never)) as Tensor;
    made.dispose?.();
    send({ type: 'done', id, input, output, reason: output >= most ? 'length' : 'stop' });
  } catch (error) {
    send({ type: 'refused', id, why: 'broken', message: messageOf(error) });
  }
}

/** The page sets it in shared memory, since messages are not read while the model computes. */
class StopFlag extends InterruptableStoppingCriteria {
  readonly #flag: Int32Array | undefined;

  constructor(stop: SharedArrayBuffer | undefined) {
    super();
    this.#flag = stop && new Int32Array(stop);
  }

  override _call(ids: number[][], scores: number[][]): boolean[] {
    if (this.#flag && Atomics.load(this.#flag, 0) === 1) this.interrupt();
    return super._call(ids, scores);
  }
}

type Inputs = Record<string, unknown> & { input_ids: Tensor };

function tokenised(tokenizer: PreTrainedTokenizer, { messages, tools }: TemplatePrompt): Inputs {
  const options = { add_generation_prompt: true, return_dict: true, ...(tools && { tools }) };
  const apply = (given: TemplatePrompt['messages']): Inputs =>
    tokenizer.apply_chat_template(given as never, options as never) as unknown as Inputs;
  if (templateOf(tokenizer) === '') {
    const text = messages.map(({ role, content }) => `${role}: ${content}`).join('\n');
    return tokenizer(`${text}\nassistant:`) as Inputs;
  }
  try {
    return apply(messages);
  } catch (error) {
    // Some templates don't support a system message.
    const [system, first, ...rest] = messages;
    if (system?.role !== 'system' || first?.role !== 'user') throw error;
    return apply([{ ...first, content: `${system.content}\n\n${first.content}` }, ...rest]);
  }
}

function templateOf(tokenizer: PreTrainedTokenizer): string {
  const template: unknown = tokenizer.chat_template;
  return typeof template === 'string' ? template : template ? JSON.stringify(template) : '';
}

function windowOf(model: PreTrainedModel, tokenizer: PreTrainedTokenizer): number {
  const { max_position_embeddings: positions } = model.config as unknown as Record<string, unknown>;
  const said: unknown = positions ?? (tokenizer as unknown as Record<string, unknown>)['model_max_length'];
  return typeof said === 'number' && said > 0 ? Math.min(said, MOST_WINDOW) : USUAL_WINDOW;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
