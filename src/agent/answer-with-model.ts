// One answer by a model: gathers what it is told and given, runs the loop, and numbers what it may cite.
import { contextWindowOf } from '../core/context-window.ts';
import { toolsOfChat } from '../core/chat-tools.ts';
import { textOf, type AgentEvent, type Conversation, type Message } from '../core/conversation.ts';
import type { ContextPassage } from '../core/context-passage.ts';
import type { ErrorData } from '../core/errors.ts';
import { type LibraryLimit, limitOf } from '../core/library-limit.ts';
import type { LibraryOverview } from '../core/library-overview.ts';
import { Outbound } from '../core/outbound.ts';
import type { ResolvedProfile } from '../core/profile.ts';
import type { Taint } from '../core/taint.ts';
import { tokensOf } from '../core/tokens.ts';
import type { ToolInfo } from '../core/tool.ts';
import type { AgentDeps } from './agent-deps.ts';
import { CitationBook } from './citations.ts';
import { compacted, withUsage } from './compaction.ts';
import type { Opened } from './exchange.ts';
import { continuation, picturesOf, toModelMessages } from './history.ts';
import { runLoop } from './loop.ts';
import type { Model, ModelMessage } from '../models/model.ts';
import { areMany, OFFER_LIMITS, OfferedTools } from './offered-tools.ts';
import { attachedBefore, findPassages } from './passages.ts';
import { fenceToken } from './fence.ts';
import { instructions, openingText, systemPrompt } from './prompt.ts';
import { Seam } from './seam.ts';
import { WORKSPACE } from './setting.ts';
import { outputFor, passagesBudget, tokensOfMessage, tokensOfTools } from './tokens.ts';

/** Characters of the question before that help to find passages. */
const LONGEST_BEFORE = 500;

/** Calls of two answers side by side keep different ids: more than one answer makes. */
const CALLS_BESIDE = 1_000;

export interface ModelAnswer {
  model: Model;
  opened: Opened;
  profile: ResolvedProfile | undefined;
  signal: AbortSignal;
  /** What was read so far; what is read for this answer is added. */
  taint: Taint;
  /** True for a question that was asked here, and for an answer that is known to be made from nothing that others may have written. */
  isClean(message: Message): boolean;
}

