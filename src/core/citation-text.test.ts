// Citation numbers in text.
import { describe, expect, it } from 'vitest';
import { splitCitations } from './citation-text.ts';

describe('splitCitations', () => {
  it('finds single, joined and neighbouring numbers', () => {
    expect(splitCitations('Use the API [1]. Or VACUUM [2, 3][4].')).toEqual([
      'Use the API ',
      1,
      '. Or VACUUM ',
      2,
      3,
      4,
      '.',
    ]);
  });

  it('expands a range', () => {
    expect(splitCitations('Both [1-3].')).toEqual(['Both ', 1, 2, 3, '.']);
  });

  it('ignores other brackets', () => {
    for (const text of [
      'a[1]',
      '[0]',
      '[x]',
      '[2024]',
      '[1.5]',
      '[ ]',
      '[-1]',
      '[1',
      '![1]',
      '[1](x)',
      'none',
    ]) {
      expect(splitCitations(text)).toEqual([text]);
    }
  });

  it('returns nothing for an empty text', () => {
    expect(splitCitations('')).toEqual([]);
  });
});
