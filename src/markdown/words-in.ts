// The words of a text with their positions, to find one text in another that has other characters between the words.
// Pure.
const WORD = /[\p{L}\p{N}]+/gu;

export interface Word {
  /** In lower case. */
  text: string;
  start: number;
  end: number;
}

export function wordsIn(text: string): Word[] {
  return [...text.matchAll(WORD)].map(({ 0: word, index }) => ({
    text: word.toLowerCase(),
    start: index,
    end: index + word.length,
  }));
}
