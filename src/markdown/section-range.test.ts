// The answer is marked where it appears in the rendered section.
import { describe, expect, it } from 'vitest';
import { sectionRanges } from './section-range.ts';

function marked(shown: string, section: string, answer: string, from = 0): string | undefined {
  const start = section.indexOf(answer, from);
  const [range] = sectionRanges(shown, section, [{ start, end: start + answer.length }]);
  return range && shown.slice(range.start, range.end);
}

describe('sectionRanges', () => {
  it('finds a sentence among others, without its Markdown marks', () => {
    const section = 'Grants are *exact*. A tool can reach **no host** until you grant it. It asks.';
    const shown = 'Grants are exact. A tool can reach no host until you grant it. It asks.';
    expect(marked(shown, section, 'A tool can reach **no host** until you grant it.')).toBe(
      'A tool can reach no host until you grant it.',
    );
  });

  it('finds the right row, not another one with the same beginning', () => {
    const section = '| Order | Status |\n| --- | --- |\n| A-1 | open |\n| A-1 | paid |\n';
    const shown = 'Order\nStatus\nA-1\nopen\nA-1\npaid';
    expect(marked(shown, section, '| A-1 | paid |')).toBe('A-1\npaid');
  });

  it('includes the signs before and after a figure', () => {
    const section = '| Berth | Price |\n| --- | --- |\n| B-07 | £22.50 |\n| B-12 | 41 € |\n';
    const shown = 'Berth\nPrice\nB-07\n£22.50\nB-12\n41 €';
    expect(marked(shown, section, '£22.50')).toBe('£22.50');
    expect(marked(shown, section, '41 €')).toBe('41 €');
    expect(marked(shown, section, '| B-12 | 41 € |')).toBe('B-12\n41 €');
  });

  it('spans a link whose address is not shown', () => {
    const section = 'Read [the guide](https://example.com/a/long/path) before you begin with it.';
    expect(marked('Read the guide before you begin with it.', section, section)).toBe(
      'Read the guide before you begin with it.',
    );
  });

  it('returns nothing when the words are not shown, and when there are none', () => {
    expect(marked('Something else entirely.', 'The answer.', 'The answer.')).toBeUndefined();
    expect(sectionRanges('---', '---', [{ start: 0, end: 3 }])).toEqual([]);
  });

  it('finds words in any script', () => {
    const section = 'מבוא. התשובה נמצאת כאן. סוף.';
    expect(marked(section, section, 'התשובה נמצאת כאן.')).toBe('התשובה נמצאת כאן.');
  });
});
