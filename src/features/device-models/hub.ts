// Reads a model hub's metadata: the files a model needs, and which of its variants to use.
import type { DeviceModelFacts, KnownModel, ModelFile } from '../../core/device-model.ts';
import { Failure } from '../../core/errors.ts';
import { isObject } from '../../base/json.ts';
import type { ModelDtype } from './on-device-messages.ts';

const HUB = 'https://huggingface.co';

/**
 * Small models for conversations. Licences come from the model cards (Qwen: from the cards of the source models);
 * sizes from the hub's file lists, for the variants `chosen` selects, tokenizer included. Qwen3's are computed from
 * its weights, by the method that matches Qwen2.5's sizes.
 */
export const KNOWN_MODELS: readonly KnownModel[] = [
  {
    id: 'HuggingFaceTB/SmolLM2-360M-Instruct',
    name: 'SmolLM2 360M',
    license: 'Apache 2.0',
    about: { f16: 301_000_000, other: 419_000_000 },
    note: 'Fast and simple: short answers in English.',
  },
  {
    id: 'onnx-community/Qwen2.5-0.5B-Instruct',
    name: 'Qwen2.5 0.5B',
    license: 'Apache 2.0',
    about: { f16: 490_000_000, other: 793_000_000 },
    note: 'Many languages, with its own tool call format.',
  },
  {
    id: 'onnx-community/Qwen3-0.6B-ONNX',
    name: 'Qwen3 0.6B',
    license: 'Apache 2.0',
    about: { f16: 580_000_000, other: 930_000_000 },
    note: 'Thinks before it answers. Has its own tool call format.',
  },
  {
    id: 'onnx-community/Llama-3.2-1B-Instruct-q4f16',
    name: 'Llama 3.2 1B',
    license: 'Llama 3.2 Community License',
    about: { f16: 1_250_000_000 },
    note: 'The best answers. Needs a graphics card.',
  },
];

/** File name endings by variant, best first: small ones that lose little quality. Those with `f16` are for GPUs. */
const FORMS: readonly (readonly [ModelDtype, string])[] = [
  ['q4f16', '_q4f16'],
  ['q4', '_q4'],
  ['q8', '_quantized'],
  ['int8', '_int8'],
  ['uint8', '_uint8'],
  ['fp16', '_fp16'],
  ['fp32', ''],
];
const NEEDS_F16: readonly ModelDtype[] = ['q4f16', 'fp16'];

const CONFIGURATION = ['config.json', 'tokenizer.json', 'tokenizer_config.json'];
const OPTIONAL = ['generation_config.json', 'special_tokens_map.json', 'chat_template.jinja'];

/** Extracts `owner/name` from typed or pasted text. @throws Failure `bad_request` */
export function readModelName(typed: string): string {
  const name = typed
    .trim()
    .replace(/^https?:\/\/huggingface\.co\//, '')
    .replace(/\/+$/, '');
  if (/^[\w.-]+\/[\w.-]+$/.test(name) && !name.includes('..')) return name;
  throw new Failure('bad_request', 'Enter a name such as onnx-community/Qwen2.5-0.5B-Instruct.');
}

/**
 * Asks the hub for the model's files.
 * @throws Failure with a sentence for the user
 */
export async function askHub(
  id: string,
  { fetch, hasF16, signal }: { fetch: typeof globalThis.fetch; hasF16: boolean; signal: AbortSignal },
): Promise<DeviceModelFacts> {
  const response = await fetch(`${HUB}/api/models/${id}?blobs=true`, {
    credentials: 'omit',
    referrerPolicy: 'no-referrer',
    signal,
  }).catch(() => {
    signal.throwIfAborted();
    throw new Failure('unavailable', 'huggingface.co can’t be reached. Check your connection.');
  });
  if (response.status === 401 || response.status === 404) {
    throw new Failure('not_found', `huggingface.co has no public model named ${id}.`);
  }
  if (!response.ok) throw new Failure('unavailable', `huggingface.co answered with ${response.status}.`);
  const said: unknown = await response.json().catch(() => undefined);
  if (!isObject(said) || !Array.isArray(said['siblings'])) {
    throw new Failure('unavailable', 'huggingface.co did not return a list of files.');
  }
  if (said['gated'] === true || typeof said['gated'] === 'string') {
    throw new Failure('denied', `${id} requires an account on huggingface.co and acceptance of its terms.`);
  }
  const files = said['siblings'].flatMap((one: unknown): ModelFile[] => {
    if (!isObject(one)) return [];
    const { rfilename: path, size } = one;
    return typeof path === 'string' && typeof size === 'number' ? [{ path, size }] : [];
  });
  const { sha } = said;
  const known = KNOWN_MODELS.find((model) => model.id === id);
  const license = known?.license ?? licenseOf(said);
  return {
    id,
    name: known?.name ?? id.split('/')[1]!,
    from: 'hub',
    ...(typeof sha === 'string' && /^[\da-f]+$/.test(sha) && { revision: sha }),
    ...chosen(files, hasF16),
    ...(license !== undefined && { license }),
  };
}

export function addressOf({ id, revision = 'main' }: DeviceModelFacts, path: string): string {
  return `${HUB}/${id}/resolve/${revision}/${path.split('/').map(encodeURIComponent).join('/')}`;
}

/**
 * Selects the files needed from all of a model's files.
 * @throws Failure `bad_request` when they make no model that can run here
 */
export function chosen(
  files: readonly ModelFile[],
  hasF16: boolean,
): Pick<DeviceModelFacts, 'dtype' | 'externalData' | 'files'> {
  const find = (path: string): ModelFile | undefined => files.find((file) => file.path === path);
  const missing = CONFIGURATION.find((path) => !find(path));
  const form = FORMS.find(
    ([dtype, end]) => (hasF16 || !NEEDS_F16.includes(dtype)) && find(`onnx/model${end}.onnx`),
  );
  if (!form || missing !== undefined) {
    const lacks = form ? missing : 'onnx/model.onnx, in a format that this device can run';
    throw new Failure('bad_request', `This model can’t run in a browser: it has no ${lacks}.`);
  }
  const [dtype, end] = form;
  const model = `onnx/model${end}.onnx`;
  const data = files.filter(({ path }) => path.startsWith(`${model}_data`));
  const wanted = [...CONFIGURATION, ...OPTIONAL, model, ...data.map(({ path }) => path)];
  return {
    dtype,
    externalData: data.length,
    files: wanted.flatMap((path) => find(path) ?? []),
  };
}

function licenseOf(said: Record<string, unknown>): string | undefined {
  const card = said['cardData'];
  const license = isObject(card) ? card['license'] : undefined;
  return typeof license === 'string' ? license.slice(0, 60) : undefined;
}
