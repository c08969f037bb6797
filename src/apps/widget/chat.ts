// A site's chat: the agent over the site's index, with the model that the visitor chose.
import { Agent } from '../../agent/agent.ts';
import type { Setting } from '../../agent/setting.ts';
import type { AgentEvent } from '../../core/conversation.ts';
import { Failure, type ErrorCode, type ErrorData } from '../../core/errors.ts';
import type { AnswerBlock } from '../../core/answer.ts';
import type { Json, JsonObject } from '../../base/json.ts';
import type { SitePack } from '../../core/site-pack.ts';
import { Taint } from '../../core/taint.ts';
import type { CallReport, ToolInfo } from '../../core/tool.ts';
import { MemoryConversations } from '../../agent/memory-conversations.ts';
import { PackLibrary } from './library.ts';
import { SiteMeaning, type MeaningSurroundings } from './meaning.ts';
import { SiteModels, type ModelSurroundings } from './models.ts';
import { SiteChatTools, type OpenTools } from './chat-tools.ts';
import type { HostTool, ModelChoice, SiteChat, SiteChatPlace } from '../../widget/site-chat.ts';

/** Characters of JSON for the page's context. */
const MOST_CONTEXT = 8192;
/** Characters of the site's own instructions. */
const MOST_INSTRUCTIONS = 8000;
const LONGEST_NAME = 120;
/** The browser's part; tests pass their own. */
export interface ChatSurroundings {
  browser?: ModelSurroundings;
  openTools?: OpenTools;
  meaning?: MeaningSurroundings;
}

export function openSiteChat(
  pack: SitePack,
  place: SiteChatPlace,
  surroundings: ChatSurroundings = {},
): SiteChat {
  return new PackChat(pack, place, surroundings);
}

class PackChat implements SiteChat {
  readonly #library: PackLibrary;
  readonly #models: SiteModels;
  readonly #tools: SiteChatTools;
  readonly #agent: Agent;
  readonly #conversations = new MemoryConversations();
  readonly #meaning: SiteMeaning | undefined;
  readonly #closed = new AbortController();
  #ids = 0;
  #conversation = this.#newId();
  #context: Json = null;

  constructor(
    pack: SitePack,
    place: SiteChatPlace,
    { browser, openTools, meaning: surroundings }: ChatSurroundings,
  ) {
    const { vectors } = pack.info;
    const { meaning } = place;
    this.#meaning = vectors && meaning && new SiteMeaning(vectors, { ...place, meaning }, surroundings);
    const library = (this.#library = new PackLibrary(pack, () => place.filters, this.#meaning));
    this.#models = new SiteModels(place, browser);
    this.#tools = new SiteChatTools({ pack, place, library }, openTools);
    this.#agent = new Agent({
      model: () => this.#models.connect(),
      tools: {
        list: () => this.#listed(),
        find: (query, limit) => this.#tools.find(query, limit),
        call: (name, args, options) => this.#tools.call(name, args, options),
      },
      search: (query, options, signal) => library.snippets(query, options, signal),
      prepare: (signal) => this.#tools.load(signal),
      gather: (question, options, signal) => library.gather(question, options, signal),
      answer: (question, options, signal) => library.answer(question, options, signal),
      setting: () => settingOf(pack.info, place, this.#context),
      conversations: this.#conversations,
      newId: () => this.#newId(),
      now: () => new Date().toISOString(),
    });
  }

  models() {
    return this.#models.offers();
  }

  get model(): ModelChoice {
    return this.#models.choice;
  }

  choose(choice: ModelChoice): Promise<void> {
    return this.#models.choose(choice);
  }

  test(choice: ModelChoice, signal: AbortSignal) {
    return this.#models.test(choice, signal);
  }

