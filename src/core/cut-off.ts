// Continuing an answer that reached the model's output limit: how to recognise it, and which parts to keep. Pure.
import type { Citation, Message, Part } from './conversation.ts';

/** Tells whether the answer stops in the middle because the model hit its output limit. */
export function isCutOff({ parts, ended }: Pick<Message, 'parts' | 'ended'>): boolean {
  const last = parts.findLast(({ type }) => type === 'notice' || type === 'text' || type === 'tool');
  return ended === 'answered' && last?.type === 'notice' && last.code === 'cut_off';
}

/** Returns the parts that the continuation is appended to. The text comes last, so that it continues seamlessly. */
export function toContinue(parts: readonly Part[]): { parts: Part[]; citations: Citation[] } {
  return {
    parts: parts.filter((part) => !isNotice(part) && part.type !== 'citations'),
    citations: parts.flatMap((part) => (part.type === 'citations' ? part.citations : [])),
  };
}

function isNotice(part: Part): boolean {
  return part.type === 'notice' && part.code === 'cut_off';
}
