// Screen reader announcements during an answer: one short sentence per step, never the streaming text.
import type { AgentEvent, Part } from '../../core/conversation.ts';

/**
 * The sentence for an event; undefined when it adds nothing, as each further second of a countdown.
 * @param before the answer's parts before the event
 */
export function announcementOf(event: AgentEvent, before: readonly Part[]): string | undefined {
  switch (event.type) {
    case 'start':
      return event.mode === 'search' ? 'Searching' : `Asking ${event.model ?? 'the model'}`;
    case 'tool_call':
      return stateSentence(event.name, event.state);
    case 'tool_state':
      return stateSentence(toolName(before, event.id), event.state);
    case 'notice':
      return event.code === 'asked_to_wait' && !isCountdown(before.at(-1)) ? event.text : undefined;
    case 'end':
      return END[event.reason];
    default:
      return undefined;
  }
}

/** Without a model, the answer arrives immediately and is announced: its beginning and its source. */
export function spokenAnswer(parts: readonly Part[]): string | undefined {
  const part = parts.find((candidate) => candidate.type === 'answer');
  if (part?.type !== 'answer') return undefined;
  const { answer } = part.found;
  if (!answer) return 'Nothing in your library answers this';
  const words = answer.text.replace(/\s+/g, ' ');
  const cut = words.length <= LONGEST ? words : `${words.slice(0, words.lastIndexOf(' ', LONGEST))} …`;
  return `Answer from ${answer.document.title}: ${cut}`;
}

/** Characters. Longer answers are read in place. */
const LONGEST = 300;

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

function isCountdown(part: Part | undefined): boolean {
  return part?.type === 'notice' && part.code === 'asked_to_wait';
}

function toolName(parts: readonly Part[], call: string): string {
  const part = parts.find((candidate) => candidate.type === 'tool' && candidate.id === call);
  return part?.type === 'tool' ? part.name : 'a tool';
}
