// Helps when nothing answers: names words that occur nowhere, and suggests a question that finds something.
import { STOP_WORDS } from '../stop-words.ts';
import type { Terms } from './terms.ts';

/** Below this weight a word of the question means too little to be asked alone. */
const TELLING = 0.3;
const MOST = 4;
/** It helps nobody to know that no document has one of these. */
const FUNCTION_WORDS: ReadonlySet<string> = new Set([
  ...STOP_WORDS,
  'if',
  'no',
  'nor',
  'not',
  'where',
  'while',
]);

export function otherWayToAsk({ list }: Terms): { missing: string[]; ask?: string } {
  const own = list.filter(({ isBorrowed }) => !isBorrowed);
  const missing = own.filter(
    ({ asked, frequency, weight }) =>
      frequency === 0 && weight >= TELLING && !FUNCTION_WORDS.has(asked.toLowerCase()),
  );
  const known = own
    .filter(({ frequency, weight }) => frequency > 0 && weight >= TELLING)
    .slice(0, MOST)
    .map(({ asked }) => asked);
  const isOther = missing.length > 0 && known.length > 0;
  return { missing: missing.map(({ asked }) => asked), ...(isOther && { ask: known.join(' ') }) };
}
