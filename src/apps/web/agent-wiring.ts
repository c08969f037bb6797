// Wires the app's agent: its models, tools, library, profiles and conversations. Loads with the first question
// (agent.ts).
import { v7 as uuid } from 'uuid';
import { Agent } from '../../agent/agent.ts';
import type { AgentDeps, Conversations } from '../../agent/agent-deps.ts';
import type { Preferences } from '../../agent/preferences.ts';
import { type Setting, WORKSPACE } from '../../agent/setting.ts';
import type { AgentEvent } from '../../core/conversation.ts';
import type { Extensions } from '../../core/extensions.ts';
import { isOfferable } from '../../core/offerable.ts';
import { SHOW } from '../../core/show.ts';
import type { KnowledgeClient } from '../../knowledge/client.ts';
import type { Registry } from '../../tools/registry.ts';
import { showTool } from '../../tools/show.ts';
import { momentText, spanText } from './answer-dates.ts';
import { underLock } from './answering-lock.ts';
import type { AppAgent } from './app-agent.ts';
import type { Collections } from './collections.ts';
import type { CodeMode } from './code-mode.ts';
import { codePrompt } from './code-prompt.ts';
import { BundledText, shippedPage } from './bundled-text.ts';
import { watchLeaving } from './page-leaving.ts';
import type { Profiles } from './profiles.ts';
import { RunningCalls } from './running-calls.ts';
import type { OpenTools } from './tools.ts';

export interface AppAgentDeps {
  preferences: Preferences;
  tools: Registry;
  parts: Pick<OpenTools, 'find'>;
  scripts(): Promise<Pick<CodeMode, 'outputs'>>;
  profiles(): Promise<Pick<Profiles, 'resolve'>>;
  collections(): Promise<Pick<Collections, 'get'>>;
  knowledge: Pick<KnowledgeClient, 'search' | 'answer' | 'gather' | 'overview' | 'get' | 'list' | 'open'>;
  extensions: Pick<Extensions, 'of' | 'one'>;
  conversations: Conversations;
  now(): string;
}

export async function wireAgent(deps: AppAgentDeps): Promise<Omit<AppAgent, 'prepare'>> {
  const running = new RunningCalls();
  // A user's own tool of this name wins.
  if (!deps.tools.get(SHOW)) deps.tools.offer(showTool());
  const { outputs } = await deps.scripts();
  const agent = new Agent({
    ...agentDeps(deps, running),
    setting: () => SETTING,
    codeMode: codePrompt(deps.tools),
    keepOutput: (...result) => outputs.keep(...result),
  });
  return {
    stopCall: (...call) => running.stop(...call),
    send: (text, options) =>
      entitled(
        deps.preferences,
        agent,
        underLock(options?.conversation, () => agent.send(text, options)),
      ),
    // An answer made next to the one in progress runs under the lock of that one.
    regenerate: (id, question, options) => {
      const events = () => agent.regenerate(id, question, options);
      return options?.beside ? events() : underLock(id, events);
    },
    resume: (id, ...given) => underLock(id, () => agent.resume(id, ...given)),
    compact: (...given) => agent.compact(...given),
    answerOnce: (...given) => agent.answerOnce(...given),
  };
}

const SETTING: Setting = {
  ...WORKSPACE,
  moment: (date, time) => momentText(locale(), date, time),
  span: (parts, days) => spanText(locale(), parts, days),
};

/** The browser knows the region, and with it whether a day has 24 hours or twice 12. */
function locale(): string {
  const { lang } = document.documentElement;
  return navigator.languages.find((one) => one.split('-')[0] === lang) ?? lang;
}

/** Documents of one source that a digest reads. */
const MOST_DOCUMENTS = 1_000;
/** Milliseconds without a question before a title is generated. */
const IDLE = 1_500;

/** Yields the events of an answer; after the first answer, titles the chat. */
async function* entitled(
  { current }: Pick<Preferences, 'current'>,
  agent: Agent,
  events: AsyncIterable<AgentEvent>,
): AsyncGenerator<AgentEvent, void> {
  let id: string | undefined;
  for await (const event of events) {
    if (event.type === 'start' && event.mode === 'model') id = event.conversation;
    yield event;
  }
  const chat = id;
  if (chat !== undefined && current.titles) setTimeout(() => void agent.entitle(chat), IDLE);
}

function agentDeps(
  {
    preferences,
    tools,
    parts,
    profiles,
    collections,
    knowledge,
    extensions,
    conversations,
    now,
  }: AppAgentDeps,
  running: RunningCalls,
): AgentDeps {
  const bundledText = new BundledText(shippedPage);
  return {
    model: (choice) => preferences.connect(choice),
    tools: {
      list: () => tools.list(),
      find: (query, limit) => parts.find(query, limit, (tool) => isOfferable(tool) && !tool.builtin),
      call: (name, args, { onProgress, ...options }) =>
        running.run(options.caller, options.signal, (signal) =>
          tools.call(name, args, {
            ...options,
            signal,
            ...(onProgress && {
              onProgress: (fraction, text) => onProgress({ fraction, ...(text !== undefined && { text }) }),
            }),
          }),
        ),
    },
    search: (query, options, signal) => knowledge.search(query, options, signal),
    gather: (question, options, signal) => knowledge.gather(question, options, signal),
    overview: () => knowledge.overview(),
    answer: (question, options, signal) => knowledge.answer(question, options, signal),
    compute: async (question, scope, signal) => {
      const { openTables } = await import('./tables.ts');
      return (await openTables({ extensions, knowledge })).compute(question, scope, signal);
    },
    readPicture: async (picture, signal) => {
      const { readPicture } = await import('./read-picture.ts');
      return readPicture(extensions, preferences.current.recognition, picture, signal);
    },
    document: (id) => knowledge.get(id),
    documentsOf: async (name, kind = 'source') => {
      const { documents } = await knowledge.list({ [kind]: name, limit: MOST_DOCUMENTS });
      return documents.map(({ id }) => id);
    },
    collectionText: async (id) => {
      const collection = await (await collections()).get(id).catch(() => undefined);
      if (!collection || collection.imported || collection.instructions.trim() === '') return undefined;
      return `Instructions of the user for questions about the collection ${JSON.stringify(collection.name)}:\n${collection.instructions}`;
    },
    isBundledText: (hits) => bundledText.isAll(hits),
    profile: async (conversation, signal) =>
      conversation.profile === undefined ? undefined : (await profiles()).resolve(conversation, signal),
    isReadOnly: () => preferences.current.readOnly,
    untilStays: watchLeaving(window),
    conversations,
    newId: uuid,
    now,
  };
}
