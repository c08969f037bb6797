// Answers with a model: gathers the prompt and context, runs the loop, and numbers the citable passages.
import { contextWindowOf } from '../core/context-window.ts';
import { toolsOfChat } from '../core/chat-tools.ts';
import { textOf, type AgentEvent, type Conversation, type Message } from '../core/conversation.ts';
import type { ContextPassage } from '../core/context-passage.ts';
import type { ErrorData } from '../core/errors.ts';
import { type LibraryLimit, limitOf } from '../core/library-limit.ts';
import type { LibraryOverview } from '../core/library-overview.ts';
import { Outbound } from '../core/outbound.ts';
import { PROJECT_TOOLS } from '../core/project.ts';
import { READ_ONLY_RULE } from '../core/read-only.ts';
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

/** Maximum length of the previous question when it helps to find passages, in characters. */
const LONGEST_BEFORE = 500;

/**
 * Offset for call ids of a second answer, so that two simultaneous answers never share one. Larger than the number of
 * calls in one answer.
 */
const CALLS_BESIDE = 1_000;

export interface ModelAnswer {
  model: Model;
  opened: Opened;
  profile: ResolvedProfile | undefined;
  signal: AbortSignal;
  /** What was read so far; this answer adds what it reads. */
  taint: Taint;
  /** Tells whether a message is a question asked here, or an answer known to contain nothing untrusted. */
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
    // Anything outside the limit is not mentioned.
    overview: limit ? undefined : await holdings(deps, profile),
  };
  const around = [
    openingText(profile?.opening),
    await toldByCollections(deps, chosen ?? limit),
    deps.codeMode?.(offered.infos, offered.canFindMore),
    deps.isReadOnly?.() || opened.conversation.readOnly ? READ_ONLY_RULE : undefined,
  ].filter((part) => part !== undefined);
  const goesOn = continuation(begun.parts, continues?.atLimit);
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
  // Notices would split the text.
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
      const caller = {
        ...{ kind: 'agent' as const, conversation, call: id },
        ...(opened.automation !== undefined && { automation: opened.automation }),
      };
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
    // A tool call separates two texts, so that a citation mark can't join with the next text.
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

/** Joins the text to the earlier part. Nothing comes in between until it begins. */
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

/**
 * Returns the tools that can be called and offered: all, or those of the profile, without those switched off in the
 * chat.
 */
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
  const all = tools.list();
  const ofProjects = all.filter(({ name, builtin }) => builtin && PROJECT_TOOLS.includes(name));
  const names = (infos: readonly ToolInfo[]): string[] => infos.map(({ name }) => name);
  return toolsOfChat(conversation, profile?.tools, names(all), names(ofProjects));
}

/** Returns the tools for the question. If the search fails, the built-ins remain, including `find_tools`. */
async function offer(
  { tools }: AgentDeps,
  list: () => ToolInfo[],
  text: string,
  earlier: Message[],
): Promise<OfferedTools> {
  const all = list();
  if (!areMany(all)) return new OfferedTools(all, undefined);
  const fitting = await tools.find(text, OFFER_LIMITS.chosen).catch((error: unknown) => {
    console.warn('Couldn’t search the tools.', error);
    return [];
  });
  return new OfferedTools(all, fitting, earlier);
}

/** Returns the summary of the library, as far as this answer may use it; undefined if the library can't provide one. */
async function holdings(
  { overview }: AgentDeps,
  profile: ResolvedProfile | undefined,
): Promise<LibraryOverview | undefined> {
  const all = await overview?.().catch(() => undefined);
  if (!all || !profile?.sources) return all;
  const sources = all.sources.filter(({ name }) => profile.sources!.includes(name));
  return { documents: sources.reduce((sum, { documents }) => sum + documents, 0), sources, more: 0 };
}

/** Returns the instructions of the collection that the answer is limited to, if it is exactly one. */
async function toldByCollections(
  { collectionText }: AgentDeps,
  limit: LibraryLimit | undefined,
): Promise<string | undefined> {
  const [first, ...others] = limit?.within ?? [];
  const [id] = first ?? [];
  return id === undefined || first?.length !== 1 || others.length > 0 ? undefined : collectionText?.(id);
}

/** Returns the last question of the branch. */
function questionBefore(earlier: readonly Message[]): string | undefined {
  const last = earlier.findLast(({ role, byHand }) => role === 'user' && byHand !== true);
  return last && textOf(last.parts).slice(0, LONGEST_BEFORE);
}

function sizeOf(messages: readonly ModelMessage[]): number {
  return messages.reduce((sum, message) => sum + tokensOfMessage(message), 0);
}

/** Must finish before any tool is called; the model need not wait. */
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

/**
 * Taints with imported prompts, earlier results of tools, answers from documents, and messages of imported chats: all of
 * them may be untrusted.
 */
function readEarlier(
  taint: Taint,
  messages: readonly Message[],
  isClean: (message: Message) => boolean,
): void {
  for (const message of messages) {
    for (const { kind, title } of message.mentions ?? []) {
      if (kind === 'prompt') taint.add(`the prompt ${title}`);
    }
    for (const part of message.parts) {
      if (part.type === 'tool' && part.report) taint.add(`results of ${part.name}`);
    }
    if (message.parts.length === 0 || isClean(message)) continue;
    taint.add(message.role === 'user' ? 'an earlier question' : 'an earlier answer');
  }
}

/** Source names set by the program. */
const OWN_NAMES = new Set(['guide', 'notes', 'files']);

/** Other source names come with documents, so they are untrusted. */
function readNames(taint: Taint, overview: LibraryOverview | undefined): void {
  if (overview?.sources.some(({ name }) => !OWN_NAMES.has(name))) taint.add('your documents');
}

/** Descriptions of imported tools are in the prompt from the start. They are untrusted until the tool is allowed. */
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
  text: 'The page was closed during this answer. It continues from there.',
};

function notSearched(error: ErrorData): AgentEvent {
  return {
    type: 'notice',
    code: 'not_searched',
    text: `Couldn’t search the library: ${error.message}`,
  };
}
