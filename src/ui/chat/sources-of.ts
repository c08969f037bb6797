// The sources of an answer, for the side panel: its citations by number, or the passages of a search.
import type { Message } from '../../core/conversation.ts';
import type { SearchHit } from '../../core/document.ts';

export interface AnswerSource {
  number: number;
  hit: SearchHit;
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
