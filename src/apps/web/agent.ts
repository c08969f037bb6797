// The agent of the app as everybody else sees it. What it is made of loads with the first question.
import type { Agent } from '../../agent/agent.ts';
import { once } from '../../core/deferred.ts';
import type { AppAgentDeps } from './agent-wiring.ts';

export interface AppAgent extends Pick<Agent, 'send' | 'regenerate' | 'resume' | 'compact' | 'answerOnce'> {
  /** Stops one tool call of an answer; the answer goes on. */
  stopCall(conversation: string, call: string): void;
}

export function openAgent(deps: AppAgentDeps): AppAgent {
  const agent = once(async () => (await import('./agent-wiring.ts')).wireAgent(deps));
  return {
    // Nothing to stop where nothing could be loaded.
    stopCall: (...call) =>
      void agent().then(
        (one) => one.stopCall(...call),
        () => undefined,
      ),
    async *send(...given) {
      yield* (await agent()).send(...given);
    },
    async *regenerate(...given) {
      yield* (await agent()).regenerate(...given);
    },
    async *resume(...given) {
      yield* (await agent()).resume(...given);
    },
    compact: async (...given) => (await agent()).compact(...given),
    answerOnce: async (...given) => (await agent()).answerOnce(...given),
  };
}
