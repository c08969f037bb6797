// The sources of an answer, for the side panel: its citations by number, or the passages of a search.
import type { Message } from '../../core/conversation.ts';
import type { SearchHit } from '../../core/document.ts';

export interface AnswerSource {
  number: number;
  hit: SearchHit;
}

/**
 * Whether there are sources to show, or to expect: until a running answer has text of its own, those of the previous
 * answer decide, so that the text above it does not move.
 */
export function expectsSources(messages: readonly Message[], isRunning: boolean): boolean {
  if (sourcesOf(messages).length > 0) return true;
  const last = messages.at(-1);
  const hasBegun = last?.role === 'assistant' && last.parts.some(({ type }) => type === 'text');
  if (!isRunning || hasBegun) return false;
  const at = messages.findLastIndex(({ role }) => role === 'user');
  return sourcesOf(messages.slice(0, Math.max(0, at))).length > 0;
}

/** The sources of a conversation's last answer; empty when it has none. */
export function sourcesOf(messages: readonly Message[]): AnswerSource[] {
  const answer = messages.findLast(({ role }) => role === 'assistant');
  if (!answer || messages.at(-1)?.role === 'user') return [];
  // An answer from the documents names its source itself.
  if (answer.parts.some(({ type }) => type === 'answer')) return [];
  return answer.parts.flatMap((part) => {
    if (part.type === 'citations')
      return part.citations.flatMap(({ number, hit }) => (hit ? [{ number, hit }] : []));
    if (part.type === 'passages') return part.hits.map((hit, index) => ({ number: index + 1, hit }));
    return [];
  });
}