export async function* answerWithModel(
  deps: AgentDeps,
  { model, opened, profile, signal, taint, isClean }: ModelAnswer,
): AsyncGenerator<AgentEvent, void> {
  const { text, earlier, question, answer: begun } = opened;
  const conversation = begun.conversation;
  const book = new CitationBook();
  const { continues } = opened;
  if (continues) book.restore(continues.citations);
  else if (begun.parts.length > 0) yield RESUMED;
  await deps.prepare?.(signal);
  const tools = toolsOf(deps, opened.conversation, profile);
  const offered = await offer(deps, tools, text, earlier);
  const mentions = question?.mentions ?? [];
  const attached = attachedBefore(earlier);
  const chosen = limitOf(opened.conversation, mentions, attached);
  const limit = limitOf(opened.conversation, mentions, attached, profile?.collections);
  const own = deps.setting?.() ?? WORKSPACE;
  const parts = {
    date: deps.now().slice(0, 10),
    token: fenceToken(),
    canFindMore: offered.canFindMore,
    setting: profile?.system === undefined ? own : { ...own, who: profile.system },
    // What is outside the limit is not spoken of.
    overview: limit ? undefined : await holdings(deps, profile),
  };
  const around = [
    openingText(profile?.opening),
    await toldByCollections(deps, chosen ?? limit),
    deps.codeMode?.(offered.infos, offered.canFindMore),
  ].filter((part) => part !== undefined);
  const goesOn = continuation(begun.parts, continues !== undefined);
  const pictures = question ? picturesOf(question) : [];
  const asked = tokensOfMessage({ role: 'user', text, pictures });
  const others =
    tokensOf([instructions(parts), ...around].join('\n\n')) +
    asked +
    tokensOfTools(offered.tools) +
    sizeOf(goesOn);
  const { hits, failure, notices } = await findPassages({
    question: text,
    before: questionBefore(earlier),
    tokens: passagesBudget(contextWindowOf(model), others),
    mentions,
    attached,
    sources: profile?.sources,
    within: limit?.within,
    gather: (...given) => deps.gather(...given),
    document: deps.document,
    signal,
  });
  // They would part the text.
  if (!continues) for (const text of notices) yield { type: 'notice', text };
  if (failure && !continues) yield notSearched(failure);
  const judged = markPassages(deps, taint, hits, question);
  if (profile?.reads !== undefined) taint.add(profile.reads);
  readEarlier(taint, [...earlier, ...(question ? [question] : []), begun], isClean);
  readDescriptions(taint, offered.infos);
  readNames(taint, parts.overview);
  const system = [systemPrompt(hits, book, parts), ...around].join('\n\n');
  const beside = tokensOf(system) + asked + tokensOfTools(offered.tools) + sizeOf(goesOn);
  const { history, usage } = yield* compacted({ model, earlier, beside, signal });
  let answer = continues ? textOf([...begun.parts]) : '';
  const loop = runLoop({
    model,
    system,
    messages: [...toModelMessages(history, text, pictures), ...goesOn],
    callsBefore: opened.beside ? CALLS_BESIDE : begun.parts.filter(({ type }) => type === 'tool').length,
    tools: () => offered.tools,
    exists: (name) => tools().some((tool) => tool.name === name),
    call: async (name, args, { id, ...options }) => {
      const caller = { kind: 'agent' as const, conversation, call: id };
      const only = allowedTools(deps, opened.conversation, profile);
      await judged;
      const report = await deps.tools.call(name, args, {
        caller,
        taint,
        outbound: new Outbound(undefined, limit),
        ...(only && { only }),
        ...options,
      });
      offered.met(name, report.outcome);
      return report;
    },
    ...(deps.readPicture && {
      readPicture: (picture) => {
        taint.add('the text in attached pictures');
        return deps.readPicture!(picture, signal);
      },
    }),
    present: (outcome) => book.present(outcome),
    ...(deps.keepOutput && { keepOutput: (name, text) => deps.keepOutput!(conversation, name, text) }),
    signal,
    budget: { output: outputFor(contextWindowOf(model)), ...deps.budget },
  });
  for await (const event of continues ? continuing(loop, answer) : loop) {
    if (event.type === 'text') answer += event.delta;
    // A tool call parts two texts: a mark must not join with what follows.
    if (event.type === 'tool_call') answer += '\n';
    if (event.type === 'end') {
      const citations = book.cited(answer);
      if (citations.length > 0) yield { type: 'citations', citations };
      const whole = withUsage(event.usage, usage);
      await judged;
      yield whole ? { ...event, usage: whole } : event;
      return;
    }
    yield event;
  }
}

/** The text is joined to what was written; until it begins, nothing comes between. */
async function* continuing(
  events: AsyncIterable<AgentEvent>,
  before: string,
): AsyncGenerator<AgentEvent, void> {
  const seam = new Seam(before);
  let isJoined = false;
  for await (const event of events) {
    if (event.type === 'reasoning' && !isJoined) continue;
    const delta = event.type === 'text' ? seam.take(event.delta) : isPassing(event) ? '' : seam.end();
    if (delta !== '') {
      isJoined = true;
      yield { type: 'text', delta };
    }
    if (event.type !== 'text') yield event;
  }
}

function isPassing(event: AgentEvent): boolean {
  return event.type === 'notice' && event.passing === true;
}

/** What may be called and told of: all tools, or those of the profile; never those that are switched off in the chat. */
function toolsOf(
  deps: AgentDeps,
  conversation: Conversation,
  profile: ResolvedProfile | undefined,
): () => ToolInfo[] {
  return () => {
    const only = allowedTools(deps, conversation, profile);
    return deps.tools.list().filter(({ name }) => only?.includes(name) ?? true);
  };
}

function allowedTools(
  { tools }: Pick<AgentDeps, 'tools'>,
  conversation: Conversation,
  profile: ResolvedProfile | undefined,
): readonly string[] | undefined {
  const all = tools.list().map(({ name }) => name);
  return toolsOfChat(conversation, profile?.tools, all);
}

