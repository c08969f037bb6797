// Answers a question with a model and tools if one is connected, otherwise by search, and stores the conversation.
//
// - `send`, `regenerate` and `resume` yield `start` first and exactly one `end` last. They never reject for anything
//   a person can cause.
// - The question is saved before anything is asked, the answer while it grows.
// - Each conversation has one answer at a time.
import type { AnswerOptions } from '../core/answer.ts';
import { toolsOfChat } from '../core/chat-tools.ts';
import type { AgentEvent, EndReason, Message, Summary } from '../core/conversation.ts';
import { NO_MODEL_FOR_PICTURES } from './no-pictures.ts';
import { Failure, toErrorData, type ErrorData } from '../core/errors.ts';
import { type LibraryLimit, limitOf, withinOf } from '../core/library-limit.ts';
import { MessageTree } from '../core/message-tree.ts';
import type { ModelChoice } from '../core/model-choice.ts';
import { Outbound } from '../core/outbound.ts';
import type { ResolvedProfile } from '../core/profile.ts';
import { Taint } from '../core/taint.ts';
import type { CallReport } from '../core/tool.ts';
import type { FirstCaller } from '../core/call.ts';
import { attachedBefore } from './passages.ts';
import { AnswerRecord } from './answer-record.ts';
import { entitle } from './chat-title.ts';
import { answerWithModel, type ModelAnswer } from './answer-with-model.ts';
import { summaryOf } from './compaction.ts';
import { answerWithDigest } from './digest/answer-with-digest.ts';
import { openAgain, openNew, openUnfinished, type Opened } from './exchange.ts';
import type { Model } from '../models/model.ts';
import { retrySmaller } from './retry-smaller.ts';
import { answerQuestion, type QuestionAnswer } from './answer-question.ts';
import type { RequestedTool } from './requested-tool.ts';
import { answerOptionsFor } from './pointed-at.ts';
import { answerBySearch } from './search-mode.ts';
import { WORKSPACE } from './setting.ts';
import type { AgentDeps } from './agent-deps.ts';
import type { AgainOptions, SendOptions } from './send-options.ts';

export class Agent {
  readonly #deps: AgentDeps;
  readonly #busy = new Set<string>();
  /**
   * Messages of this session without untrusted text: questions asked here, and answers made from nothing else. Other
   * messages may come from an imported chat.
   */
  readonly #clean = new Set<string>();

  /** The pending request for a title. */
  #naming: AbortController | undefined;

  constructor(deps: AgentDeps) {
    this.#deps = deps;
  }

