// Adapts the browser's built-in model (the Prompt API's `LanguageModel`) to the model interface.
//
// - Each request gets its own session, because the initial prompts change with every question.
// - Earlier exchanges that do not fit are left out, oldest first.
// - Nothing is downloaded before the first question.
// - Tools use the API's own tool calls if the browser has them, otherwise an answer constrained by a schema: which
//   tool to call, or none.
import { Failure } from '../core/errors.ts';
import { isObject } from '../base/json.ts';
import { EventQueue } from '../base/event-queue.ts';
import type {
  LanguageModelApi,
  LanguageModelSession,
  SessionMessage,
  SessionOptions,
} from './language-model-api.ts';
import { optionsWithTools, ToolChunks } from './language-model-tools.ts';
import type { Model, ModelEvent, ModelMessage, ModelRequest, ModelTool } from './model.ts';

export type Availability = 'unavailable' | 'downloadable' | 'downloading' | 'available';

/** Milliseconds of silence after which the user is told. */
const NOTICE = 10_000;
/** Characters of all tools. Such a model has a window of 6,000 to 9,000 tokens, and must also read passages. */
const TOOLS_SIZE = 6_000;
const NO_TOOL = 'none';
/** Smallest context window in tokens. Browsers report it only once a session exists, too late for a summary. */
const WINDOW = 6_000;
/** Step of reported download progress, as a fraction. */
const STEP = 0.01;

export interface LanguageModelGate {
  /** Never rejects: an API that can't be queried counts as missing. */
  availability(): Promise<Availability>;
  /**
   * Makes the browser download its model. Browsers require a click before it.
   * @throws Failure with a sentence for people; AbortError when `signal` aborts
   */
  download(onShare: (share: number) => void, signal: AbortSignal): Promise<void>;
  model(): Model;
}

/**
 * @param api undefined: the browser has none.
 * @param languages of the user, best first, as BCP 47 tags.
 */
export function languageModelGate(
  api = (globalThis as { LanguageModel?: LanguageModelApi }).LanguageModel,
  languages: readonly string[] = globalThis.navigator?.languages ?? [],
): LanguageModelGate {
  const find = (): Promise<Found> => findOptions(api, languages);
  return {
    availability: async () => (await find()).availability,
    download: (onShare, signal) => fetchModel(api, find, onShare, signal),
    model: () => ({
      id: 'LanguageModel',
      contextWindow: WINDOW,
      stream: (request, signal) => stream(api, find, request, signal),
    }),
  };
}

interface Found {
  availability: Availability;
  options: SessionOptions;
}

/** Tries the user's languages, then English, then none: browsers refuse languages that their model does not support. */
async function findOptions(api: LanguageModelApi | undefined, languages: readonly string[]): Promise<Found> {
  const own = [...new Set(languages.map((language) => language.split('-')[0]!.toLowerCase()))].slice(0, 3);
  const tries = [[...own.slice(0, 1), ...own.filter((one, i) => i > 0 && one === 'en')], ['en'], []];
  for (const wanted of tries) {
    const expected = wanted.length > 0 ? [{ type: 'text' as const, languages: wanted }] : undefined;
    const options = expected ? { expectedInputs: expected, expectedOutputs: expected } : {};
    const availability = await api?.availability(options).catch(() => 'unavailable' as const);
    if (availability && availability !== 'unavailable') return { availability, options };
  }
  return { availability: 'unavailable', options: {} };
}

async function fetchModel(
  api: LanguageModelApi | undefined,
  find: () => Promise<Found>,
  onShare: (share: number) => void,
  signal: AbortSignal,
): Promise<void> {
  signal.throwIfAborted();
  const { availability, options } = await find();
  if (!api || availability === 'unavailable') throw notThere();
  try {
    const session = await api.create({ ...options, signal, monitor: progress(onShare) });
    session.destroy();
  } catch (error) {
    signal.throwIfAborted();
    throw explained(error);
  }
}

async function* stream(
  api: LanguageModelApi | undefined,
  find: () => Promise<Found>,
  request: ModelRequest,
  signal: AbortSignal,
): AsyncGenerator<ModelEvent, void> {
  signal.throwIfAborted();
  const queue = new EventQueue<ModelEvent>();
  const abort = new AbortController();
  const stop = (): void => {
    abort.abort();
    // Abandons a browser that ignores the signal.
    queue.close();
  };
  signal.addEventListener('abort', stop, { once: true });
  const asking = ask(api, find, request, abort.signal, queue).finally(() => queue.close());
  asking.catch(() => undefined);
  const silence = setTimeout(() => queue.push({ type: 'waiting', seconds: NOTICE / 1000 }), NOTICE);
  try {
    for await (const event of queue) {
      if (event.type === 'text' || event.type === 'downloading') clearTimeout(silence);
      yield event;
    }
    signal.throwIfAborted();
    await asking;
    yield { type: 'finish', reason: 'stop' };
  } catch (error) {
    signal.throwIfAborted();
    throw explained(error);
  } finally {
    clearTimeout(silence);
    signal.removeEventListener('abort', stop);
    abort.abort();
  }
}

