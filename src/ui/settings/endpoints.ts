// Known model endpoints, and what an address says about where text is sent. Pure.
import { allowsPlainHttp } from '../../core/hosts.ts';

export interface Preset {
  name: string;
  baseUrl: string;
  /** What the user has to know before the first attempt. */
  hint: string;
  /** For a service that needs a key: the format of its keys, if distinctive. */
  keys?: RegExp;
  /** Where to create a key. */
  keyPage?: string;
  /** Initial models, best first. */
  prefer?: readonly RegExp[];
}

export const PRESETS: readonly Preset[] = [
  {
    name: 'OpenAI',
    baseUrl: 'https://api.openai.com/v1',
    hint: 'Needs a key from your OpenAI account.',
    keys: /^sk-(?:proj|svcacct|admin)-/,
    keyPage: 'https://platform.openai.com/api-keys',
    prefer: [/^gpt-[\d.]+-mini$/, /^gpt-[\d.]+$/, /^gpt-/],
  },
  {
    name: 'Anthropic',
    baseUrl: 'https://api.anthropic.com/v1',
    hint: 'Needs a key from the Claude Console. It does not return the model’s reasoning.',
    keys: /^sk-ant-/,
    keyPage: 'https://platform.claude.com/settings/keys',
    prefer: [/sonnet/, /haiku/],
  },
  {
    name: 'Gemini',
    baseUrl: 'https://generativelanguage.googleapis.com/v1beta/openai',
    hint: 'Needs a key from Google AI Studio.',
    keys: /^AIza/,
    keyPage: 'https://aistudio.google.com/apikey',
    prefer: [/^gemini-[\d.]+-flash$/, /^gemini-.*flash/, /^gemini-/],
  },
  {
    name: 'OpenRouter',
    baseUrl: 'https://openrouter.ai/api/v1',
    hint: 'Needs a key from your OpenRouter account.',
    keys: /^sk-or-/,
    keyPage: 'https://openrouter.ai/settings/keys',
    prefer: [/^openrouter\/auto$/],
  },
  {
    name: 'Mistral',
    baseUrl: 'https://api.mistral.ai/v1',
    hint: 'Needs a key from the Mistral console.',
    keyPage: 'https://console.mistral.ai/api-keys',
    prefer: [/^mistral-small-latest$/, /^mistral-(?:medium|large)-latest$/, /^mistral-/],
  },
  {
    name: 'Groq',
    baseUrl: 'https://api.groq.com/openai/v1',
    hint: 'Needs a key from the Groq console.',
    keys: /^gsk_/,
    keyPage: 'https://console.groq.com/keys',
    prefer: [/gpt-oss-120b/, /llama-.*versatile/, /llama/],
  },
  {
    name: 'DeepSeek',
    baseUrl: 'https://api.deepseek.com/v1',
    hint: 'Needs a key from the DeepSeek platform.',
    keys: /^sk-[0-9a-f]{32}$/,
    keyPage: 'https://platform.deepseek.com/api_keys',
    prefer: [/^deepseek-chat$/],
  },
  {
    name: 'xAI',
    baseUrl: 'https://api.x.ai/v1',
    hint: 'Needs a key from the xAI console.',
    keys: /^xai-/,
    keyPage: 'https://console.x.ai',
    prefer: [/^grok-[\d.]+(?:-fast)?$/, /^grok-(?!.*image)/],
  },
  {
    name: 'Ollama',
    baseUrl: 'http://localhost:11434/v1',
    hint: 'Runs on this computer and needs no key. If it refuses requests, set OLLAMA_ORIGINS to the address of this page.',
  },
  {
    name: 'LM Studio',
    baseUrl: 'http://localhost:1234/v1',
    hint: 'Runs on this computer and needs no key. Switch on "Enable CORS" in its server settings.',
  },
  {
    name: 'llama.cpp',
    baseUrl: 'http://localhost:8080/v1',
    hint: 'llama-server on this computer. Needs no key unless you gave it one; tools need --jinja.',
  },
  {
    name: 'vLLM',
    baseUrl: 'http://localhost:8000/v1',
    hint: 'Runs on your own computer. Tools need --enable-auto-tool-choice and --tool-call-parser.',
  },
  {
    name: 'Jan',
    baseUrl: 'http://localhost:1337/v1',
    hint: 'Runs on this computer. Switch on its local API server, with CORS.',
  },
];

export function presetOf(baseUrl: string): Preset | undefined {
  const address = baseUrl.trim().replace(/\/+$/, '');
  return PRESETS.find((preset) => preset.baseUrl === address);
}

/** Returns the service with this key format; undefined if unknown. */
export function serviceOfKey(key: string): Preset | undefined {
  return PRESETS.find(({ keys }) => keys?.test(key.trim()));
}

/** Models that do not chat. */
const NO_CHAT =
  /embed|whisper|tts|speech|audio|realtime|transcri|image|imagine|dall-e|moderation|guard|rerank|ocr|sora|veo|video|live|davinci|babbage/i;

/** The initial model; undefined for an empty list. */
export function firstChoice(models: readonly string[], prefer: readonly RegExp[] = []): string | undefined {
  const chat = models.filter((model) => !NO_CHAT.test(model));
  // Names are sorted, so the last match is the newest of its series.
  for (const wanted of prefer) {
    const found = chat.findLast((model) => wanted.test(model));
    if (found !== undefined) return found;
  }
  return chat[0] ?? models[0];
}

/** Scheme, host and port of an address; undefined if invalid. A key belongs to one origin. */
export function originOf(baseUrl: string): string | undefined {
  const address = baseUrl.trim();
  if (!URL.canParse(address)) return undefined;
  const { protocol, origin } = new URL(address);
  return /^https?:$/.test(protocol) ? origin : undefined;
}

/** Why an address cannot be used, as a sentence; undefined if it can. */
export function addressProblem(baseUrl: string): string | undefined {
  if (baseUrl.trim() === '') return 'Enter the address of the endpoint, or choose a service above.';
  return originOf(baseUrl) === undefined
    ? 'This is not a web address. It should look like https://api.openai.com/v1.'
    : undefined;
}

/** Why a key must not be sent there, as a sentence; undefined if it may. */
export function keyProblem(baseUrl: string): string | undefined {
  const origin = originOf(baseUrl);
  if (origin === undefined || origin.startsWith('https:')) return undefined;
  const { hostname } = new URL(origin);
  return allowsPlainHttp(hostname)
    ? undefined
    : `Anyone on the network path to ${hostname} could read the key. Use an address that begins with https.`;
}

/** True when the address is on this device. */
export function isThisDevice(baseUrl: string): boolean {
  const origin = originOf(baseUrl);
  return (
    origin !== undefined && /^(localhost|.+\.localhost|127(\.\d+){3}|\[::1\])$/.test(new URL(origin).hostname)
  );
}