  async *send(text: string, options: SendOptions = {}): AsyncGenerator<AgentEvent, void> {
    const conversation = options.conversation ?? this.#deps.newId();
    const empty: ErrorData = { code: 'bad_request', message: 'There is no question to answer.' };
    yield* this.#once(conversation, options.signal, text.trim() === '' ? empty : undefined, async () => {
      const opened = await openNew(this.#deps, text, conversation, options);
      if (opened.question) this.#clean.add(opened.question.id);
      return opened;
    });
  }

  /** Answers a question again, as a sibling of its existing answers. @param question the id of its message */
  async *regenerate(
    conversation: string,
    question: string,
    { signal, beside }: AgainOptions = {},
  ): AsyncGenerator<AgentEvent, void> {
    const open = (): Promise<Opened> => openAgain(this.#deps, conversation, question, beside);
    // Allows one answer beside the current one, and no more.
    const place = beside ? `${conversation} beside` : conversation;
    yield* this.#once(conversation, signal, undefined, open, place);
  }

  /** Continues an answer that the page did not finish. @param answer the id of its message */
  async *resume(
    conversation: string,
    answer: string,
    options: Pick<SendOptions, 'signal'> = {},
  ): AsyncGenerator<AgentEvent, void> {
    yield* this.#once(conversation, options.signal, undefined, () =>
      openUnfinished(this.#deps, conversation, answer),
    );
  }

  /**
   * Summarises the branch shown. Nothing is stored: the caller adds the summary to the parts of `answer`, the last
   * answer of the branch.
   * @throws Failure `conflict` when there is nothing to summarise, `unavailable` without a model; the errors of the
   *   model.
   */
  async compact(
    id: string,
    { signal }: Pick<SendOptions, 'signal'> = {},
  ): Promise<{ answer: string; summary: Summary }> {
    const refusal = this.#refuse(id);
    if (refusal) throw new Failure(refusal.code, refusal.message);
    this.#busy.add(id);
    try {
      const { conversations, profile, model: connect } = this.#deps;
      const conversation = await conversations.get(id);
      if (!conversation) throw new Failure('conflict', 'There is nothing to summarize yet.');
      const branch = new MessageTree(await conversations.messages(id)).pathTo(conversation.head);
      const stop = signal ?? new AbortController().signal;
      const resolved = await profile?.(conversation, stop);
      const model = await connect(conversation.model ?? resolved?.model);
      if (!model)
        throw new Failure('unavailable', 'Only a model can summarize a chat. Connect one in Settings.');
      const failure = unusable(resolved);
      if (failure) throw new Failure(failure.code, failure.message);
      const { summary } = await summaryOf(model, branch, stop);
      return { answer: summary.upTo, summary };
    } finally {
      this.#busy.delete(id);
    }
  }

  /**
   * Titles a chat after its first answer, with the model that answered. A name set by a person stays. Never rejects:
   * without a title, the chat is named after its question.
   */
  async entitle(id: string): Promise<void> {
    if (this.#busy.has(id)) return;
    this.#naming = new AbortController();
    await entitle(this.#deps, id, this.#naming.signal);
  }

  async *#once(
    conversation: string,
    outer: AbortSignal | undefined,
    refused: ErrorData | undefined,
    open: () => Promise<Opened>,
    place = conversation,
  ): AsyncGenerator<AgentEvent, void> {
    const refusal = refused ?? this.#refuse(place);
    if (refusal) {
      yield { type: 'start', conversation, message: this.#deps.newId(), mode: 'search' };
      yield* failed(refusal);
      return;
    }
    this.#busy.add(place);
    // A model on this device answers one request at a time, and the question goes first.
    this.#naming?.abort();
    // Aborts when the consumer stops, so that tools and requests never outlive it.
    const abort = new AbortController();
    const stop = (): void => abort.abort();
    outer?.addEventListener('abort', stop, { once: true });
    if (outer?.aborted) stop();
    try {
      yield* this.#answer(await open(), abort.signal);
    } finally {
      stop();
      outer?.removeEventListener('abort', stop);
      this.#busy.delete(place);
    }
  }

  #refuse(conversation: string): ErrorData | undefined {
    if (!this.#busy.has(conversation)) return undefined;
    return {
      code: 'conflict',
      message: 'This conversation is still being answered. Wait, or stop it first.',
    };
  }

  async *#answer(opened: Opened, signal: AbortSignal): AsyncGenerator<AgentEvent, void> {
    const { now, conversations } = this.#deps;
    const profile = await this.#deps.profile?.(opened.conversation, signal);
    const connected = await this.#connect(opened.conversation.model ?? profile?.model);
    const { model } = connected;
    // After a stop the profile may be incomplete, so its problem is ignored.
    const unfit = signal.aborted ? undefined : (connected.failure ?? (model && unusable(profile)));
    const failure = opened.problem ?? unfit;
    const message: Message = { ...opened.answer, ...(model && { model: model.id }) };
    const record = new AnswerRecord(message, (message) => conversations.putMessage(message), now);
    yield {
      type: 'start',
      conversation: message.conversation,
      message: message.id,
      mode: model || failure ? 'model' : 'search',
      ...(opened.question && { question: opened.question.id }),
      ...(model && { model: model.id }),
    };
    if (opened.unsaved) yield notSaved(opened.unsaved);
    const taint = new Taint();
    const isClean = ({ id }: Message): boolean => this.#clean.has(id);
    let end: AgentEvent & { type: 'end' } = { type: 'end', reason: 'stopped' };
    let finished = false;
    try {
      const events = failure
        ? failed(failure)
        : model
          ? answerBy(this.#deps, { model, opened, profile, signal, taint, isClean })
          : this.#search(opened, profile, signal);
      for await (const event of events) {
        if (event.type === 'end') {
          end = { ...event, ...(model && model.id !== message.model && { model: model.id }) };
          break;
        }
        if (tellsFailure(event)) await this.#deps.untilStays?.(signal);
        record.add(event);
        yield event;
      }
      finished = true;
      if (model && taint.sources.length === 0) this.#clean.add(message.id);
      const { reason, type: _, ...more } = end;
      const unsaved = await record.finish(reason, more);
      if (unsaved && !opened.unsaved) yield notSaved(unsaved);
    } finally {
      // The consumer left before the end.
      if (!finished) await record.finish('stopped');
    }
    yield end;
  }

  async *#search(
    { text, question, conversation, earlier, automation }: Opened,
    profile: ResolvedProfile | undefined,
    signal: AbortSignal,
  ): AsyncGenerator<AgentEvent, void> {
    let reason: EndReason = 'answered';
    try {
      signal.throwIfAborted();
      const { tools, answer, compute, document, setting } = this.#deps;
      const mentions = question?.mentions ?? [];
      if (mentions.some(({ kind }) => kind === 'picture')) yield NO_MODEL_FOR_PICTURES;
      const { options, notices } = await answerOptionsFor({
        mentions,
        sources: profile?.sources,
        within: withinOf(conversation, mentions, profile?.collections),
        document,
        earlier,
      });
      yield* answerBySearch({
        question: text,
        options,
        tools: tools
          .list()
          .filter(({ name }) => toolsOfChat(conversation, profile?.tools, [name])?.includes(name) ?? true),
        call: (tool, signal) =>
          this.#callRequestedTool(
            tool,
            automation === undefined
              ? { kind: 'user', conversation: conversation.id }
              : { kind: 'schedule', automation },
            signal,
            limitOf(conversation, mentions, attachedBefore(earlier), profile?.collections),
          ),
        answer,
        ...(compute && { compute }),
        setting: setting?.() ?? WORKSPACE,
        today: this.#today(),
        signal,
      });
      for (const text of notices) yield { type: 'notice', text };
    } catch (error) {
      reason = signal.aborted ? 'stopped' : 'failed';
      if (!signal.aborted) yield { type: 'error', error: toErrorData(error, 'unavailable') };
    }
    yield { type: 'end', reason };
  }

  /** Answers one question without a model and without a conversation. Nothing is stored. Rejects as the library does. */
  async answerOnce(
    question: string,
    options: AnswerOptions,
    caller: FirstCaller,
    signal: AbortSignal,
  ): Promise<QuestionAnswer> {
    const { tools, answer, compute } = this.#deps;
    const limit = options.within && { within: options.within, documents: [] };
    const call = (tool: RequestedTool, signal: AbortSignal) =>
      this.#callRequestedTool(tool, caller, signal, limit);
    const deps = { tools: tools.list(), call, answer, ...(compute && { compute }), today: this.#today() };
    const made = await answerQuestion(question, options, deps, signal);
    const table = made.asked?.computes?.list && made.report ? made.asked.source : undefined;
    if (!table) return made;
    // Rows are also in a document; scripts get their place along with them.
    const found = await answer(question, options, signal);
    if (found.kind !== 'table' || found.answer?.document.id !== table.id) return made;
    return { ...made, found: { ...found, ...(made.found.tool && { tool: made.found.tool }) } };
  }

  /** Nested calls are refused: only this tool was found to keep data on the device. */
  #callRequestedTool(
    { name, args }: RequestedTool,
    caller: FirstCaller,
    signal: AbortSignal,
    limit?: LibraryLimit,
  ): Promise<CallReport> {
    const outbound = new Outbound(undefined, limit);
    return this.#deps.tools.call(name, args, { caller, signal, taint: new Taint(), only: [name], outbound });
  }

  /** In the caller's time zone. */
  #today(): string {
    const now = new Date(this.#deps.now());
    return new Date(now.getTime() - now.getTimezoneOffset() * 60_000).toISOString().slice(0, 10);
  }

  async #connect(choice: ModelChoice | undefined): Promise<{ model?: Model; failure?: ErrorData }> {
    try {
      const model = await this.#deps.model(choice);
      return model ? { model } : {};
    } catch (error) {
      return { failure: toErrorData(error, 'unavailable') };
    }
  }
}

