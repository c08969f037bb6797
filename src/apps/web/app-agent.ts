// The app's agent, as other parts see it.
import type { Agent } from '../../agent/agent.ts';

export interface AppAgent extends Pick<Agent, 'send' | 'regenerate' | 'resume' | 'compact' | 'answerOnce'> {
  /** Stops one tool call of an answer; the answer continues. */
  stopCall(conversation: string, call: string): void;
  /** Loads the code for the first question ahead of time, and adds its built-in tools. Never rejects. */
  prepare(): Promise<unknown>;
}
