// Names in a question: places after a preposition, and acronyms that are spelled like a stop word: `IT` in `Who is
// responsible for IT?`. No index has these, so texts are searched for them as written.
import { STOP_WORDS } from '../stop-words.ts';
import type { Range } from './structure.ts';

const CAPITALS = /(?<=\S\s)\p{Lu}{2,4}(?![\p{L}\p{N}'’])/gu;
/** In a question without lower-case letters every word looks like an acronym. */
const SMALL = /\p{Ll}{2}/u;
/** Words that people write in capitals to stress them. */
const STRESSED = new Set(
  'all and any are both can each few had has how most more my no not only or own same too very was what when why you your us'.split(
    ' ',
  ),
);

export function acronymsIn(question: string): string[] {
  if (!SMALL.test(question)) return [];
  const found = question.match(CAPITALS) ?? [];
  return [...new Set(found)].filter((word) => {
    const small = word.toLowerCase();
    return STOP_WORDS.has(small) && !STRESSED.has(small);
  });
}

export function acronymRanges(acronym: string, text: string): Range[] {
  const pattern = new RegExp(`(?<![\\p{L}\\p{N}])${acronym}(?![\\p{L}\\p{N}])`, 'gu');
  return [...text.matchAll(pattern)].map(({ index }) => ({ start: index, end: index + acronym.length }));
}

/** Matches a name after a preposition. */
export function placed(name: string): RegExp {
  const letters = name.replace(/[^\p{L}\p{N}]/gu, '.');
  return new RegExp(
    `(?<!\\p{L})(?:to|for|from|in|into|nach|für|aus|von|pour|vers|para|en) (?:the |die |der |das |den |la |le |les |el |los )?${letters}(?!\\p{L})`,
    'u',
  );
}