/** The continuation of a digest is ordinary text. */
function answerBy(deps: AgentDeps, answer: ModelAnswer): AsyncGenerator<AgentEvent, void> {
  const { question, answer: begun } = answer.opened;
  const kind = begun.parts.length === 0 ? question?.digest : undefined;
  return kind
    ? answerWithDigest(deps, kind, answer)
    : retrySmaller(answer.model, () => answerWithModel(deps, answer));
}

/** Without its profile, a model would lack instructions, and might not be the one the user chose. */
function unusable(profile: ResolvedProfile | undefined): ErrorData | undefined {
  const { problem } = profile ?? {};
  return problem === undefined ? undefined : { code: 'bad_request', message: problem };
}

/** Also of a model that another one replaced. */
function tellsFailure(event: AgentEvent): boolean {
  if (event.type === 'tool_result') return event.report.outcome.error !== undefined;
  return event.type === 'error' || (event.type === 'notice' && event.code === 'fell_back');
}

function notSaved(error: ErrorData): AgentEvent {
  return { type: 'notice', code: 'not_saved', text: `This answer could not be saved: ${error.message}` };
}

async function* failed(error: ErrorData): AsyncGenerator<AgentEvent, void> {
  yield { type: 'error', error };
  yield { type: 'end', reason: 'failed' };
}
