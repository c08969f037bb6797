// Answers a question: by a model with tools when one is connected, else by search; and keeps the conversation.
//
// - `send` yields `start` first and exactly one `end` last; it never rejects for what a person can cause.
// - The question is saved before anything is asked, the answer while it grows.
// - One answer at a time a conversation.
import type { AgentEvent, Conversation, EndReason, Message, ToolCallState } from '../core/conversation.ts';
import type { SearchHit, SearchOptions } from '../core/document.ts';
import { isAbort, toErrorData, type ErrorData } from '../core/errors.ts';
import type { Caller, CallReport, LogLine, ToolInfo } from '../core/tool.ts';
import { AnswerRecord } from './answer-record.ts';
import type { Budget } from './budget.ts';
import { CitationBook } from './citations.ts';
import { toModelMessages } from './history.ts';
import { runLoop } from './loop.ts';
import type { Model } from './models/model.ts';
import { areMany, OFFER_LIMITS, OfferedTools } from './offered-tools.ts';
import { systemPrompt } from './prompt.ts';
import { answerBySearch } from './search-mode.ts';
import { WORKSPACE, type Setting } from './setting.ts';

/** Passages that a model gets with the question: more crowd out the question in small local models. */
const PASSAGES = 6;
/** What a model is given cannot be put in order later, and its first word takes longer than this anyway. Milliseconds. */
const PATIENCE = 1000;
const LONGEST_TITLE = 60;

export interface AgentDeps {
  /** The connected model; undefined: search mode. */
  model(): Promise<Model | undefined>;
  tools: {
    list(): ToolInfo[];
    /** Tools that models may be told of and that fit best, built-ins left out; best first. */
    find(query: string, limit: number): Promise<readonly ToolInfo[]>;
    call(
      name: string,
      args: unknown,
      options: {
        caller: Caller;
        signal: AbortSignal;
        onState?: (state: ToolCallState) => void;
        onLog?: (line: LogLine) => void;
      },
    ): Promise<CallReport>;
  };
  search(query: string, options: SearchOptions, signal: AbortSignal): Promise<SearchHit[]>;
  /** What a model is given with the question; as `search` when absent. */
  passages?(question: string, options: SearchOptions, signal: AbortSignal): Promise<SearchHit[]>;
  /** Asked for each answer; default: the workspace. */
  setting?(): Setting;
  conversations: {
    get(id: string): Promise<Conversation | undefined>;
    put(conversation: Conversation): Promise<void>;
    messages(id: string): Promise<Message[]>;
    putMessage(message: Message): Promise<void>;
  };
  newId(): string;
  /** ISO 8601. */
  now(): string;
  budget?: Partial<Budget>;
}

export interface SendOptions {
  /** Id of the conversation; a new one when absent. */
  conversation?: string;
  signal?: AbortSignal;
}

interface Question {
  text: string;
  conversation: string;
  earlier: Message[];
  signal: AbortSignal;
}

export class Agent {
  readonly #deps: AgentDeps;
  readonly #busy = new Set<string>();

  constructor(deps: AgentDeps) {
    this.#deps = deps;
  }

  async *send(text: string, options: SendOptions = {}): AsyncGenerator<AgentEvent, void> {
    const { newId } = this.#deps;
    const conversation = options.conversation ?? newId();
    const refusal = this.#refuse(text, conversation);
    if (refusal) {
      yield { type: 'start', conversation, message: newId(), mode: 'search' };
      yield* failed(refusal);
      return;
    }
    this.#busy.add(conversation);
    // Ends with the consumer's interest, so that tools and requests never outlive it.
    const abort = new AbortController();
    const stop = (): void => abort.abort();
    options.signal?.addEventListener('abort', stop, { once: true });
    if (options.signal?.aborted) stop();
    try {
      yield* this.#answer(text, conversation, abort.signal);
    } finally {
      stop();
      options.signal?.removeEventListener('abort', stop);
      this.#busy.delete(conversation);
    }
  }

  #refuse(text: string, conversation: string): ErrorData | undefined {
    if (text.trim() === '') return { code: 'bad_request', message: 'There is no question to answer.' };
    if (!this.#busy.has(conversation)) return undefined;
    return {
      code: 'conflict',
      message: 'This conversation is still being answered. Wait, or stop it first.',
    };
  }

