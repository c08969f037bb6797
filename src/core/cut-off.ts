// Continuing an answer that stops in the middle: how to recognise it, and which parts to keep. Pure.
import type { Citation, Message, Part } from './conversation.ts';

/** Tells whether the answer stops in the middle of its text: at the model's output limit, or because its stream broke. */
export function isCutOff(answer: Pick<Message, 'parts' | 'ended'>): boolean {
  return isAtLimit(answer) || isBroken(answer);
}

/** Tells whether the answer reached the model's output limit. */
export function isAtLimit({ parts, ended }: Pick<Message, 'parts' | 'ended'>): boolean {
  const last = parts.findLast(({ type }) => type === 'notice' || type === 'text' || type === 'tool');
  return ended === 'answered' && last?.type === 'notice' && last.code === 'cut_off';
}

function isBroken({ parts, ended }: Pick<Message, 'parts' | 'ended'>): boolean {
  const [before, last] = parts.filter(({ type }) => type !== 'citations').slice(-2);
  return ended === 'failed' && last?.type === 'error' && before?.type === 'text';
}

/** Returns the parts that the continuation is appended to. The text comes last, so that it continues seamlessly. */
export function toContinue(parts: readonly Part[]): { parts: Part[]; citations: Citation[] } {
  return {
    parts: parts.filter((part) => !isNotice(part) && part.type !== 'citations' && part.type !== 'error'),
    citations: parts.flatMap((part) => (part.type === 'citations' ? part.citations : [])),
  };
}

function isNotice(part: Part): boolean {
  return part.type === 'notice' && part.code === 'cut_off';
}
