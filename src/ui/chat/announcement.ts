// What a screen reader is told while an answer is made: one short sentence a step, never the streamed words themselves.
import type { AgentEvent, Part } from '../../core/conversation.ts';

/** The sentence for an event, or undefined when it says nothing new. */
export function announcementOf(event: AgentEvent, nameOf: (call: string) => string): string | undefined {
  switch (event.type) {
    case 'start':
      return event.mode === 'search' ? 'Searching' : `Asking ${event.model ?? 'the model'}`;
    case 'tool_call':
      return stateSentence(event.name, event.state);
    case 'tool_state':
      return stateSentence(nameOf(event.id), event.state);
    case 'end':
      return END[event.reason];
    default:
      return undefined;
  }
}

const END = {
  answered: 'Answer complete',
  stopped: 'Stopped',
  budget: 'Answer ended early',
  failed: 'The answer failed',
} as const;

function stateSentence(name: string, state: string): string | undefined {
  if (state === 'running') return `Running ${name}`;
  if (state === 'waiting') return `${name} waits for your approval`;
  return undefined;
}

export function toolName(parts: readonly Part[], call: string): string {
  const part = parts.find((candidate) => candidate.type === 'tool' && candidate.id === call);
  return part?.type === 'tool' ? part.name : 'a tool';
}
