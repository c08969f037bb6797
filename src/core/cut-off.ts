// Of an answer that reached the longest that its model may write: whether it is one, and what of it stands when it goes on. Pure.
import type { Citation, Message, Part } from './conversation.ts';

/** True when the answer ends in the middle, because the model could not write more. */
export function isCutOff({ parts, ended }: Pick<Message, 'parts' | 'ended'>): boolean {
  const last = parts.findLast(({ type }) => type === 'notice' || type === 'text' || type === 'tool');
  return ended === 'answered' && last?.type === 'notice' && last.code === 'cut_off';
}

/** The parts that what follows is joined to: the text is last, so that it grows without a seam. */
export function toContinue(parts: readonly Part[]): { parts: Part[]; citations: Citation[] } {
  return {
    parts: parts.filter((part) => !isNotice(part) && part.type !== 'citations'),
    citations: parts.flatMap((part) => (part.type === 'citations' ? part.citations : [])),
  };
}

function isNotice(part: Part): boolean {
  return part.type === 'notice' && part.code === 'cut_off';
}
