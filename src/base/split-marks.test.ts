// Splitting a text at its marks.
import { describe, expect, it } from 'vitest';
import { splitMarks } from './split-marks.ts';

describe('splitMarks', () => {
  it('alternates plain and marked pieces', () => {
    expect(
      splitMarks('back up a live database', [
        [0, 7],
        [15, 23],
      ]),
    ).toEqual([
      { text: 'back up', marked: true },
      { text: ' a live ', marked: false },
      { text: 'database', marked: true },
    ]);
  });

  it('keeps every character once, for any ranges', () => {
    const text = 'abcdefghij';
    const stretches = splitMarks(text, [
      [4, 8],
      [6, 99],
      [-3, 2],
      [5, 1],
      [3, 3],
    ]);
    expect(stretches.map((stretch) => stretch.text).join('')).toBe(text);
    expect(stretches.filter((stretch) => stretch.marked).map((stretch) => stretch.text)).toEqual([
      'ab',
      'efgh',
      'ij',
    ]);
  });

  it('returns one plain piece without marks, and nothing for an empty text', () => {
    expect(splitMarks('plain', [])).toEqual([{ text: 'plain', marked: false }]);
    expect(splitMarks('', [[0, 4]])).toEqual([]);
  });
});

it('splits a text at the matched words', () => {
  expect(splitMarks('turn the lamp on', [[9, 13]])).toEqual([
    { text: 'turn the ', marked: false },
    { text: 'lamp', marked: true },
    { text: ' on', marked: false },
  ]);
  const odd = splitMarks('lamp', [
    [2, 99],
    [0, 3],
    [9, 12],
  ]);
  expect(odd.map(({ text }) => text).join('')).toBe('lamp');
});
