// What to tell somebody whose question nothing answers: words that are nowhere, and a way to ask that finds something.
import { STOP_WORDS } from '../stop-words.ts';
import type { Terms } from './terms.ts';

/** Below this a word of the question says too little to be asked by itself. */
const TELLING = 0.3;
const MOST = 4;
/** That no document has one of these tells a person nothing. */
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
