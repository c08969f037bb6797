// Wires the agent of the app: its models, tools, library, profiles and conversations. Loads with the first question.
import { v7 as uuid } from 'uuid';
import type { Agent, AgentDeps, Conversations } from '../../agent/agent.ts';
import type { Preferences } from '../../agent/preferences.ts';
import { once } from '../../core/deferred.ts';
import { isOfferable } from '../../core/offerable.ts';
import type { KnowledgeClient } from '../../knowledge/client.ts';
import type { Registry } from '../../registry/registry.ts';
import { underLock } from './answering-lock.ts';
import type { CodeMode } from './code-mode.ts';
import type { Profiles } from './profiles.ts';
import { RunningCalls } from './running-calls.ts';
import type { ToolParts } from './tools.ts';

export interface AppAgent extends Pick<Agent, 'send' | 'regenerate' | 'resume' | 'compact'> {
  /** Stops one tool call of an answer; the answer goes on. */
  stopCall(conversation: string, call: string): void;
}

export interface AppAgentDeps {
  preferences: Preferences;
  tools: Registry;
  parts: ToolParts;
  scripts(): Promise<Pick<CodeMode, 'outputs'>>;
  profiles(): Promise<Pick<Profiles, 'resolve'>>;
  knowledge: Pick<KnowledgeClient, 'search' | 'get'>;
  conversations: Conversations;
  now(): string;
}

export function openAgent(deps: AppAgentDeps): AppAgent {
  const running = new RunningCalls();
  const agent = once(async () => {
    const [{ Agent }, { codePrompt }, { outputs }] = await Promise.all([
      import('../../agent/agent.ts'),
      import('./code-prompt.ts'),
      deps.scripts(),
    ]);
    return new Agent({
      ...agentDeps(deps, running),
      codeMode: codePrompt(deps.tools),
      keepAside: (...result) => outputs.keep(...result),
    });
  });
  return {
    stopCall: (...call) => running.stop(...call),
    async *send(...given) {
      yield* underLock((await agent()).send(...given));
    },
    async *regenerate(...given) {
      yield* underLock((await agent()).regenerate(...given));
    },
    async *resume(...given) {
      yield* underLock((await agent()).resume(...given));
    },
    compact: async (...given) => (await agent()).compact(...given),
  };
}

function agentDeps(
  { preferences, tools, parts, profiles, knowledge, conversations, now }: AppAgentDeps,
  running: RunningCalls,
): AgentDeps {
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
    document: (id) => knowledge.get(id),
    profile: async (conversation) =>
      conversation.profile === undefined ? undefined : (await profiles()).resolve(conversation),
    conversations,
    newId: uuid,
    now,
  };
}