  async *ask(
    question: string,
    { signal, again = false }: { signal?: AbortSignal; again?: boolean } = {},
  ): AsyncGenerator<AgentEvent, void> {
    const stop = signal ? AbortSignal.any([signal, this.#closed.signal]) : this.#closed.signal;
    const conversation = this.#conversation;
    const { kind } = this.#models.choice;
    if (again) this.#conversations.dropLast(conversation);
    for await (const event of this.#agent.send(question, { conversation, signal: stop })) {
      yield event.type === 'error' && kind === 'site' ? { ...event, error: forVisitors(event.error) } : event;
    }
  }

  section(question: string, answer: AnswerBlock) {
    return this.#library.section(question, answer);
  }

  clear(): void {
    this.#conversations.forget(this.#conversation);
    this.#conversation = this.#newId();
  }

  get pending() {
    return this.#tools.pending;
  }

  onPending(listener: () => void): () => void {
    return this.#tools.onPending(listener);
  }

  answer(id: string, yes: boolean, remember?: boolean): void {
    this.#tools.answer(id, yes, remember);
  }

  tools() {
    return this.#tools.tools();
  }

  get toolsProblem() {
    return this.#tools.problem;
  }

  registerTool(tool: HostTool): () => void {
    return this.#tools.register(tool);
  }

  async callTool(name: string, args: JsonObject, signal: AbortSignal): Promise<CallReport> {
    const stop = AbortSignal.any([signal, this.#closed.signal]);
    await this.#tools.load(stop);
    // The agent may have read anything.
    const taint = new Taint();
    taint.add('what the browser’s agent has read');
    return this.#tools.call(name, args, { caller: { kind: 'browser' }, signal: stop, taint });
  }

  setContext(context: Json): void {
    const text = jsonOf(context);
    if (text === undefined) {
      throw new Failure('bad_request', 'The context must be valid JSON data.');
    }
    if (text.length > MOST_CONTEXT) {
      throw new Failure('too_large', `The context is longer than ${MOST_CONTEXT} characters of JSON.`);
    }
    // Later changes by the page do not count.
    this.#context = JSON.parse(text) as Json;
  }

  close(): void {
    this.#closed.abort();
    this.#tools.close();
    this.#meaning?.close();
    this.clear();
  }

  /** The browser's model has a small context. */
  get #isSmall(): boolean {
    return this.#models.choice.kind === 'browser';
  }

  /** A small model answers from what the question found: it gets no search tools. */
  #listed(): ToolInfo[] {
    const all = this.#tools.list();
    if (!this.#isSmall) return all;
    const own = new Set(this.#tools.tools().map(({ name }) => name));
    return all.filter(({ name }) => own.has(name));
  }

  #newId(): string {
    return `m${++this.#ids}`;
  }
}

/** Returns undefined for values JSON cannot hold: a page may pass anything. */
function jsonOf(value: unknown): string | undefined {
  try {
    return JSON.stringify(value);
  } catch {
    return undefined;
  }
}

function settingOf(
  { name, widget }: Pick<SitePack['info'], 'name' | 'widget'>,
  { site, greetings, questions }: SiteChatPlace,
  context: Json,
): Setting {
  const { instructions: told } = widget;
  const own =
    typeof told === 'string' && told.trim() !== ''
      ? `\n\nThe site tells you:\n${told.slice(0, MOST_INSTRUCTIONS)}`
      : '';
  const known = { ...pageNow(site), ...(context !== null && { told: context }) };
  return {
    who: `You are the assistant of the website ${JSON.stringify(name.slice(0, LONGEST_NAME))}. A visitor has it open and asks about it. You answer from its pages (the site), and with tools.${own}`,
    library: 'the site',
    ...(Object.keys(known).length > 0 && { context: known }),
    nothing: {
      found: 'Nothing on this site answers this. Try different words.',
      butTools: 'Nothing on this site answers this, but a tool may help.',
    },
    ...(greetings && { greetings }),
    ...(questions && { starters: questions }),
  };
}

/**
 * Returns the visitor's page relative to the site's root. Only the path, since the rest may be private, and nothing
 * for a page outside the site.
 */
function pageNow(site: string): JsonObject {
  const { location, document } = globalThis as Partial<typeof globalThis>;
  if (!location || !document || !URL.canParse(site)) return {};
  const { origin, pathname } = new URL(site);
  if (location.origin !== origin || !location.pathname.startsWith(pathname)) return {};
  const page = `/${location.pathname.slice(pathname.length)}`;
  return { page, title: document.title.slice(0, LONGEST_NAME) };
}

const FOR_VISITORS: Partial<Record<ErrorCode, string>> = {
  denied: 'This site’s assistant is not available here.',
  rate_limited: 'This site’s assistant is busy. Try again later.',
  timeout: 'This site’s assistant took too long. Try again in a moment.',
  too_large: 'This conversation has become too long. Start a new one.',
};

/** Words an endpoint's error for visitors; the original message stays in `details.said`, for the site's operators. */
function forVisitors({ code, message, details }: ErrorData): ErrorData {
  const seconds = (details as { retry_after?: number } | undefined)?.retry_after;
  const told =
    code === 'rate_limited' && seconds !== undefined
      ? `The assistant of this site has too many questions for now. Ask again in ${seconds} seconds.`
      : (FOR_VISITORS[code] ?? 'This site’s assistant can’t answer right now. You can still search.');
  return { code, message: told, details: { ...(details as object | undefined), said: message } };
}