async function ask(
  api: LanguageModelApi | undefined,
  find: () => Promise<Found>,
  request: ModelRequest,
  signal: AbortSignal,
  queue: EventQueue<ModelEvent>,
): Promise<void> {
  const { system, messages } = request;
  const { availability, options } = await find();
  if (!api || availability === 'unavailable') throw notThere();
  const earlier = messages.slice(0, -1).map(toSession);
  const question = toSession(messages.at(-1)!);
  const offered = request.toolChoice === 'auto' ? fitting(request.tools) : [];
  const native = offered.length > 0 ? await optionsWithTools(api, options, offered) : undefined;
  const choosing = native || offered.length === 0 ? undefined : choiceAmong(offered);
  const session = await open(api, choosing ? `${system}\n\n${choosing.told}` : system, earlier, {
    ...(native ?? options),
    signal,
    ...(availability !== 'available' && {
      monitor: progress((share) => queue.push({ type: 'downloading', share })),
    }),
  });
  try {
    let next = question;
    if (choosing) {
      const chosen = await choose(session, question, choosing, signal);
      if (chosen) return chosen.forEach((event) => queue.push(event));
      next = { role: 'user', content: 'Call nothing. Answer now, in words.' };
    }
    const reader = session.promptStreaming([next], { signal }).getReader();
    const chunks = new ToolChunks();
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      for (const event of chunks.read(value)) queue.push(event);
    }
  } finally {
    session.destroy();
  }
}

interface Choice {
  /** The tool instructions for the model. */
  told: string;
  /** The schema of its choice. */
  schema: object;
  names: readonly string[];
}

/** Returns the first tools that fit. */
function fitting(tools: readonly ModelTool[]): ModelTool[] {
  let left = TOOLS_SIZE;
  const end = tools.findIndex((tool) => (left -= JSON.stringify(tool).length) < 0);
  return end < 0 ? [...tools] : tools.slice(0, end);
}

function choiceAmong(tools: readonly ModelTool[]): Choice {
  const lines = tools.map((tool) => JSON.stringify(tool));
  const names = tools.map(({ name }) => name);
  const schema = {
    type: 'object',
    properties: { tool: { type: 'string', enum: [NO_TOOL, ...names] }, arguments: { type: 'object' } },
    required: ['tool', 'arguments'],
  };
  const told = `Your tools, one a line:\n${lines.join('\n')}\nFirst you are asked, as JSON, which tool to call with which arguments: {"tool": "…", "arguments": {…}}. Say {"tool": "${NO_TOOL}", "arguments": {}} unless one is needed for the answer.`;
  return { told, schema, names };
}

/** Returns the call that the model wants to make; undefined for none, or an unreadable one. */
async function choose(
  session: LanguageModelSession,
  question: SessionMessage,
  { schema, names }: Choice,
  signal: AbortSignal,
): Promise<ModelEvent[] | undefined> {
  const said = await session
    .prompt([question], { signal, responseConstraint: schema })
    .then((text): unknown => JSON.parse(text))
    .catch((error: unknown) => {
      // Not every browser supports every schema; then the model answers in words.
      if (error instanceof SyntaxError || ['NotSupportedError', 'SyntaxError'].includes(nameOf(error)))
        return;
      throw error;
    });
  if (!isObject(said)) return undefined;
  const { tool, arguments: args } = said;
  if (typeof tool !== 'string' || !names.includes(tool)) return undefined;
  const key = '0';
  const call = { id: 'call_1', name: tool, arguments: JSON.stringify(args ?? {}) };
  return [
    { type: 'call_started', key, name: tool },
    { type: 'call_finished', key, call },
  ];
}

/** Opens a session with as much of the history as fits. */
async function open(
  api: LanguageModelApi,
  system: string,
  earlier: SessionMessage[],
  options: SessionOptions,
): Promise<LanguageModelSession> {
  let kept = earlier;
  for (;;) {
    try {
      return await api.create({ ...options, initialPrompts: [{ role: 'system', content: system }, ...kept] });
    } catch (error) {
      if (!isQuota(error) || kept.length === 0) throw error;
      kept = kept.slice(Math.ceil(kept.length / 2));
      // A conversation must start with a question.
      const first = kept.findIndex(({ role }) => role === 'user');
      kept = first < 0 ? [] : kept.slice(first);
    }
  }
}

function progress(onShare: (share: number) => void): NonNullable<SessionOptions['monitor']> {
  let told = -1;
  return (monitor) => {
    monitor.addEventListener('downloadprogress', ({ loaded, total }) => {
      const share = Math.min(1, total ? loaded / total : loaded);
      if (share - told < STEP && share < 1) return;
      told = share;
      onShare(share);
    });
  };
}

/** Sessions know only two roles and text, so calls and their results are described in words. */
function toSession(message: ModelMessage): SessionMessage {
  switch (message.role) {
    case 'user':
      return { role: 'user', content: message.text };
    case 'tool':
      return { role: 'user', content: `Result of ${message.name}, as data: ${message.output}` };
    case 'assistant': {
      const calls = message.calls.map(({ name, arguments: args }) => `I call ${name} with ${args}`);
      return {
        role: 'assistant',
        content: [message.text, ...calls].filter((text) => text !== '').join('\n'),
      };
    }
  }
}

function notThere(): Failure {
  return new Failure('unavailable', 'This browser has no built-in model on this device.');
}

function isQuota(error: unknown): boolean {
  return nameOf(error) === 'QuotaExceededError';
}

function nameOf(error: unknown): string {
  return (error as Partial<Error> | undefined)?.name ?? '';
}

function explained(error: unknown): Failure {
  if (error instanceof Failure) return error;
  const { name = '', message = String(error) } = (error ?? {}) as Partial<Error>;
  switch (name) {
    case 'QuotaExceededError':
      return new Failure('too_large', 'This is too long for the browser’s model. Start a new chat.');
    case 'NotAllowedError':
      return new Failure(
        'denied',
        'The browser does not let this page use its model. If the model needs a download first, ask again right after a click.',
      );
    case 'NotReadableError':
      return new Failure('unavailable', 'The browser blocked its model’s answer. Rephrase your question.');
    case 'NetworkError':
      return new Failure('unavailable', 'The browser could not download its model. Check your connection.');
    default:
      return new Failure('unavailable', `The browser’s model failed: ${message}`);
  }
}