  async *#answer(text: string, conversation: string, signal: AbortSignal): AsyncGenerator<AgentEvent, void> {
    const { now, newId, conversations } = this.#deps;
    const opened = await this.#open(text, conversation);
    const { model, failure } = await this.#connect();
    const message: Message = {
      id: newId(),
      conversation,
      seq: opened.seq,
      role: 'assistant',
      parts: [],
      createdAt: now(),
      ...(model && { model: model.id }),
    };
    const record = new AnswerRecord(message, (message) => conversations.putMessage(message), now);
    yield {
      type: 'start',
      conversation,
      message: message.id,
      mode: model || failure ? 'model' : 'search',
      ...(model && { model: model.id }),
    };
    if (opened.failure) yield notSaved(opened.failure);
    const question = { text, conversation, earlier: opened.earlier, signal };
    let end: AgentEvent & { type: 'end' } = { type: 'end', reason: 'stopped' };
    let finished = false;
    try {
      for await (const event of failure ? failed(failure) : this.#events(model, question)) {
        if (event.type === 'end') {
          end = event;
          break;
        }
        record.add(event);
        yield event;
      }
      finished = true;
      const unsaved = await record.finish(end.reason);
      if (unsaved && !opened.failure) yield notSaved(unsaved);
    } finally {
      // The consumer left in the middle.
      if (!finished) await record.finish('stopped');
    }
    yield end;
  }

  #events(model: Model | undefined, question: Question): AsyncGenerator<AgentEvent, void> {
    return model ? this.#askModel(model, question) : this.#search(question);
  }

  async *#search({ text, signal }: Question): AsyncGenerator<AgentEvent, void> {
    let reason: EndReason = 'answered';
    try {
      signal.throwIfAborted();
      const { tools, search, setting } = this.#deps;
      yield* answerBySearch({
        question: text,
        tools: tools.list(),
        search: (query, options, signal) => search(query, options, signal),
        nothing: (setting?.() ?? WORKSPACE).nothing,
        signal,
      });
    } catch (error) {
      reason = signal.aborted ? 'stopped' : 'failed';
      if (!signal.aborted) yield { type: 'error', error: toErrorData(error, 'unavailable') };
    }
    yield { type: 'end', reason };
  }

  async *#askModel(model: Model, question: Question): AsyncGenerator<AgentEvent, void> {
    const { tools, now, budget, setting } = this.#deps;
    const { text, conversation, earlier, signal } = question;
    const book = new CitationBook();
    const { hits, failure } = await this.#passages(text, signal);
    if (failure) yield notSearched(failure);
    let answer = '';
    const offered = await this.#offer(text, earlier);
    const loop = runLoop({
      model,
      system: systemPrompt(hits, book, now().slice(0, 10), offered.canFindMore, setting?.()),
      messages: toModelMessages(earlier, text),
      tools: () => offered.tools,
      exists: (name) => tools.list().some((tool) => tool.name === name),
      call: async (name, args, { id, signal, onState }) => {
        const caller = { kind: 'agent' as const, conversation, call: id };
        const report = await tools.call(name, args, { caller, signal, onState });
        offered.met(name, report.outcome);
        return report;
      },
      present: (outcome) => book.present(outcome),
      signal,
      ...(budget && { budget }),
    });
    for await (const event of loop) {
      if (event.type === 'text') answer += event.delta;
      // A tool call parts two texts: a mark must not join with what follows.
      if (event.type === 'tool_call') answer += '\n';
      if (event.type === 'end') {
        const citations = book.cited(answer);
        if (citations.length > 0) yield { type: 'citations', citations };
      }
      yield event;
    }
  }

  /** The tools for the question. A search that fails leaves the built-ins, and with them `find_tools`. */
  async #offer(text: string, earlier: Message[]): Promise<OfferedTools> {
    const { tools } = this.#deps;
    const all = tools.list();
    if (!areMany(all)) return new OfferedTools(all, undefined);
    const fitting = await tools.find(text, OFFER_LIMITS.chosen).catch((error: unknown) => {
      console.warn('The tools could not be searched.', error);
      return [];
    });
    return new OfferedTools(all, fitting, earlier);
  }

  /** Passages for the question. A library that fails must not keep the model from answering. */
  async #passages(text: string, signal: AbortSignal): Promise<{ hits: SearchHit[]; failure?: ErrorData }> {
    const options = { limit: PASSAGES, patience: PATIENCE };
    const { passages, search } = this.#deps;
    try {
      return { hits: await (passages ?? search)(text, options, signal) };
    } catch (error) {
      return isAbort(error) || signal.aborted
        ? { hits: [] }
        : { hits: [], failure: toErrorData(error, 'unavailable') };
    }
  }

  async #connect(): Promise<{ model?: Model; failure?: ErrorData }> {
    try {
      const model = await this.#deps.model();
      return model ? { model } : {};
    } catch (error) {
      return { failure: toErrorData(error, 'unavailable') };
    }
  }

  /** Reads the conversation, or begins it, and saves the question. Without storage the answer goes on unsaved. */
  async #open(text: string, id: string): Promise<{ earlier: Message[]; seq: number; failure?: ErrorData }> {
    const { conversations, newId, now } = this.#deps;
    let earlier: Message[] = [];
    let seq = 0;
    try {
      earlier = await conversations.messages(id);
      seq = (earlier.at(-1)?.seq ?? -1) + 1;
      const time = now();
      const kept = await conversations.get(id);
      await conversations.put(
        kept
          ? { ...kept, modifiedAt: time }
          : { id, title: titleOf(text), createdAt: time, modifiedAt: time },
      );
      await conversations.putMessage({
        id: newId(),
        conversation: id,
        seq,
        role: 'user',
        parts: [{ type: 'text', text }],
        createdAt: time,
      });
      return { earlier, seq: seq + 1 };
    } catch (error) {
      return { earlier, seq: seq + 1, failure: toErrorData(error, 'unavailable') };
    }
  }
}

/** The first line of a question, cut at a word. */
export function titleOf(text: string): string {
  const line = text.trim().split('\n', 1)[0]?.replace(/\s+/g, ' ').trim() ?? '';
  if (line === '') return 'New conversation';
  const letters = [...line];
  if (letters.length <= LONGEST_TITLE) return line;
  const cut = letters.slice(0, LONGEST_TITLE - 1).join('');
  return `${cut.includes(' ') ? cut.slice(0, cut.lastIndexOf(' ')) : cut}…`;
}

function notSaved(error: ErrorData): AgentEvent {
  return { type: 'notice', code: 'not_saved', text: `This answer could not be saved: ${error.message}` };
}

function notSearched(error: ErrorData): AgentEvent {
  return {
    type: 'notice',
    code: 'not_searched',
    text: `The library could not be searched: ${error.message}`,
  };
}

async function* failed(error: ErrorData): AsyncGenerator<AgentEvent, void> {
  yield { type: 'error', error };
  yield { type: 'end', reason: 'failed' };
}
