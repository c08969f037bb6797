// Groups words for corrections by initial and length, so that a correction examines few of them.
import type { WideSegment } from '../search/wide-segment.ts';
import type { SpellingFile } from './root-file.ts';
import type { Spelling } from './small-files.ts';

/** Characters of a file's words: about 6 KB compressed. */
const TARGET = 16_000;
/** Only letters can have typing errors: with at most two of them, a word with more signs can't be a correction. */
const MOST_SIGNS = 2;
const SHORTEST = 3;

export function spellingFiles({ terms, offsets }: WideSegment): (Omit<SpellingFile, 'file'> & Spelling)[] {
  const positions = [...terms.keys()]
    .filter((at) => terms[at]!.length >= SHORTEST && signsIn(terms[at]!) <= MOST_SIGNS)
    .sort((a, b) => {
      const [one, other] = [terms[a]!, terms[b]!];
      return one.charCodeAt(0) - other.charCodeAt(0) || one.length - other.length || a - b;
    });
  const files: (Omit<SpellingFile, 'file'> & { words: string[]; frequencies: number[] })[] = [];
  let room = 0;
  for (const at of positions) {
    const word = terms[at]!;
    if (room < word.length) {
      files.push({ initial: word.charCodeAt(0), length: word.length, words: [], frequencies: [] });
      room = TARGET;
    }
    room -= word.length;
    files.at(-1)!.words.push(word);
    files.at(-1)!.frequencies.push(offsets[at + 1]! - offsets[at]!);
  }
  return files;
}

function signsIn(word: string): number {
  return word.replace(/\p{L}/gu, '').length;
}
