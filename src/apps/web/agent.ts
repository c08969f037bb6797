// The app's agent, as other parts see it. Its code loads with the first question.
import { once } from '../../core/deferred.ts';
import type { AppAgentDeps } from './agent-wiring.ts';
import type { AppAgent } from './app-agent.ts';

export function openAgent(deps: AppAgentDeps): AppAgent {
  const agent = once(async () => (await import('./agent-wiring.ts')).wireAgent(deps));
  return {
    // Nothing loaded, so nothing to stop.
    stopCall: (...call) =>
      void agent().then(
        (one) => one.stopCall(...call),
        () => undefined,
      ),
    // If loading fails, the question reports it.
    prepare: () => agent().catch(() => undefined),
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
