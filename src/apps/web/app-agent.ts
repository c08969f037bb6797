// The agent of the app as the other parts see it.
import type { Agent } from '../../agent/agent.ts';

export interface AppAgent extends Pick<Agent, 'send' | 'regenerate' | 'resume' | 'compact' | 'answerOnce'> {
  /** Stops one tool call of an answer; the answer goes on. */
  stopCall(conversation: string, call: string): void;
  /** Loads what the first question needs, before it is asked. */
  prepare(): void;
}
