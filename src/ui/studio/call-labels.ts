// Parses a tool's rate limit and tags, as typed. Pure.
import { language } from '../texts/texts.ts';

/** Maximum calls per minute. */
const MOST = 6000;

/** An empty field means unlimited. */
export function readCalls(text: string): { value?: number; problem?: string } {
  const typed = text.trim();
  if (typed === '') return {};
  const value = Number(typed);
  if (Number.isInteger(value) && value >= 1 && value <= MOST) return { value };
  return { problem: `Enter a whole number from 1 to ${MOST.toLocaleString(language)}, or leave it empty.` };
}

/** `weather, work`: separated by commas or spaces. */
export function readTags(text: string): string[] {
  return [...new Set(text.split(/[\s,;]+/).filter((tag) => tag !== ''))];
}
