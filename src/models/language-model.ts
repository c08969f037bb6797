// The model that a browser brings along (the Prompt API's `LanguageModel`), as a model like any other.
//
// - A session holds one request: what it begins with changes with every question.
// - Earlier exchanges that do not fit are left out, oldest first.
// - Nothing is downloaded before something is asked.
// - Tools are the API's own where the browser has them, else an answer that keeps to a schema: which one to call, or none.
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

/** Milliseconds without a word after which a person is told. */
const NOTICE = 10_000;
/** Characters of all tools: such a model holds some 6,000 to 9,000 tokens, and has passages to read. */
const TOOLS_SIZE = 6_000;
const NO_TOOL = 'none';
/** Tokens that it holds, at least: browsers say how many only once a session is there, and then it is too late to sum up. */
const WINDOW = 6_000;
/** Steps of a download that are told, as shares. */
const STEP = 0.01;

export interface LanguageModelGate {
  /** Never rejects: what cannot be asked is not there. */
  availability(): Promise<Availability>;
  /**
   * Has the browser download its model. Browsers ask for a click before it.
   * @throws Failure with a sentence for people; AbortError when `signal` aborts
   */
  download(onShare: (share: number) => void, signal: AbortSignal): Promise<void>;
  model(): Model;
}

/**
 * @param api undefined: a browser without one.
 * @param languages of the user, best first, as BCP 47 names them.
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

/** With the user's languages, else in English, else without saying which: browsers refuse languages that their model has not. */
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
    // A browser that does not listen is left behind.
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
  /** What the model is told of its tools. */
  told: string;
  /** What its choice looks like. */
  schema: object;
  names: readonly string[];
}

/** Those that come first and fit. */
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

/** The call that the model wants made; undefined: none, or nothing that could be read. */
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
      // Not every browser can be held to every schema: then it answers in words.
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

/** A session with as much of what was said before as there is room for. */
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
      // A conversation begins with a question.
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

/** Its sessions know two sides and texts: calls and their results are told as such. */
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
  return new Failure('unavailable', 'This browser has no model of its own on this device.');
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