/** The tools for the question. A search that fails leaves the built-ins, and with them `find_tools`. */
async function offer(
  { tools }: AgentDeps,
  list: () => ToolInfo[],
  text: string,
  earlier: Message[],
): Promise<OfferedTools> {
  const all = list();
  if (!areMany(all)) return new OfferedTools(all, undefined);
  const fitting = await tools.find(text, OFFER_LIMITS.chosen).catch((error: unknown) => {
    console.warn('The tools could not be searched.', error);
    return [];
  });
  return new OfferedTools(all, fitting, earlier);
}

/** What the library holds, as far as this answer may be made from it. One that cannot say so is told of by its passages alone. */
async function holdings(
  { overview }: AgentDeps,
  profile: ResolvedProfile | undefined,
): Promise<LibraryOverview | undefined> {
  const all = await overview?.().catch(() => undefined);
  if (!all || !profile?.sources) return all;
  const sources = all.sources.filter(({ name }) => profile.sources!.includes(name));
  return { documents: sources.reduce((sum, { documents }) => sum + documents, 0), sources, more: 0 };
}

/** Instructions of the collection that the answer is limited to, where it is one. */
async function toldByCollections(
  { collectionText }: AgentDeps,
  limit: LibraryLimit | undefined,
): Promise<string | undefined> {
  const [first, ...others] = limit?.within ?? [];
  const [id] = first ?? [];
  return id === undefined || first?.length !== 1 || others.length > 0 ? undefined : collectionText?.(id);
}

/** The last question of the branch. */
function questionBefore(earlier: readonly Message[]): string | undefined {
  const last = earlier.findLast(({ role, byHand }) => role === 'user' && byHand !== true);
  return last && textOf(last.parts).slice(0, LONGEST_BEFORE);
}

function sizeOf(messages: readonly ModelMessage[]): number {
  return messages.reduce((sum, message) => sum + tokensOfMessage(message), 0);
}

/** Nothing may be called before this is done; the model need not wait for it. */
async function markPassages(
  { isBundledText }: AgentDeps,
  taint: Taint,
  hits: readonly ContextPassage[],
  question: Message | undefined,
): Promise<void> {
  if (hits.length === 0 && !question?.mentions?.length) return;
  const isOwn = !question?.mentions?.length && (await isBundledText?.(hits)) === true;
  if (!isOwn) taint.add('your documents');
}

/** What tools answered earlier, what was written from documents, and what came with a file of chats, may be anybody's. */
function readEarlier(
  taint: Taint,
  messages: readonly Message[],
  isClean: (message: Message) => boolean,
): void {
  for (const message of messages) {
    for (const part of message.parts) {
      if (part.type === 'tool' && part.report) taint.add(`results of ${part.name}`);
    }
    if (message.parts.length === 0 || isClean(message)) continue;
    taint.add(message.role === 'user' ? 'an earlier question' : 'an earlier answer');
  }
}

/** Sources that the program names itself. */
const OWN_NAMES = new Set(['guide', 'notes', 'files']);

/** Names of sources come with documents, and so from anybody. */
function readNames(taint: Taint, overview: LibraryOverview | undefined): void {
  if (overview?.sources.some(({ name }) => !OWN_NAMES.has(name))) taint.add('your documents');
}

/** What strangers say of their tools stands before the model from the beginning, until their tool was allowed. */
function readDescriptions(taint: Taint, tools: readonly ToolInfo[]): void {
  for (const { name, kind, origin, policy, hosts } of tools) {
    if (kind === 'mcp' && hosts.length > 0) {
      for (const host of hosts) taint.add(host);
    } else if (kind === 'mcp' || (policy === 'ask' && (origin === 'imported' || origin === 'agent'))) {
      taint.add(`the description of ${name}`);
    }
  }
}

const RESUMED: AgentEvent = {
  type: 'notice',
  code: 'resumed',
  text: 'The page was closed while this answer was made. It goes on from there.',
};

function notSearched(error: ErrorData): AgentEvent {
  return {
    type: 'notice',
    code: 'not_searched',
    text: `The library could not be searched: ${error.message}`,
  };
}
