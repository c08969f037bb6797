// Finds and marks a passage in the text of its pages, and nowhere else.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { findPassage } from './find-passage.ts';

/** Returns the marked text of each page. */
function marked(passage: string, pages: string[][]): string[] {
  return findPassage(passage, pages).map((stretches, page) =>
    stretches.map(({ item, from, to }) => pages[page]![item]!.slice(from, to)).join('|'),
  );
}

test('marks text across pieces, without text before and after', () => {
  const page = ['The kestrel ', 'hovers over', ' the field. It eats voles.'];
  expect(marked('hovers over the field', [page])).toEqual(['hovers over|the field.']);
});

test('ignores Markdown, joined hyphens, ligatures and case', () => {
  const page = ['HOVERING', 'A kestrel ﬁnds the docu-', 'ment in the of', 'ﬁce.'];
  const passage = '## Hovering\n\nA kestrel **finds** the document in the office.';
  expect(marked(passage, [page])).toEqual(['HOVERING|A kestrel ﬁnds the docu|ment in the of|ﬁce.']);
});

test('continues over a page break, leaving out a page header', () => {
  const pages = [
    ['The owl sits in the barn. ', 'It hunts mice at night.'],
    ['Handbook of birds', 'By day it sleeps in a hollow tree.'],
  ];
  const passage = 'The owl sits in the barn. It hunts mice at night. By day it sleeps in a hollow tree.';
  expect(marked(passage, pages)).toEqual([
    'The owl sits in the barn.|It hunts mice at night.',
    'By day it sleeps in a hollow tree.',
  ]);
});

describe('marks nothing', () => {
  test('for a text that is absent', () => {
    expect(marked('A heron stands in the water.', [['The owl sits in the barn.']])).toEqual(['']);
    expect(marked('**!?**', [['The owl.']])).toEqual(['']);
    expect(marked('The owl.', [])).toEqual([]);
  });

  test('for a partial match in two places', () => {
    const page = ['See the general terms.', 'Voles are eaten here.', 'See the general terms.'];
    expect(marked('See the general terms. Another sentence that is gone.', [page])).toEqual(['']);
  });
});

test('finds a passage of any pieces completely, and marks exactly its letters', () => {
  const piece = fc.stringMatching(/^[a-zäöüé0-9 ,.\-𝒜-𝒞ﬁ]{0,12}$/u);
  const plain = (text: string): string =>
    text
      .normalize('NFKD')
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]/gu, '');
  fc.assert(
    fc.property(fc.array(piece, { minLength: 1, maxLength: 8 }), fc.nat(7), fc.nat(7), (items, a, b) => {
      const passage = items.slice(Math.min(a, b), Math.max(a, b) + 1).join(' ');
      const [stretches = []] = findPassage(passage, [items]);
      const found = stretches.map(({ item, from, to }) => items[item]!.slice(from, to)).join('');
      expect(plain(found)).toBe(plain(passage));
      for (const { item, from, to } of stretches) {
        expect(from).toBeGreaterThanOrEqual(0);
        expect(to).toBeLessThanOrEqual(items[item]!.length);
        expect(from).toBeLessThan(to);
      }
    }),
  );
});
